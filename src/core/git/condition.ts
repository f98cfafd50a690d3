import { realpath, stat } from 'node:fs/promises';
import { resolve, sep } from 'node:path';
import { keyPatterns } from '../command/git/key-patterns.ts';
import { namesSecretFile } from '../command/secret-files.ts';
import type { Condition } from '../command/verdict.ts';
import type { ConfigLine } from './inspect/config-listing.ts';
import { refusal } from './refusal.ts';
import type { RunResult } from './result.ts';

/** The refusal of a read whose condition does not hold in this folder under this config; undefined when it holds. */
export async function refuseUnmet(
  { unset, files }: Condition,
  folder: string,
  lines: readonly ConfigLine[],
): Promise<RunResult | undefined> {
  for (const path of files) if (await isFolder(resolve(folder, path))) return refusal('leads-to-secrets', path);
  const fits = keyPatterns(unset);
  const line = lines.find(({ key }) => fits(key));
  return line && refusal('program-set', line.key, [{ starts: 'now', text: `${line.key} = ${line.value}` }]);
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    // A file that is not there shows nothing; of one that cannot be looked at the worst is assumed.
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/** The refusal of a read one of whose paths is a link to a file with secrets: the name of the link says nothing of them. */
export async function refuseSecretLink(paths: readonly string[], folder: string): Promise<RunResult | undefined> {
  for (const path of paths.filter(each => !namesSecretFile(each))) {
    // What is not there, or is no path, leads nowhere; what leads outside has been refused.
    const real = await realpath(resolve(folder, path)).catch(() => '');
    if (namesSecretFile(real.split(sep).slice(-2).join('/'))) return refusal('leads-to-secrets', path);
  }
  return undefined;
}
