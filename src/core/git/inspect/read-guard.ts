import { realpath } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { isWithin } from '../../../shared/paths.ts';
import type { BeforeAsking } from '../ask-git.ts';
import { realPath } from '../boundary.ts';
import { disk, entriesOf } from '../disk.ts';
import { type GitVersion, hasProtection } from '../git-version.ts';
import { type ConfigEntry, isSayable } from '../own-config.ts';
import { refusalMessage } from '../refusal.ts';
import type { ConfigLine } from './config-listing.ts';
import { fileLines, fileOff, pathOfValue, stuckFileLines } from './file-keys.ts';
import { filterOff } from './filters.ts';
import { gitDirectoriesAt, gitLinkTarget, type InspectedRepository } from './git-directories.ts';
import { hookNames, hookOff } from './hooks.ts';
import type { FoundFilter, Inspection, Inspector, Target, Unanswered } from './inspection.ts';
import type { Known } from './known.ts';
import { type LocalRemote, localRemotes, repositoryPaths } from './local-remotes.ts';

/** A filter that the person has not seen, and the repository it is set up for. */
export interface NewFilter {
  readonly commonDirectory: string;
  readonly filter: FoundFilter;
}

/** Why a read is not run as one, and the word or path that decided. */
export interface Obstacle {
  readonly reason: 'acting-remote' | 'old-git' | 'outside-workspace' | 'unlisted-folder' | 'unsafe-config';
  readonly detail: string;
}

export type Guarded =
  | {
      readonly kind: 'guarded';
      readonly inspection: Inspection;
      /** Config that keeps the read from running or reading what the repository names and nobody has seen. */
      readonly config: readonly ConfigEntry[];
      readonly filtersOff: readonly NewFilter[];
      /** Keys whose file lies outside the workspace and is not read. */
      readonly filesOff: readonly string[];
    }
  | { readonly kind: 'obstacle'; readonly obstacle: Obstacle }
  | { readonly kind: 'unanswered'; readonly answer: Unanswered };

export interface ReadGuardOptions {
  readonly inspector: Inspector;
  readonly known: Pick<Known, 'hasFilter' | 'hasPlace' | 'hasLine'>;
  /** The workspace folders. */
  readonly roots: () => readonly string[];
  readonly home: string | undefined;
  /** Of the git that runs. */
  readonly version: () => Promise<GitVersion | undefined>;
}

/** A read that is about to run. */
export interface Look {
  readonly subcommand: string;
  /** The words after the subcommand of a read that talks to a remote. */
  readonly remoteWords?: readonly string[] | undefined;
}

/**
 * Looks, right before a read, at what git would use: repository, submodules, their config, and where their contents come
 * from.
 */
export type ReadGuard = (target: Target, look: Look) => Promise<Guarded>;

export function createReadGuard({ inspector, known, roots, home, version }: ReadGuardOptions): ReadGuard {
  const placeObstacle = async (
    repository: InspectedRepository,
    lines: readonly ConfigLine[],
    inside: Inside,
  ): Promise<Obstacle | undefined> => {
    const { paths, unknown } = await inspector.places(repository);
    const [unlisted] = unknown;
    if (unlisted !== undefined) return { reason: 'unlisted-folder', detail: unlisted };
    const [outside] = paths.filter(path => !inside(path) && !known.hasPlace(repository.commonDirectory, path));
    if (outside === undefined || (await pointsBack(repository, lines, inside))) return undefined;
    return { reason: 'outside-workspace', detail: outside };
  };

  /** The lines that lead to a file outside the workspace which was not there when it was trusted. */
  const linesOutside = async (
    lines: readonly ConfigLine[],
    repository: InspectedRepository,
    inside: Inside,
  ): Promise<ConfigLine[]> => {
    const outside: ConfigLine[] = [];
    for (const line of lines) {
      const path = pathOfValue(line.value, home);
      const real = path === undefined ? undefined : await realPath(resolve(baseOf(line, repository), path));
      if ((real === undefined || !inside(real)) && !known.hasLine(repository.commonDirectory, line)) outside.push(line);
    }
    return outside;
  };

  /** A local repository on the other side of a read is looked at like the one on this side. */
  const remoteObstacle = async (
    { path, line }: LocalRemote,
    { folder }: Target,
    { repository }: Inspection,
    subcommand: string,
    inside: Inside,
  ): Promise<Obstacle | undefined> => {
    const from = [...new Set([folder, repository?.top ?? folder])];
    const candidates = from.flatMap(base => repositoryPaths(resolve(base, path)));
    const there = await Promise.all(candidates.map(repositoryOf));
    const found = there.filter(each => each !== undefined);
    if (found.length === 0) return undefined;
    const isKnown = line !== undefined && known.hasLine(repository?.commonDirectory ?? '', line);
    const places = await Promise.all(found.map(each => inspector.places(each)));
    const isInside = places.every(({ paths, unknown }) => unknown.length === 0 && paths.every(inside));
    if (!isKnown && line?.scope !== 'own' && !isInside) return { reason: 'outside-workspace', detail: path };
    if (!hasProtection(await version(), 'local-upload-pack')) return { reason: 'old-git', detail: path };
    // Where something is to be pushed git lists what alternates have, by a program if the config there names one.
    const lists = found.map(({ commonDirectory }) => join(commonDirectory, 'objects/info/alternates'));
    const borrows = subcommand === 'push' && (await Promise.all(lists.map(disk.exists))).includes(true);
    return borrows ? { reason: 'acting-remote', detail: path } : undefined;
  };

  return async (target, { subcommand, remoteWords }) => {
    const inspected = await inspector.inspect(target);
    if (!inspected.ok) return { kind: 'unanswered', answer: inspected };
    const inside = await insideOf(roots());
    const config: ConfigEntry[] = [];
    const filtersOff: NewFilter[] = [];
    const filesOff: string[] = [];
    const obstacle = (reason: Obstacle['reason'], detail: string): Guarded => ({
      kind: 'obstacle',
      obstacle: { reason, detail },
    });
    for (const { repository, lines, filters } of inspected.inspections) {
      const commonDirectory = repository?.commonDirectory ?? '';
      if (repository !== undefined) {
        const place = await placeObstacle(repository, lines, inside);
        if (place !== undefined) return { kind: 'obstacle', obstacle: place };
        const files = await linesOutside(fileLines(lines), repository, inside);
        filesOff.push(...files.map(({ key }) => key));
        const stuck = stuckFileLines(lines, subcommand);
        const [elsewhere] = await linesOutside(stuck, repository, inside);
        if (elsewhere !== undefined) return obstacle('outside-workspace', elsewhere.value);
      }
      const unknown = filters.filter(filter => !known.hasFilter(commonDirectory, filter));
      filtersOff.push(...unknown.map(filter => ({ commonDirectory, filter })));
      const hooks = hookNames(lines);
      const unsayable = [...unknown.map(({ name }) => `filter.${name}`), ...hooks.map(name => `hook.${name}`)];
      const stuck = unsayable.find(key => !isSayable(key));
      if (stuck !== undefined) return obstacle('unsafe-config', stuck);
      config.push(...hooks.map(hookOff), ...unknown.flatMap(({ name }) => filterOff(name)));
    }
    config.push(...filesOff.map(fileOff));
    const [inspection] = inspected.inspections;
    if (await isEmbedded(target, inspection)) {
      const { folder } = target;
      if (!hasProtection(await version(), 'bare-repository')) return obstacle('old-git', folder);
    }
    const old = remoteWords && inspection.repository ? await oldRemote(inspection.repository) : undefined;
    if (old !== undefined) return obstacle('unsafe-config', old);
    for (const remote of localRemotes(remoteWords ?? [], remoteWords === undefined ? [] : inspection.lines)) {
      const found = await remoteObstacle(remote, target, inspection, subcommand, inside);
      if (found !== undefined) return { kind: 'obstacle', obstacle: found };
    }
    return { kind: 'guarded', inspection, config, filtersOff, filesOff };
  };
}

