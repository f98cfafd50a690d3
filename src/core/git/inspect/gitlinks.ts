import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskGit } from '../ask-git.ts';
import { GitFailure } from '../reader.ts';
import type { InspectedRepository } from './git-directories.ts';
import { mayHoldGitlinks } from './gitlink-bytes.ts';
import type { Derived } from './stamp-cache.ts';

const LIST = ['ls-files', '--stage', '-z'];

/** The folders that an index holds as submodules. Most hold none, which a look at its bytes tells without a process. */
export async function gitlinksOf(
  { gitDirectory, top }: InspectedRepository,
  ask: AskGit,
): Promise<Derived<readonly string[]>> {
  const index = join(gitDirectory, 'index');
  const from = [{ path: index }];
  if (top === undefined) return { value: [], from };
  // Whoever opens a pipe of that name waits for a writer that may never come.
  const isFile = await stat(index).then(
    found => found.isFile(),
    () => false,
  );
  const bytes = isFile ? await readFile(index) : undefined;
  if (bytes === undefined) return { value: [], from };
  if (!mayHoldGitlinks(bytes, await readdir(gitDirectory))) return { value: [], from };
  const listed = await ask(LIST, top);
  if (!listed.ok) throw new GitFailure(`git ls-files: ${listed.message}`);
  const paths = listed.text.split('\0').flatMap(entry => /^160000 \S+ \d\t(.+)$/s.exec(entry)?.[1] ?? []);
  return { value: [...new Set(paths)].map(path => join(top, path)), from };
}
