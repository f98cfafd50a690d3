import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { firstPathOutside } from '../core/git/boundary.ts';
import { isPlainRepository } from '../core/git/inspect/plain-repository.ts';
import { type JudgedCall, judgeLine, type PlacedRead } from '../core/shell-line/judge-line.ts';
import { isWithin } from '../shared/paths.ts';
import type { AskPolicy } from './policy.ts';
import { TEXT } from './text.ts';
import { withGuard } from './with-guard.ts';

/** A shell line that an agent wants to run. */
export interface ShellCall {
  readonly line: string;
  readonly cwd: string;
  /** The folder that the person works in with the client, and so trusts. */
  readonly project: string;
}

/** The answer, before a client's own form is given to it. */
export type Decision =
  /** No opinion: the client does what it does without us. */
  | { readonly kind: 'silent' }
  | { readonly kind: 'allow' | 'deny'; readonly reason: string }
  | {
      readonly kind: 'rewrite';
      readonly line: string;
      /** False where the line holds more than we can answer for: the client asks, or not, as it would without us. */
      readonly allowed: boolean;
      /** True when something in it waits for a person. */
      readonly waits: boolean;
      readonly reason: string;
    };

type Environment = Readonly<Record<string, string | undefined>>;

const SILENT = { kind: 'silent' } as const;

/** Decides about a shell line. `guard` is what a shell starts in place of git or gh, which it is given as words. */
export async function decide(
  { line, cwd, project }: ShellCall,
  environment: Environment,
  guard: string,
  askPolicy: AskPolicy,
): Promise<Decision> {
  const roots = await realFolders([project]);
  const { CDPATH = '' } = environment;
  const verdict = judgeLine(line, { cwd, roots: [...new Set([project, ...roots])], hasCdPath: CDPATH !== '' });
  if (verdict.kind === 'none') return SILENT;
  if (verdict.kind === 'refused') return { kind: 'deny', reason: TEXT.refused(verdict.reason) };
  const places = await Promise.all(verdict.calls.map(call => placeOf(call, roots)));
  const ours = verdict.calls.filter((_, at) => places[at] !== 'outside');
  const wanted = await Promise.all(ours.map(call => strictestIn(call, askPolicy)));
  const denied = wanted.find(each => each?.kind === 'deny');
  if (denied !== undefined) return { kind: 'deny', reason: TEXT.refused(denied.reason) };
  const isSure =
    verdict.onlyCalls && ours.length === verdict.calls.length && ours.every(({ kind }) => kind !== 'unknown');
  const waits = (call: JudgedCall, at: number) => call.kind !== 'read' || wanted[at] !== undefined;
  const waiting = ours.filter(waits);
  const reads = ours.filter((call, at) => !waits(call, at));
  const isPlain = await Promise.all(reads.map(({ reads: each }) => allPlain(each, roots, environment)));
  const guarded = reads.filter((_, at) => !isPlain[at]);
  const replaced = [...waiting, ...guarded];
  if (replaced.length === 0) return isSure ? { kind: 'allow', reason: TEXT.allowed } : SILENT;
  const [first] = waiting;
  return {
    kind: 'rewrite',
    line: withGuard(line, replaced, guard),
    allowed: isSure,
    waits: first !== undefined,
    reason: first === undefined ? TEXT.guarded : TEXT.waits(first.reason),
  };
}

/** What rules want for a call in any of the folders that it may run in. */
async function strictestIn({ canonical, folders = [] }: JudgedCall, askPolicy: AskPolicy) {
  if (canonical === undefined) return undefined;
  const wanted = await Promise.all([...new Set(folders)].map(folder => askPolicy(canonical, folder)));
  return wanted.find(each => each?.kind === 'deny') ?? wanted.find(each => each !== undefined);
}

const realFolders = async (folders: readonly string[]): Promise<readonly string[]> =>
  (await Promise.all(folders.map(folder => realpath(folder).catch(() => undefined)))).filter(
    real => real !== undefined,
  );

/** Folders outside what the person trusts are none of our business, unless it is not certain which they are. */
async function placeOf({ kind, folders }: JudgedCall, roots: readonly string[]): Promise<'inside' | 'outside'> {
  if (folders === undefined) return 'inside';
  const real = await Promise.all(folders.map(folder => realpath(folder).catch(() => folder)));
  const inside = real.map(folder => roots.some(root => isWithin(root, folder)));
  const is = kind === 'read' ? inside.every(Boolean) : inside.some(Boolean);
  return is ? 'inside' : 'outside';
}

/** Reads of git that a plain git does as well: they print no config, and open no file but those of the repository. */
const PLAIN: ReadonlySet<string> = new Set([
  'blame',
  'branch',
  'cat-file',
  'describe',
  'diff',
  'diff-tree',
  'for-each-ref',
  'log',
  'ls-files',
  'ls-tree',
  'merge-base',
  'name-rev',
  'reflog',
  'rev-list',
  'rev-parse',
  'shortlog',
  'show',
  'show-ref',
  'stash',
  'status',
  'symbolic-ref',
  'tag',
]);

/** What the guarded run puts in where no config names a program anyway. */
const SUPERFLUOUS: ReadonlySet<string> = new Set(['--no-ext-diff', '--no-textconv']);

async function allPlain(
  reads: readonly PlacedRead[],
  roots: readonly string[],
  environment: Environment,
): Promise<boolean> {
  if (Object.keys(environment).some(leadsElsewhere)) return false;
  const each = await Promise.all(reads.map(read => isPlainRead(read, roots)));
  return each.every(Boolean);
}

async function isPlainRead({ command, folder }: PlacedRead, roots: readonly string[]): Promise<boolean> {
  const { program, subcommand, hardening, args, verdict } = command;
  const { cwd, gitDirectory, network, copyIndex, scratchObjects, needsSetting } = hardening;
  if (verdict.condition !== undefined || gitDirectory !== '' || copyIndex || scratchObjects || needsSetting !== '')
    return false;
  if (program === 'git' && (network || !PLAIN.has(subcommand))) return false;
  const added = hardening.args.filter(word => !SUPERFLUOUS.has(word));
  if (added.length > args.filter(word => !SUPERFLUOUS.has(word)).length) return false;
  if ((await firstPathOutside(hardening, folder, roots)) !== undefined) return false;
  const real = await realpath(resolve(folder, cwd)).catch(() => undefined);
  return real !== undefined && isPlainRepository(real, roots);
}

/** Variables by which git reads another repository, or another config. */
const leadsElsewhere = (name: string): boolean =>
  /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|INDEX_FILE|OBJECT_DIRECTORY|ALTERNATE|CONFIG|NAMESPACE|EXTERNAL_DIFF|CEILING|DISCOVERY|ATTR|REPLACE|SHALLOW|GRAFT|EXEC_PATH|TRACE)/.test(
    name,
  );
