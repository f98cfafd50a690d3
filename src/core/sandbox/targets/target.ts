import { realpath } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import * as z from 'zod/mini';
import { isWithin } from '../../../shared/paths.ts';
import type { GitProcessOptions } from '../../git/ask-git.ts';
import { gitDirectoriesAt } from '../../git/inspect/git-directories.ts';
import { type Git, withOptions } from '../../git/writer.ts';
import { parseCoreConfig } from '../../repository/core-config.ts';
import { discover, type Repository } from '../../repository/discover.ts';
import { disk } from '../../repository/files.ts';
import { locate } from '../../repository/locate.ts';
import { hashOf } from '../../writes/journal/storage/hash-name.ts';
import { SandboxFailure } from '../failure.ts';
import { branchName } from './branch-name.ts';

const line = z.string().check(
  z.minLength(1),
  z.maxLength(4096),
  z.refine(text => !/\p{Cc}/u.test(text), 'holds a control character'),
);
const branch = line.check(z.describe('A branch, such as "feature/report".'));

/** Where a staged commit can go, and where files can come from. */
export const gitTarget = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('local'),
    path: line.check(z.describe('An open repository, or a folder in it; "." is the first.')),
    branch: z.optional(branch),
  }),
  z.strictObject({
    type: z.literal('local-bare'),
    path: line.check(z.describe('A bare repository in a workspace folder. Its default branch is meant.')),
  }),
  z.strictObject({
    type: z.literal('github'),
    repo: line.check(z.describe('A repository on GitHub as owner/name, or host/owner/name.')),
    branch: z.optional(branch),
  }),
]);

export type GitTarget = z.infer<typeof gitTarget>;
/** One whose repository is on this machine. */
export type LocalGitTarget = Exclude<GitTarget, { type: 'github' }>;

/** A target in a few words, from the input alone. */
export const targetName = (target: GitTarget): string =>
  target.type === 'github' ? `${target.repo} on GitHub` : target.path;

/** A target as a setting names it: `.`, `libs/core#next`, `github:octo/demo`, or the folder of a bare repository, whose name ends in `.git`. */
export function targetFromSetting(text: string): GitTarget | undefined {
  const [, path = '', branch] = /^([^#]*)(?:#(.+))?$/.exec(text.trim()) ?? [];
  if (path === '') return undefined;
  const [, repo] = /^github:(.+)$/.exec(path) ?? [];
  const named = branch === undefined ? {} : { branch };
  if (repo !== undefined) return gitTarget.safeParse({ type: 'github', repo, ...named }).data;
  const isBare = /[^/\\]\.git$/.test(path);
  return gitTarget.safeParse(isBare ? { type: 'local-bare', path } : { type: 'local', path, ...named }).data;
}

/** The repository of a target, and how git is asked about it. */
export interface TargetRepository {
  readonly type: LocalGitTarget['type'];
  /** As people read it. */
  readonly shown: string;
  /** Where git is started. */
  readonly folder: string;
  /** The real path of what all its work trees share: the same for all ways to it. */
  readonly commonDirectory: string;
  /** The name under which the sandbox notes where it has come from. */
  readonly key: string;
  readonly gitDirectory: string;
  /** Undefined for a bare one. */
  readonly repository: Repository | undefined;
  /** git for this repository; objects are read as they are stored, whatever replace refs say. */
  readonly git: Git;
  readonly hash: 'sha1' | 'sha256';
  /** As given; undefined where a name is to be chosen, or the default is meant. */
  readonly branch: string | undefined;
}

export interface TargetOptions {
  readonly git: Git;
  /** The workspace folders and the roots of open repositories. */
  readonly roots: () => readonly string[];
}

/** The repository of a target, if it is one of the workspace: a sandbox leads nowhere else. */
export async function openTarget(target: LocalGitTarget, options: TargetOptions): Promise<TargetRepository> {
  const roots = await Promise.all(options.roots().map(root => realpath(root).catch(() => root)));
  const [first] = roots;
  if (first === undefined) throw badTarget(target.path, 'no folder is open');
  const path = resolve(first, target.path);
  const real = await realpath(path).catch(() => undefined);
  if (real === undefined) throw badTarget(target.path, 'it is not there');
  if (!roots.some(root => isWithin(root, real))) throw badTarget(target.path, 'it is in no folder of the workspace');
  if (target.type === 'local-bare') return bareAt(target, real, options.git);
  const located = await locate(real, roots);
  if (!located.ok) throw badTarget(target.path, 'it is in no repository of the workspace');
  const { root, name: _, ...repository } = located.repository;
  const { commonDirectory, gitDirectory } = repository;
  return {
    ...{
      type: target.type,
      shown: root,
      folder: root,
      commonDirectory,
      key: commonDirectory,
      gitDirectory,
      repository,
    },
    git: withOptions(options.git, { asStored: true }),
    hash: await hashOf(commonDirectory),
    branch: target.branch === undefined ? undefined : branchName(target.branch),
  };
}

/** A git directory is bare only if its config says so: that of a work tree has branches that are checked out. */
async function bareAt(target: LocalGitTarget, path: string, git: Git): Promise<TargetRepository> {
  const found = await gitDirectoriesAt(path);
  if (found === undefined) throw badTarget(target.path, 'it is no bare repository');
  const { bare } = parseCoreConfig((await disk.readFile(join(found.commonDirectory, 'config'))) ?? '');
  if (bare !== true || found.linked || basename(found.gitDirectory) === '.git')
    throw badTarget(target.path, 'it belongs to a work tree: name that as a target of type local');
  const { gitDirectory, commonDirectory } = found;
  const at: GitProcessOptions['at'] = { gitDirectory, workTree: gitDirectory };
  return {
    ...{ type: target.type, shown: path, folder: gitDirectory, commonDirectory, key: commonDirectory, gitDirectory },
    repository: undefined,
    git: withOptions(git, { asStored: true, at }),
    hash: await hashOf(commonDirectory),
    branch: undefined,
  };
}

/** The repository a target of another kind is noted for: the first of the workspace that has a journal. */
export async function firstRepository(roots: readonly string[]): Promise<Repository | undefined> {
  for (const root of roots) {
    const found = await discover(root);
    if (found.ok) return found.repository;
  }
  return undefined;
}

const badTarget = (path: string, why: string) =>
  new SandboxFailure('bad-target', `'${path}' cannot be a target: ${why}.`, 'Name an open repository, such as ".".');
