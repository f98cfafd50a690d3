import { isAbsolute } from 'node:path';
import { opens, outside, refusesProgram, runs, startsProgram, unknown } from '../acts.ts';
import { type Context, leadsOutside } from '../context.ts';
import { objectTo } from '../judge.ts';
import type { Act, Objection } from '../table.ts';
import { objectToHiddenSetting, objectToSetting } from './config-keys.ts';

/** Options before the subcommand that take no value and change nothing but how git reads. */
const flags = new Set([
  '-P',
  '--glob-pathspecs',
  '--icase-pathspecs',
  '--literal-pathspecs',
  '--no-advice',
  '--no-lazy-fetch',
  '--no-literal-pathspecs',
  '--no-optional-locks',
  '--no-pager',
  '--no-replace-objects',
  '--noglob-pathspecs',
]);

/** Options before the subcommand that make git do something else. */
const acts: Readonly<Record<string, Act>> = {
  '-p': runs('runs a pager; leave it out'),
  '--paginate': runs('runs a pager; leave it out'),
  '--exec-path': refusesProgram('chooses where git finds its programs; leave it out'),
  '-h': opens('opens a manual page'),
  '--help': opens('opens a manual page'),
  '--bare': startsProgram('takes this folder for a repository, whose configuration may run programs; leave it out'),
};

interface State {
  /** Where -C has led so far, as written. */
  cwd: string;
  gitDirectory: string;
}
type ValueOption = (value: string, state: State, context: Context) => Act | Objection | undefined;

const outsideWorkspace = outside('is outside the workspace; add its folder to the workspace to read it');
const leaves = (value: string, state: State, context: Context) =>
  leadsOutside(isAbsolute(value) || state.cwd === '' ? value : `${state.cwd}/${value}`, context);

/** Options before the subcommand that take a value, and what speaks against it. */
const valueOptions: Readonly<Record<string, ValueOption>> = {
  '-C': (value, state, context) => {
    // As written: what `..` does after a link is not for us to shorten.
    if (value !== '') state.cwd = isAbsolute(value) || state.cwd === '' ? value : `${state.cwd}/${value}`;
    return leadsOutside(state.cwd, context) ? outsideWorkspace : undefined;
  },
  '-c': (value, _state, context) => objectToSetting(value, '-c', context),
  '--config-env': value => objectToHiddenSetting(value, '--config-env'),
  '--git-dir': (value, state, context) => {
    state.gitDirectory = value;
    if (leaves(value, state, context)) return outsideWorkspace;
    // safe.bareRepository does not guard a repository that is named outright.
    const usual = /(^|[\\/])\.git[\\/]*$/.test(value);
    return usual
      ? undefined
      : startsProgram('names a repository whose configuration may run programs; use -C with its folder');
  },
  '--work-tree': (value, state, context) => (leaves(value, state, context) ? outsideWorkspace : undefined),
  '--namespace': () => undefined,
  '--attr-source': () => undefined,
};

export interface Globals {
  /** The words before the subcommand. */
  readonly words: readonly string[];
  /** The subcommand, undefined when there is none. */
  readonly subcommand: string | undefined;
  readonly rest: readonly string[];
  /** Where -C leads, '' for nowhere. */
  readonly cwd: string;
  /** The git directory that --git-dir names, '' for none. */
  readonly gitDirectory: string;
  readonly objections: readonly Objection[];
  /** git only prints a fact about itself. */
  readonly prints: boolean;
  /** Paths named by these options. */
  readonly paths: readonly string[];
  /** Those of `--work-tree`: the folder whose files a write changes. */
  readonly workTrees: readonly string[];
}

/** Reads what stands before git's subcommand, word by word as git.c does: exact names, values attached or separate. */
export function readGlobals(args: readonly string[], context: Context): Globals {
  const objections: Objection[] = [];
  const paths: string[] = [];
  const workTrees: string[] = [];
  const state: State = { cwd: '', gitDirectory: '' };
  const object = (reason: string) => objections.push({ ...unknown(''), reason });
  const done = (at: number, prints: boolean): Globals => ({
    words: args.slice(0, at),
    subcommand: args[at],
    rest: args.slice(at + 1),
    ...state,
    objections,
    prints,
    paths,
    workTrees,
  });

  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? '';
    if (!word.startsWith('-')) return done(at, false);
    if (isFact(args.slice(at))) return done(args.length, true);
    if (flags.has(word)) continue;
    const equals = word.startsWith('--') ? word.indexOf('=') : -1;
    const name = equals < 0 ? word : word.slice(0, equals);
    const act = acts[name];
    const option = valueOptions[name];
    if (act) {
      objections.push(objectTo(name, act));
      continue;
    }
    if (!option) {
      object(`unknown option ${name}; leave it out`);
      continue;
    }
    const value = equals < 0 ? args[at + 1] : word.slice(equals + 1);
    if (value === undefined) object(`${name} lacks its value`);
    else if (equals < 0 && value.startsWith('-')) object(`'${value}' stands where ${name} takes its value`);
    else {
      if (equals < 0) at += 1;
      const objection = option(value, state, context);
      if (objection) objections.push('says' in objection ? objectTo(`${name} ${value}`, objection) : objection);
      if (name === '--git-dir' || name === '--work-tree') paths.push(value);
      if (name === '--work-tree') workTrees.push(value);
    }
  }
  return done(args.length, false);
}

/** Words that make git print something about itself and stop. */
const facts = [
  '--exec-path',
  '--html-path',
  '--info-path',
  '--man-path',
  '--version',
  '-v',
  '--version --build-options',
  '-v --build-options',
  '--help',
  '-h',
];
const isFact = (words: readonly string[]) => facts.includes(words.join(' '));
