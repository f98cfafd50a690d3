import { dirname, isAbsolute, join, resolve } from 'node:path';
import { isWithin } from '../../../shared/paths.ts';
import type { AskGit, GitAnswer } from '../ask-git.ts';
import { disk } from '../disk.ts';
import { GitFailure } from '../reader.ts';
import {
  type ConfigLine,
  LIST_CONFIG,
  LIST_CONFIG_BY_FILE,
  parseListing,
  parseListingByFile,
} from './config-listing.ts';
import { includeLines, pathOfValue } from './file-keys.ts';
import { type Filter, filtersOf, fingerprintOf, scriptWords } from './filters.ts';
import { foldersRead, type Places } from './folders-read.ts';
import { type GitDirectories, gitDirectoriesAt, type InspectedRepository } from './git-directories.ts';
import { gitlinksOf } from './gitlinks.ts';
import { createStampCache, type Derived, type Watched } from './stamp-cache.ts';

/** Where a read would run: a folder, and the git directory that `--git-dir` names, if it does. */
export interface Target {
  readonly folder: string;
  readonly gitDirectory?: string | undefined;
}

/** A filter and what identifies its programs as the person saw them. */
export interface FoundFilter extends Filter {
  readonly fingerprint: string;
}

/** A repository as git sees it from a folder, found out without running anything the repository names. */
export interface Inspection {
  /** Undefined where git finds no repository, or one it refuses to use. */
  readonly repository: InspectedRepository | undefined;
  readonly lines: readonly ConfigLine[];
  readonly filters: readonly FoundFilter[];
}

/** A question that git did not answer. */
export type Unanswered = Extract<GitAnswer, { readonly ok: false }>;

/** The repository first, then the submodules to which git goes on by itself, and theirs. */
export type InspectResult =
  | { readonly ok: true; readonly inspections: readonly [Inspection, ...Inspection[]] }
  | Unanswered;