/** What a relative value starts from: an included file's from the one that includes it, any other from the work tree. */
const baseOf = ({ key, file }: ConfigLine, { top, gitDirectory }: InspectedRepository): string =>
  key.startsWith('include') ? dirname(file) : (top ?? gitDirectory);

/** True when git found the repository by taking the folder, or one around it, for a git directory. */
async function isEmbedded({ folder, gitDirectory }: Target, { repository }: Inspection): Promise<boolean> {
  if (gitDirectory !== undefined || repository === undefined) return false;
  return isWithin(repository.gitDirectory, (await realPath(folder)) ?? folder);
}

/** The repository whose git directory, or `.git` file, a path is. */
async function repositoryOf(path: string): Promise<InspectedRepository | undefined> {
  const link = await disk.readFile(path);
  const found = await gitDirectoriesAt(link === undefined ? path : gitLinkTarget(link, dirname(path)));
  return found && { ...found, top: undefined };
}

/** A file that says where a remote is as git did before its config could: what it leads to is not looked at. */
async function oldRemote({ commonDirectory }: InspectedRepository): Promise<string | undefined> {
  for (const folder of ['branches', 'remotes']) {
    const [file] = (await entriesOf(join(commonDirectory, folder))) ?? [];
    if (file !== undefined) return `.git/${folder}/${file.name}`;
  }
  return undefined;
}

type Inside = (path: string) => boolean;

async function insideOf(roots: readonly string[]): Promise<Inside> {
  // A root that is gone must not count as the folder it was in.
  const real = await Promise.all(roots.map(root => realpath(root).catch(() => undefined)));
  return path => real.some(root => root !== undefined && isWithin(root, path));
}

/**
 * True when a git directory outside the workspace says itself that its work tree is the one we look from, inside: so do
 * those of linked work trees and of submodules. Nobody who can write only to the workspace makes another's say so.
 */
async function pointsBack(
  repository: InspectedRepository,
  lines: readonly ConfigLine[],
  inside: Inside,
): Promise<boolean> {
  const { top, gitDirectory, linked } = repository;
  const real = top === undefined ? undefined : await realPath(top);
  if (real === undefined || !inside(real) || inside(gitDirectory)) return false;
  const back = linked
    ? dirname((await disk.readFile(join(gitDirectory, 'gitdir')))?.trimEnd() ?? '')
    : lines.findLast(({ key, file }) => key === 'core.worktree' && isWithin(gitDirectory, file))?.value;
  return back !== undefined && (await realPath(resolve(gitDirectory, back))) === real;
}

/** The guard as it stands before our own questions. */
export const beforeAsking =
  (guard: ReadGuard): BeforeAsking =>
  async (target, subcommand) => {
    const guarded = await guard(target, { subcommand });
    if (guarded.kind === 'unanswered') return guarded.answer;
    if (guarded.kind === 'guarded') return { ok: true, config: guarded.config };
    const { reason, detail } = guarded.obstacle;
    return { ok: false, reason, message: refusalMessage(reason, detail) };
  };
