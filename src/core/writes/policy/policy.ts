import { dirname, resolve } from 'node:path';
import { classifyText } from '../../command/classify-text.ts';
import { readGlobals } from '../../command/git/globals.ts';
import { subcommands } from '../../command/git/subcommands.ts';
import { parse, programOf } from '../../command/parse.ts';
import type { GitReader } from '../../git/reader.ts';
import { isPerson } from '../../origin.ts';
import { discover, type Repository } from '../../repository/discover.ts';
import type { ComingRun, Restriction } from '../restrictions.ts';
import { expandAlias } from './aliases.ts';
import { ANYTHING, type CommandFacts, commandFacts } from './command-facts.ts';
import { type PolicyPlace, placeAt } from './place.ts';
import { isFrom } from './rules.ts';
import {
  type PolicyInForce,
  type PolicySetting,
  policyInForce,
  rememberCommitted,
  type SourcedRule,
} from './sources.ts';

export interface PolicyOptions {
  readonly git: GitReader;
  /** The environment that git inherits, by which the person's own rules are found. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Rules of the editor's settings. */
  readonly settings?: (() => Promise<readonly PolicySetting[]>) | undefined;
}

/** What the rules say of a run, and all that is known of them. */
export interface PolicyAnswer {
  readonly restriction: Restriction | undefined;
  /** The rules that hold for it. */
  readonly matches: readonly SourcedRule[];
  readonly policy: PolicyInForce;
}

/** A run as far as rules look at it. */
export type PolicyRun = Pick<ComingRun, 'kind' | 'command' | 'repository' | 'origin' | 'class' | 'sets'>;

/** Says what the rules of the person and of the repository want for a run. They only ever tighten. */
export type AskPolicy = (run: PolicyRun) => Promise<PolicyAnswer>;

export function createPolicy({ git, environment, settings }: PolicyOptions): AskPolicy {
  const committed = rememberCommitted(git);
  return async run => {
    const repositories = await repositoriesOf(run);
    const policy = await policyInForce({
      ...{ committed, environment, repositories },
      fresh: run.class !== 'read-only',
      settings: (await settings?.()) ?? [],
    });
    const about = policy.rules.filter(rule => isFrom(rule, run.origin) && isAbout(rule, run));
    const facts = about.length === 0 ? [] : await factsOf(git, run, repositories);
    const matches = about.filter(rule => facts.some(each => fits(rule, each)));
    return { restriction: restrictionFrom(run, policy, matches), matches, policy };
  };
}

/** A read is only for rules that name its subcommand; it changes no branch. */
const isAbout = ({ match }: SourcedRule, { kind, class: verdict }: PolicyRun): boolean =>
  kind === 'command'
    ? verdict !== 'read-only' || (match.subcommand !== undefined && match.branch === undefined)
    : kind === 'push';

function fits({ match }: SourcedRule, facts: CommandFacts): boolean {
  const { program, subcommand, options, branch } = match;
  if (program !== undefined && program !== facts.program) return false;
  if (subcommand !== undefined && !subcommand.some(facts.isCalled)) return false;
  if (options !== undefined && !options.some(facts.has)) return false;
  if (branch === undefined || facts.branches === 'any') return true;
  return facts.branches.some(name => branch.some(pattern => isLike(pattern, name)));
}

