import type { AskGit } from './ask-git.ts';
import { createStampCache } from './inspect/stamp-cache.ts';
import { findProgram } from './programs.ts';

export type GitVersion = readonly [major: number, minor: number, patch: number];

/** Protections of git that a read relies on, and the first version of each line of releases that has them. */
const PROTECTIONS = {
  /** safe.bareRepository: a bare repository among the files is not taken for the one to work in. */
  'bare-repository': [[2, 38, 0]],
  /** CVE-2024-32465: the other side of a read of a local repository fetches nothing and so starts nothing. */
  'local-upload-pack': [
    [2, 39, 4],
    [2, 40, 2],
    [2, 41, 1],
    [2, 42, 2],
    [2, 43, 4],
    [2, 44, 1],
    [2, 45, 1],
  ],
} as const satisfies Record<string, readonly GitVersion[]>;

export type Protection = keyof typeof PROTECTIONS;

/** What `git --version` prints; undefined when it says no number. */
export function parseGitVersion(text: string): GitVersion | undefined {
  const [, major, minor, patch = '0'] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

/** False also for a version that could not be told. */
export function hasProtection(version: GitVersion | undefined, protection: Protection): boolean {
  if (version === undefined) return false;
  const since: readonly GitVersion[] = PROTECTIONS[protection];
  const [major, minor, patch] = version;
  const line = since.find(first => first[0] === major && first[1] === minor);
  if (line !== undefined) return patch >= line[2];
  const newest = since.at(-1);
  return newest !== undefined && (major > newest[0] || (major === newest[0] && minor > newest[1]));
}

/** Tells the version of a git, which it is asked only once for as long as its file stays the same. */
export function createGitVersions(
  ask: AskGit,
  environment: Readonly<Record<string, string | undefined>>,
): (git: string) => Promise<GitVersion | undefined> {
  return createStampCache(
    git => git,
    async git => {
      const file = await findProgram(git, environment);
      const answer = await ask(['--version'], '/');
      return { value: answer.ok ? parseGitVersion(answer.text) : undefined, from: [{ path: file ?? git }] };
    },
  );
}
