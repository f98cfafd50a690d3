import { execFile, execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { createGit } from '../../../../src/core/git/writer.ts';
import { discover, type Repository } from '../../../../src/core/repository/discover.ts';
import { recordOf } from '../../../../src/core/writes/commands/registry.ts';
import type { RemoteUpdate } from '../../../../src/core/writes/impact/impact.ts';
import {
  createJournal,
  type Journal,
  type JournalOptions,
  type Recording,
} from '../../../../src/core/writes/journal/journal.ts';
import type { Entry } from '../../../../src/core/writes/journal/storage/entry.ts';
import { ownMovesOf } from '../../../../src/core/writes/own-moves.ts';
import { type SnapshotScope, snapshotScopeOf } from '../../../../src/core/writes/snapshot-scope.ts';
import { full } from '../../../support/full.ts';
import { environment } from '../../git/support.ts';
import { testKey } from './test-key.ts';

export const git = createGit({ environment });

export const journalWith = (options: Partial<JournalOptions> = {}): Journal =>
  createJournal({ git, key: testKey, ...options });

export async function repositoryAt(folder: string): Promise<Repository> {
  const found = await discover(folder);
  if (!found.ok) throw new Error(found.message);
  return found.repository;
}

/** What the runner does, as far as a test needs it: a command may fail, and that is its result. */
export function runGit(cwd: string, words: readonly string[]): { ok: boolean; said: string } {
  const identity = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'protocol.file.allow=always'];
  const env = {
    ...environment,
    HOME: dirname(cwd),
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_EDITOR: 'true',
    FILTER_BRANCH_SQUELCH_WARNING: '1',
  };
  try {
    return {
      ok: true,
      said: execFileSync('git', [...identity, ...words], { cwd, env, encoding: 'utf8', stdio: 'pipe' }),
    };
  } catch (error) {
    return { ok: false, said: String((error as { stderr?: unknown }).stderr) };
  }
}

export interface Extra {
  readonly touches?: SnapshotScope;
  readonly remote?: readonly RemoteUpdate[];
  readonly group?: string;
  readonly evenUnsaved?: boolean;
}

export type Recorded =
  | { readonly kind: 'ran'; readonly result: { readonly ok: boolean }; readonly entry: Entry | undefined }
  | { readonly kind: 'unsaved'; readonly code: string; readonly message: string };

/** What the gate does: a snapshot, the run, a note of what changed. */
export async function record(
  journal: Journal,
  recording: Recording,
  run: () => Promise<{ readonly ok: boolean }>,
): Promise<Recorded> {
  const begun = await journal.begin(recording);
  if (!begun.ok) return { kind: 'unsaved', code: begun.code, message: begun.message };
  const result = await run();
  return { kind: 'ran', result, entry: await journal.settle(begun.pending, result.ok) };
}

/** What the gate says of a command before it runs. */
export async function recordingOf(
  folder: string,
  words: readonly string[],
  { touches, remote = [], group, evenUnsaved = false }: Extra = {},
): Promise<Recording> {
  const [subcommand = '', ...rest] = words;
  const known = recordOf(subcommand);
  const line = known?.read(rest, folder);
  return {
    repository: await repositoryAt(folder),
    command: `git ${words.join(' ')}`,
    origin: 'chat',
    group: group ?? null,
    touches: touches ?? snapshotScopeOf({ record: known, line }),
    moves: ownMovesOf({ line, configured: false }),
    remote,
    evenUnsaved,
  };
}

export const recorded = async (
  journal: Journal,
  folder: string,
  words: readonly string[],
  extra: Extra = {},
): Promise<Recorded> => record(journal, await recordingOf(folder, words, extra), async () => runGit(folder, words));

/** Takes back an entry, or the newest, and insists that all of it came back. */
export async function undone(journal: Journal, folder: string, id?: string): Promise<void> {
  const planned = await journal.planUndo(await repositoryAt(folder), id);
  if (!planned.ok) throw new Error(planned.message);
  expect(planned.plan.movedOn).toEqual([]);
  const answer = await journal.undo(planned.plan, 'all', 'palette');
  if (!answer.ok) throw new Error(answer.message);
}

