import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { AskGit } from '../ask-git.ts';
import { GitFailure } from '../reader.ts';
import type { InspectedRepository } from './git-directories.ts';
import type { Derived } from './stamp-cache.ts';

/** The mode of a gitlink, as the index has it. */
const GITLINK_MODE = Buffer.from([0, 0, 0xe0, 0]);
/** The extension by which an index keeps its entries in another file, which then lies beside it. */
const SPLIT_INDEX = Buffer.from('link');
const SHARED_INDEX = /^sharedindex\./;
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
  // A file may be called so too.
  const mayBeSplit = bytes.includes(SPLIT_INDEX) && (await readdir(gitDirectory)).some(name => SHARED_INDEX.test(name));
  if (!mayBeSplit && !bytes.includes(GITLINK_MODE)) return { value: [], from };
  const listed = await ask(LIST, top);
  if (!listed.ok) throw new GitFailure(`git ls-files: ${listed.message}`);
  const paths = listed.text.split('\0').flatMap(entry => /^160000 \S+ \d\t(.+)$/s.exec(entry)?.[1] ?? []);
  return { value: [...new Set(paths)].map(path => join(top, path)), from };
}