/** A disk that does not tell upper from lower case has both names for one branch. */
function isLike(pattern: string, name: string): boolean {
  const parts = pattern
    .replace(/^refs\/heads\//, '')
    .split('*')
    .map(part => part.replace(/[\\^$.+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'iu').test(name);
}

function restrictionFrom(
  { kind, origin, class: verdict }: PolicyRun,
  { problems, lacksCommitted }: PolicyInForce,
  matches: readonly SourcedRule[],
): Restriction | undefined {
  const denied = matches.find(({ answer }) => answer === 'deny');
  if (denied) return { kind: 'deny', reason: `A rule of ${denied.source} does not allow it: ${denied.reason}` };
  const asked = matches.map(({ source, reason }) => `A rule of ${source} wants you to decide: ${reason}`);
  if (verdict === 'read-only') return asked.length === 0 ? undefined : { kind: 'ask', reason: asked.join(' ') };
  if (problems.length > 0) {
    const why = `The policy cannot be read, so that nobody knows what it forbids. ${problems.join(' ')}`;
    // What is undone was there before, and a person is asked: a config that is broken must not stand in its way.
    if (!isPerson(origin) && kind !== 'undo')
      return { kind: 'deny', reason: `${why} Ask the person to mend it; reads still run.` };
    asked.push(why);
  }
  if (lacksCommitted && !isPerson(origin))
    asked.push('Rules of .sluice.json were taken out of the file and are still committed: they hold.');
  return asked.length === 0 ? undefined : { kind: 'ask', reason: asked.join(' ') };
}

/** The repository it runs in, and the one that its words lead to. */
async function repositoriesOf({ kind, command, repository }: PolicyRun): Promise<readonly Repository[]> {
  const folders = new Set([repository]);
  const parsed = kind === 'command' && programOf(command) === 'git' ? parse('git', command) : undefined;
  if (parsed?.ok) {
    const { cwd, gitDirectory, workTrees } = readGlobals(parsed.args, { roots: [repository], cwd: repository });
    for (const folder of [dirname(gitDirectory || '.'), ...workTrees]) folders.add(resolve(repository, cwd, folder));
    folders.add(resolve(repository, cwd));
  }
  const found = await Promise.all([...folders].map(discover));
  const repositories = found.flatMap(each => (each.ok ? [each.repository] : []));
  return [...new Map(repositories.map(each => [each.workTree, each])).values()];
}

async function factsOf(
  git: GitReader,
  { kind, command, repository, class: verdict, sets }: PolicyRun,
  repositories: readonly Repository[],
): Promise<readonly CommandFacts[]> {
  if (kind === 'push') return [ownPush(sets)];
  const program = programOf(command);
  const classified = classifyText(program, command, { roots: [repository], cwd: repository });
  // It would not run either.
  if (!classified.ok) return [ANYTHING(program)];
  const { args, subcommand } = classified.command;
  if (verdict === 'read-only') return [commandFacts({ program, args, only: 'reads' }, NOWHERE)];
  if (program === 'gh') return [commandFacts({ program, args, only: 'all' }, NOWHERE)];
  const places = await Promise.all(repositories.map(each => placeAt(git, each).catch(() => undefined)));
  if (places.length === 0) places.push(NOWHERE);
  return places.flatMap(place =>
    place === undefined ? [ANYTHING(program)] : inPlace(args, subcommand, { ...place, workTree: repository }),
  );
}

/** The command itself, or what an alias of its name stands for; both where an older git may not have the command. */
function inPlace(args: readonly string[], subcommand: string, place: PolicyPlace): readonly CommandFacts[] {
  const expanded = expandAlias({ args, subcommand }, place.settings);
  if (expanded === 'any') return [ANYTHING('git')];
  const itself = expanded === undefined || subcommands.has(subcommand) ? [{ program: 'git' as const, args }] : [];
  return [...itself, ...(expanded ?? [])].map(each => commandFacts({ ...each, only: 'all' }, place));
}

/** The push of a staged commit, which is no command. */
const ownPush = (sets: readonly string[] | undefined): CommandFacts => ({
  program: 'git',
  isCalled: name => name === 'push',
  has: () => false,
  branches: sets === undefined || sets.length === 0 ? 'any' : sets.map(ref => ref.replace(/^refs\/heads\//, '')),
});

const NOWHERE: PolicyPlace = {
  workTree: '/',
  settings: { all: () => [], one: () => undefined, is: () => undefined, names: () => [], keys: () => [] },
  refs: [],
  branch: undefined,
  rebased: undefined,
};