export interface InspectorOptions {
  /** Asks git with the guards of a read, but without this one. */
  readonly ask: AskGit;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Inspector {
  /** Finds out which repositories a read would use and what their config says; asks git only when a file of them changed. */
  inspect(target: Target): Promise<InspectResult>;
  /** Where git reads a repository's contents from. */
  places(repository: InspectedRepository): Promise<Places>;
}

const TIMEOUT_MS = 10_000;
const DIRECTORIES = ['rev-parse', '--absolute-git-dir', '--git-common-dir', '--is-bare-repository', '--show-toplevel'];

export function createInspector({ ask, environment }: InspectorOptions): Inspector {
  const home = environment.HOME ?? environment.USERPROFILE;
  const own = ownFiles(environment, home);

  const askAt = (args: readonly string[], { folder, gitDirectory }: Target, accepts: readonly number[] = []) =>
    ask([...(gitDirectory === undefined ? [] : [`--git-dir=${gitDirectory}`]), ...args], folder, {
      timeoutMs: TIMEOUT_MS,
      accepts,
    });

  const list = async (target: Target): Promise<{ ok: true; lines: ConfigLine[] } | Unanswered> => {
    const answer = await askAt(LIST_CONFIG, target, [129]);
    if (!answer.ok) return answer;
    if (answer.exitCode !== 129) return { ok: true, lines: parseListing(answer.text) };
    const byFile = await askAt(LIST_CONFIG_BY_FILE, target);
    return byFile.ok ? { ok: true, lines: parseListingByFile(byFile.text, own) } : byFile;
  };

  const look = async (target: Target): Promise<Derived<Looked>> => {
    const { folder } = target;
    const [directories, listing] = await Promise.all([askAt(DIRECTORIES, target, [128]), list(target)]);
    if (!directories.ok) return { value: directories, from: [] };
    if (!listing.ok) return { value: listing, from: [] };
    const repository = await repositoryIn(directories.text, folder);
    const base = repository?.top ?? repository?.gitDirectory ?? folder;
    const lines = listing.lines.map((line): ConfigLine => {
      const file = resolve(base, line.file);
      // What lies in the work tree is the repository's, even if the person's own config includes it.
      const inside = repository?.top !== undefined && isWithin(repository.top, file);
      return { ...line, file, scope: inside ? 'repository' : line.scope };
    });
    const filters = await Promise.all(filtersOf(lines).map(filter => withFingerprint(filter, base)));
    return {
      value: { ok: true, inspection: { repository, lines, filters } },
      from: watched([
        ...own,
        ...lines.map(({ file }) => file),
        ...includeLines(lines).flatMap(({ file, value }) => includedFile(file, value, home)),
        ...(repository === undefined ? [] : repositoryFiles(repository, lines)),
        ...markersAbove(folder, repository?.top),
        ...filters.flatMap(filter => scriptWords(filter).map(word => resolve(base, word))),
      ]),
    };
  };

  const inspectOne = createStampCache(({ folder, gitDirectory = '' }: Target) => `${folder}\0${gitDirectory}`, look);
  const gitlinks = createStampCache(
    ({ gitDirectory, top = '' }: InspectedRepository) => `${gitDirectory}\0${top}`,
    repository => gitlinksOf(repository, ask),
  );

  /** Adds what is found from a folder and, unless it has been met, everything below it. */
  const inspectAll = async (target: Target, found: Map<string, Inspection>): Promise<Unanswered | undefined> => {
    const looked = await inspectOne(target);
    if (!looked.ok) return looked;
    const { inspection } = looked;
    const { repository } = inspection;
    const key = repository?.gitDirectory ?? '';
    if (found.has(key)) return undefined;
    found.set(key, inspection);
    const below = repository === undefined ? [] : await gitlinks(repository);
    for (const folder of below) {
      // Where nothing is checked out git looks no further.
      if (!(await disk.exists(join(folder, '.git')))) continue;
      const failed = await inspectAll({ folder }, found);
      if (failed !== undefined) return failed;
    }
    return undefined;
  };

  return {
    async inspect(target) {
      const found = new Map<string, Inspection>();
      const failed = await inspectAll(target, found);
      const [first, ...rest] = found.values();
      if (failed !== undefined) return failed;
      if (first === undefined) throw new Error('Nothing was inspected.');
      return { ok: true, inspections: [first, ...rest] };
    },
    places: createStampCache(({ gitDirectory }) => gitDirectory, foldersRead),
  };
}

type Looked = { readonly ok: true; readonly inspection: Inspection } | Unanswered;

/** Reads what `DIRECTORIES` printed. It throws for a name with a line break in it, which makes the answer unreadable. */
async function repositoryIn(text: string, folder: string): Promise<InspectedRepository | undefined> {
  if (text === '') return undefined;
  const [gitDirectory = '', common = '', bare = '', top = '', ...more] = text.split('\n');
  if (!['true', 'false'].includes(bare) || more.join('') !== '')
    throw new GitFailure(`The repository at '${folder}' lies in a folder whose name has a line break. Rename it.`);
  const found = await gitDirectoriesAt(gitDirectory);
  return {
    gitDirectory,
    commonDirectory: resolve(folder, common),
    linked: found?.linked ?? false,
    top: top === '' ? undefined : top,
  };
}

async function withFingerprint(filter: Filter, base: string): Promise<FoundFilter> {
  const scripts = scriptWords(filter)
    .map(word => resolve(base, word))
    .filter(path => isWithin(base, path));
  const contents = await Promise.all(scripts.map(path => disk.readFile(path)));
  return {
    ...filter,
    fingerprint: fingerprintOf(
      filter,
      contents.filter(text => text !== undefined),
    ),
  };
}

const watched = (paths: readonly string[]): Watched[] => [...new Set(paths)].map(path => ({ path }));

/** The files of the person's own config, there or not. */
function ownFiles(environment: InspectorOptions['environment'], home: string | undefined): string[] {
  const { GIT_CONFIG_GLOBAL, GIT_CONFIG_SYSTEM, XDG_CONFIG_HOME } = environment;
  const xdg = XDG_CONFIG_HOME ?? (home === undefined ? undefined : join(home, '.config'));
  return [
    GIT_CONFIG_SYSTEM ?? '/etc/gitconfig',
    GIT_CONFIG_GLOBAL,
    xdg === undefined ? undefined : join(xdg, 'git/config'),
    home === undefined ? undefined : join(home, '.gitconfig'),
  ].filter(file => file !== undefined && isAbsolute(file)) as string[];
}

function includedFile(from: string, value: string, home: string | undefined): string[] {
  const path = pathOfValue(value, home);
  return path === undefined ? [] : [resolve(dirname(from), path)];
}

function repositoryFiles({ gitDirectory, commonDirectory }: GitDirectories, lines: readonly ConfigLine[]): string[] {
  const onBranch = includeLines(lines).some(({ key }) => key.startsWith('includeif.onbranch:'));
  return [
    join(commonDirectory, 'config'),
    join(gitDirectory, 'config.worktree'),
    join(gitDirectory, 'commondir'),
    ...(onBranch ? [join(gitDirectory, 'HEAD')] : []),
  ];
}

/** What, coming or going, would make git find another repository from a folder. */
function markersAbove(folder: string, top: string | undefined): string[] {
  const markers: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    markers.push(
      ...['.git', '.git/HEAD', '.git/objects', '.git/refs', 'HEAD', 'objects', 'refs'].map(name => join(at, name)),
    );
    if (at === top || dirname(at) === at) return markers;
  }
}
