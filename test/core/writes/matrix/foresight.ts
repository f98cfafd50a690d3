import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { MutatingCommand } from '../../../../src/core/command/command.ts';
import { GitFailure } from '../../../../src/core/git/reader.ts';
import { createGit, type Git } from '../../../../src/core/git/writer.ts';
import { discover, type Repository } from '../../../../src/core/repository/discover.ts';
import type { Impact } from '../../../../src/core/writes/impact/impact.ts';
import { createImpactOf } from '../../../../src/core/writes/impact/impact-of.ts';
import { affectedRepositories } from '../../../../src/core/writes/journal/record/affected-repositories.ts';
import { type Survey, survey } from '../../../../src/core/writes/journal/record/survey.ts';
import { ownMovesOf } from '../../../../src/core/writes/own-moves.ts';
import { type ParsedWrite, parseWrite } from '../../../../src/core/writes/parsed-write.ts';
import { snapshotScopeOf } from '../../../../src/core/writes/snapshot-scope.ts';
import { commandOf } from '../../../support/verdict-of.ts';
import { environment, git } from '../../git/support.ts';
import { HOOKS_RAN } from './kinds.ts';
import type { Station } from './round-trip.ts';

/** A command's impact and snapshot beside what it really did. */
export interface Foresight {
  readonly impact: Impact;
  readonly went: boolean;
  readonly said: string;
  /** Files whose bytes were neither in the index nor in the snapshot, and are not on disk any more. */
  readonly unsaved: readonly string[];
  /** Files whose content was in no commit and is nowhere any more. */
  readonly lost: readonly string[];
  /** Files of which only the staged version is nowhere any more. */
  readonly lostStaged: readonly string[];
  readonly unreachable: readonly string[];
  /** Files that are in conflict now and were not. */
  readonly conflicts: readonly string[];
  /** Hooks that ran. */
  readonly hooks: readonly string[];
}

/** Foresees a command, lets it run, and compares. Undefined for what is no write. */
export async function foresee({ folder, repository, reset }: Station, text: string): Promise<Foresight | undefined> {
  reset();
  const context = { roots: [repository], cwd: repository };
  const command = commandOf(text, context);
  if (command.verdict.class !== 'mutating') return undefined;
  const write = parseWrite(command as MutatingCommand, repository);
  const home = join(folder, 'home');
  const env = { ...environment, HOME: home, GIT_CONFIG_NOSYSTEM: '1', FILTER_BRANCH_SQUELCH_WARNING: '1' };
  const writer = createGit({ environment: env });
  const found = await discover(repository);
  if (!found.ok) throw new Error(found.message);
  const impact = await createImpactOf({ git: writer, timeoutMs: () => 60_000 })(write);
  const surveys = await surveysBy(writer, found.repository, write);
  const before = contentsIn(repository);
  const ran = join(found.repository.commonDirectory, HOOKS_RAN);
  rmSync(ran, { force: true });
  const went = attempt(repository, write.command.args, env);
  const hooks = existsSync(ran) ? [...new Set(readFileSync(ran, 'utf8').split('\n').filter(Boolean))] : [];
  // A work tree that moves itself away has all that it had, elsewhere.
  if (!existsSync(repository)) return undefined;
  const after = contentsIn(repository);
  const what = compared(before, after, savedIn(repository, surveys ?? []));
  return { impact, ...went, hooks, ...what, ...(surveys === undefined && { unsaved: [] }) };
}

/** What the snapshot would be taken of; undefined when there would be none, which the person is told. */
async function surveysBy(git: Git, repository: Repository, write: ParsedWrite): Promise<Survey[] | undefined> {
  try {
    const affected = await affectedRepositories(git, repository, snapshotScopeOf(write), ownMovesOf(write));
    return await Promise.all(
      affected.map(({ repository: each, scope, writes, runsNoHook }) =>
        survey(git, each, scope, { writes, runsNoHook }),
      ),
    );
  } catch (error) {
    if (error instanceof GitFailure && error.message.startsWith('Sluice cannot follow')) return undefined;
    throw error;
  }
}