/** Everything that a person could miss, in a form that shows what differs. */
export async function fingerprint(folder: string): Promise<Record<string, string>> {
  const { gitDirectory, commonDirectory } = await repositoryAt(folder);
  const asked = await Promise.all(
    Object.entries(QUESTIONS).map(async ([name, words]) => [name, (await told(folder, words)).replaceAll(OURS, '')]),
  );
  const print: Record<string, string> = {
    HEAD: readFileSync(join(gitDirectory, 'HEAD'), 'utf8'),
    config: readFileSync(join(commonDirectory, 'config'), 'utf8'),
    ...Object.fromEntries(asked),
  };
  for (const [path, content] of filesBelow(gitDirectory, OPERATION)) print[`state ${path}`] = content;
  for (const [path, content] of filesBelow(folder, path => path !== '.git')) print[`file ${path}`] = content;
  return print;
}

const OURS = /^.* refs\/sluice\/.*\n/gm;

const QUESTIONS = {
  refs: ['for-each-ref', '--format=%(objectname) %(refname) %(symref)'],
  index: ['ls-files', '-s', '-v'],
  intended: ['diff-files', '--diff-filter=A', '--name-only'],
  stash: ['stash', 'list', '--format=%H %gs'],
  status: ['--no-optional-locks', 'status', '--porcelain=v2', '-uall', '--ignored'],
};

const told = async (folder: string, words: readonly string[]): Promise<string> => {
  const env = { ...environment, HOME: dirname(folder), GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' };
  return (await promisify(execFile)('git', words, { cwd: folder, env })).stdout;
};

const OPERATION = (path: string): boolean =>
  /^(?:rebase-merge|rebase-apply|sequencer)(?:\/|$)|^(?:MERGE|CHERRY_PICK|REVERT|REBASE|BISECT|SQUASH|AUTO)_/.test(
    path,
  );

/** Files with their modes and bytes, links with their targets, folders that are empty. */
export function* filesBelow(root: string, wanted: (path: string) => boolean, folder = ''): Generator<[string, string]> {
  const at = (path: string) => Buffer.concat([Buffer.from(`${root}/`), Buffer.from(path, 'latin1')]);
  const names = readdirSync(at(folder), { encoding: 'latin1' }).sort();
  for (const name of names) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (!wanted(path)) continue;
    const place = at(path);
    const stats = lstatSync(place);
    if (stats.isDirectory()) {
      const inside = readdirSync(place).length === 0;
      if (inside) yield [path, `folder ${(stats.mode & 0o777).toString(8)}`];
      else yield* filesBelow(root, wanted, path);
    } else if (stats.isSymbolicLink()) yield [path, `link ${readlinkSync(place)}`];
    else if (stats.isFile()) yield [path, `${(stats.mode & 0o777).toString(8)} ${readFileSync(place, 'latin1')}`];
  }
}

/** The ordinary run brings back what one command in three did. */
const isBroughtBack = (words: readonly string[]): boolean => full || words.join(' ').length % 3 === 0;

/** Runs a command through the journal and takes it back, brings back what is picked and takes it back again, looking each time. */
export async function thereAndBack(journal: Journal, folder: string, words: readonly string[], extra: Extra = {}) {
  const first = await fingerprint(folder);
  const result = await recorded(journal, folder, words, extra);
  if (result.kind !== 'ran' || result.entry === undefined) throw new Error(`not recorded: ${JSON.stringify(result)}`);
  const second = await fingerprint(folder);
  expect(second).not.toEqual(first);
  await undone(journal, folder);
  expect(await fingerprint(folder)).toEqual(first);
  if (isBroughtBack(words)) {
    const [newest] = await journal.list(await repositoryAt(folder));
    await undone(journal, folder, newest?.id);
    expect(await fingerprint(folder)).toEqual(second);
    await undone(journal, folder);
    expect(await fingerprint(folder)).toEqual(first);
  }
  return { result, entry: result.entry };
}
