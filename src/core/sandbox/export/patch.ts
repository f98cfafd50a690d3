import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitReader } from '../../git/reader.ts';
import { withTemporary } from '../../git/temporary.ts';
import type { FilePair } from '../diff.ts';
import { SandboxFailure } from '../failure.ts';
import { sandboxPath, WORKSPACE } from '../files/paths.ts';
import { isSameContent } from '../files/state.ts';
import type { SandboxView } from '../sandboxes.ts';

const DIFF = ['--no-index', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--unified=3'] as const;
const EXACT = ['--binary', '--full-index', '--src-prefix=a/', '--dst-prefix=b/', '--diff-algorithm=histogram'] as const;
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * What a sandbox changes in the repository it came from, as a patch that `git apply` takes: binary files and modes too.
 * Undefined where nothing is another.
 */
export async function patchOf(git: GitReader, { state, contents }: SandboxView): Promise<string | undefined> {
  const paths = [...new Set([...state.files.keys(), ...state.bases.keys()])]
    .filter(path => sandboxPath(path).zone === WORKSPACE)
    .sort();
  const pairs = paths
    .map((path): FilePair => ({ path, before: state.bases.get(path) ?? null, after: state.files.get(path) ?? null }))
    .filter(({ before, after }) => !isSameContent(before, after));
  if (pairs.length === 0) return undefined;
  return withTemporary('sandbox', async folder => {
    const sides = ['a', 'b'] as const;
    await Promise.all(sides.map(side => mkdir(join(folder, side))));
    // Names of ours: no path of an agent is one of this disk.
    for (const [at, { path, before, after }] of pairs.entries())
      for (const [side, content] of [['a', before] as const, ['b', after] as const])
        if (content !== null)
          await writeFile(join(folder, side, nameOf(at)), await contents.get(content.sha256, path), { mode: 0o600 });
    const answer = await git.read(['diff', ...DIFF, ...EXACT, '--', 'a', 'b'], folder, {
      accepts: [1],
      mostBytes: MOST_BYTES,
    });
    if (!answer.ok)
      throw new SandboxFailure('quota', `No patch was made: ${answer.message}`, 'Save the sandbox as a zip instead.');
    const found = partsByName(answer.text);
    return pairs.map((pair, at) => filePatch(pair, found.get(nameOf(at)))).join('');
  });
}

const nameOf = (at: number): string => String(at).padStart(6, '0');

/** What git printed of one file. */
interface Part {
  /** The ids of both contents. */
  readonly index: string;
  /** From the first hunk on; '' for a file without a line. */
  readonly body: string;
}

function partsByName(text: string): ReadonlyMap<string, Part> {
  const found = new Map<string, Part>();
  for (const part of text.split(/^(?=diff --git )/m)) {
    const name = /^diff --git a\/(?:[ab]\/)?(\d{6}) /.exec(part)?.[1];
    const body = /^(?:@@ |GIT binary patch$)/m.exec(part);
    const index = /^index ([0-9a-f]+\.\.[0-9a-f]+)/m.exec(part)?.[1];
    if (name !== undefined && index !== undefined) found.set(name, { index, body: body ? part.slice(body.index) : '' });
  }
  return found;
}

/** Its heads are written here: those of git name the files they were compared as. `part` is undefined where only the mode changes. */
function filePatch({ path, before, after }: FilePair, part: Part | undefined): string {
  const { inside } = sandboxPath(path);
  const [old, now] = [quoted(`a/${inside}`), quoted(`b/${inside}`)];
  const modes =
    before === null
      ? [`new file mode ${after?.mode}`]
      : after === null
        ? [`deleted file mode ${before.mode}`]
        : before.mode === after.mode
          ? []
          : [`old mode ${before.mode}`, `new mode ${after.mode}`];
  const sameMode = before !== null && before.mode === after?.mode ? ` ${before.mode}` : '';
  const index = part === undefined ? [] : [`index ${part.index}${sameMode}`];
  // A name with a blank ends in a tab, so that it ends where it ends.
  const end = /\s/.test(inside) ? '\t' : '';
  const names = part?.body.startsWith('@@ ')
    ? [`--- ${before === null ? '/dev/null' : old + end}`, `+++ ${after === null ? '/dev/null' : now + end}`]
    : [];
  return `${[`diff --git ${old} ${now}`, ...modes, ...index, ...names].join('\n')}\n${part?.body ?? ''}`;
}

/** As git writes a name: no backslash or control character is in a path of a sandbox. */
const quoted = (path: string): string => (path.includes('"') ? `"${path.replaceAll('"', '\\"')}"` : path);