function attempt(cwd: string, words: readonly string[], env: NodeJS.ProcessEnv): Pick<Foresight, 'went' | 'said'> {
  const options = { cwd, env: { ...env, GIT_EDITOR: 'true' }, encoding: 'utf8' } as const;
  try {
    return { went: true, said: execFileSync('git', words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] }) };
  } catch (error) {
    return { went: false, said: String((error as { stderr?: unknown }).stderr) };
  }
}

/** What of a repository a person can miss. */
interface Contents {
  /** Object ids of the bytes of each file on disk, links by their target. */
  readonly files: ReadonlyMap<string, string>;
  /** The same by what git makes of them, as line endings and filters say: what is committed is not lost. */
  readonly cleaned: ReadonlyMap<string, string>;
  readonly staged: ReadonlyMap<string, string>;
  readonly unmerged: readonly string[];
  readonly commits: ReadonlySet<string>;
  /** Object ids of everything a ref, a reflog of the stash or a submodule reaches. */
  readonly objects: ReadonlySet<string>;
}

function contentsIn(repository: string): Contents {
  const objects = reachable(repository);
  const hash = git(repository, 'rev-parse', '--show-object-format').trim();
  const staged = git(repository, 'ls-files', '-s', '-z').split('\0').slice(0, -1);
  const files = new Map(filesBelow(repository, hash));
  return {
    files,
    cleaned: cleanedIn(repository, files),
    staged: new Map(
      staged
        .filter(record => !record.startsWith('160000'))
        .map(record => [record.slice(record.indexOf('\t') + 1), record.split(' ')[1] ?? '']),
    ),
    unmerged: [...new Set(git(repository, 'diff', '--name-only', '--diff-filter=U', '-z').split('\0').filter(Boolean))],
    commits: new Set(objects.filter(line => !line.includes(' '))),
    objects: new Set(objects.map(line => line.split(' ')[0] ?? '')),
  };
}

/** Lines of `rev-list --objects`; the commits that a stash is made of are no commits to a person. */
function reachable(repository: string): string[] {
  const stashes = git(repository, 'stash', 'list', '--format=%H %P').split('\n').filter(Boolean);
  // Changes that a rebase or a merge under way has put aside come back with it.
  const aside = ['rebase-merge/autostash', 'MERGE_AUTOSTASH']
    .map(name => join(repository, git(repository, 'rev-parse', '--git-path', name).trim()))
    .filter(path => existsSync(path));
  const tips = [
    ...stashes.map(line => line.split(' ')[0] ?? ''),
    ...aside.map(path => readFileSync(path, 'utf8').trim()),
  ];
  const parts = new Set(stashes.flatMap(line => line.split(' ').slice(2)));
  const all = ['rev-list', '--objects', ...tips, '--exclude=refs/sluice/*', '--all'];
  const own = git(repository, ...all)
    .split('\n')
    .slice(0, -1);
  return [...own.map(line => (parts.has(line) ? `${line} part of a stash` : line)), ...ofSubmodules(repository)];
}

/** Their files are among ours, so that their objects have to be as well. */
function ofSubmodules(repository: string): string[] {
  const modules = join(repository, git(repository, 'rev-parse', '--git-common-dir').trim(), 'modules');
  if (!existsSync(modules)) return [];
  const words = ['--git-dir=.', '--work-tree=.', 'rev-list', '--objects', '--all', '--indexed-objects'];
  return readdirSync(modules).flatMap(name =>
    git(join(modules, name), ...words)
      .split('\n')
      .slice(0, -1),
  );
}

function cleanedIn(repository: string, files: ReadonlyMap<string, string>): Map<string, string> {
  const paths = [...files.keys()].filter(path => lstatSync(join(repository, path)).isFile());
  if (paths.length === 0) return new Map();
  const oids = git(repository, 'hash-object', '--', ...paths).split('\n');
  return new Map(paths.map((path, at) => [path, oids[at] ?? '']));
}

function* filesBelow(root: string, hash: string, under = ''): Generator<[string, string]> {
  for (const entry of readdirSync(join(root, under), { withFileTypes: true })) {
    const path = under === '' ? entry.name : `${under}/${entry.name}`;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) yield* filesBelow(root, hash, path);
    else yield [path, idOf(join(root, path), hash)];
  }
}

function idOf(path: string, hash: string): string {
  const bytes = lstatSync(path).isSymbolicLink() ? Buffer.from(readlinkSync(path)) : readFileSync(path);
  return createHash(hash).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

/** The paths a snapshot would hold. */
function savedIn(repository: string, surveys: readonly Survey[]): ReadonlySet<string> {
  const paths = surveys.flatMap(({ repository: { workTree }, changed, untracked }) => {
    const prefix = workTree.startsWith(`${repository}/`) ? `${workTree.slice(repository.length + 1)}/` : '';
    const edited = [...(changed ?? [])].flatMap(([path, found]) => (found === null ? [] : [path]));
    return [...edited, ...untracked.map(({ path }) => path)].map(path => `${prefix}${path}`);
  });
  return new Set(paths);
}

/** What the index has of a file that is only meant to be added. */
const EMPTY = ['sha1', 'sha256'].map(name => createHash(name).update('blob 0\0').digest('hex'));

function compared(
  before: Contents,
  after: Contents,
  saved: ReadonlySet<string>,
): Pick<Foresight, 'unsaved' | 'lost' | 'lostStaged' | 'unreachable' | 'conflicts'> {
  const gone = [...before.files].filter(([path, oid]) => after.files.get(path) !== oid);
  const kept = new Set([
    ...[before, after].flatMap(({ objects }) => [...objects]),
    ...[after.staged, after.files, after.cleaned].flatMap(each => [...each.values()]),
  ]);
  const isKept = ([path, oid]: readonly [string, string]) => kept.has(oid) || kept.has(before.cleaned.get(path) ?? '');
  const lost = gone.filter(each => !isKept(each)).map(([path]) => path);
  const restaged = [...before.staged].filter(
    ([path, oid]) => !kept.has(oid) && !lost.includes(path) && !EMPTY.includes(oid),
  );
  return {
    unsaved: gone.filter(([path, oid]) => before.staged.get(path) !== oid && !saved.has(path)).map(([path]) => path),
    lost,
    lostStaged: restaged.map(([path]) => path),
    unreachable: [...before.commits].filter(oid => !after.commits.has(oid)),
    conflicts: after.unmerged.filter(path => !before.unmerged.includes(path)),
  };
}

/** Commands whose purpose is another index: that a staged version goes is no news. */
const INDEX_ONLY =
  /^git (?:add|commit|read-tree -m|reset(?: HEAD~1.*| --soft.*)?$|restore --staged|rm --cached|update-index)/;

/** Where the prediction says less than what happened; what is called unknown, and what a sentence says, is no lie. */
export function liesIn(text: string, found: Foresight): string[] {
  const { impact, went, lost, lostStaged, unreachable, conflicts, hooks } = found;
  const says = (start: string) => impact.sentences.some(sentence => sentence.startsWith(start));
  const named: readonly string[] =
    impact.sentences.find(sentence => sentence.startsWith('Hooks may run'))?.match(/[\w-]+/g) ?? [];
  const silent = hooks.filter(hook => !named.includes(hook));
  const untoldHooks = silent.map(hook => `hook ${hook}`);
  // Of a pull it is said that nobody has looked what came since.
  const isDated = /^git pull/.test(text) && impact.sentences.some(sentence => sentence.includes('the last fetch'));
  if (impact.unknown !== null || isDated) return untoldHooks;
  const told = new Set(impact.lost.items);
  const commits = new Set(impact.unreachable.items.map(({ oid }) => oid));
  const stops = says('Stops at') || says('Conflicts in');
  const isNews = !INDEX_ONLY.test(text) && !says('The staged version of');
  const untold = [...lost, ...(isNews ? lostStaged : [])].filter(path => !told.has(path));
  const lies = [
    ...untoldHooks,
    ...untold.map(path => `lost ${path}`),
    ...(says('Drops the stash') ? [] : unreachable.filter(oid => !commits.has(oid)).map(oid => `unreachable ${oid}`)),
    ...(stops ? [] : conflicts.filter(path => !impact.conflicts.items.includes(path)).map(path => `conflict ${path}`)),
  ];
  return impact.refused && went && lost.length + unreachable.length > 0 ? ['not refused', ...lies] : lies;
}
