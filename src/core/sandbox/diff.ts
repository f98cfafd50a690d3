import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { GitReader } from '../git/reader.ts';
import { withTemporary } from '../git/temporary.ts';
import type { StagedCommit, Stored } from './files/state.ts';
import type { Sandbox } from './sandbox.ts';
import { sizeText } from './sizes.ts';
import { headOf, shortId, subjectOf, unstagedFiles } from './stage.ts';

/** A file before and after; null for a side on which there is none. */
export interface FilePair {
  readonly path: string;
  readonly before: Stored | null;
  readonly after: Stored | null;
}

/** git itself compares the texts; of all that a config or a file beside them says, nothing counts. */
const DIFF = ['--no-index', '--no-color', '--no-ext-diff', '--no-textconv', '--no-renames', '--unified=3'] as const;
const PREFIXES = ['--src-prefix=a/', '--dst-prefix=b/', '--diff-algorithm=histogram', '--no-indent-heuristic'] as const;
/** The largest difference that is shown: a longer one is not read by anybody. */
const MOST_BYTES = 4 * 1024 * 1024;

/** What a staged commit changes, or what is not staged yet, as a unified diff. */
export async function diffText(git: GitReader, sandbox: Sandbox, commit: StagedCommit | undefined): Promise<string> {
  if (commit !== undefined)
    return [
      `Staged commit: ${shortId(commit)} ${JSON.stringify(subjectOf(commit))}`,
      '',
      await diffOf(git, sandbox, pairsOf(commit), `staged commit ${shortId(commit)}`),
    ].join('\n');
  const { state } = sandbox;
  const head = headOf(state);
  const pairs = unstagedFiles(state).map(({ path }): FilePair => {
    const file = state.files.get(path);
    const after = file ? { sha256: file.sha256, size: file.size, mode: file.mode } : null;
    return { path, before: head(path), after };
  });
  if (pairs.length === 0) return 'Nothing has changed since it was staged or pulled.';
  return `Not staged:\n\n${await diffOf(git, sandbox, pairs, 'the sandbox')}`;
}

export const pairsOf = ({ files }: StagedCommit): FilePair[] =>
  files.map(({ path, base, content }) => ({ path, before: base, after: content }));

/** The differences of some files, each content checked as it is read; `where` is said of one that is missing. */
export async function diffOf(
  git: GitReader,
  { contents }: Pick<Sandbox, 'contents'>,
  pairs: readonly FilePair[],
  where: string,
): Promise<string> {
  return withTemporary('sandbox', async folder => {
    const sides = [join(folder, 'a'), join(folder, 'b')] as const;
    await Promise.all(sides.map(side => mkdir(side)));
    // Names of ours: no path of an agent is one of this disk.
    for (const [at, { path, before, after }] of pairs.entries())
      for (const [side, content] of [
        [sides[0], before],
        [sides[1], after],
      ] as const)
        if (content !== null)
          await writeFile(join(side, nameOf(at)), await contents.get(content.sha256, `${path} of ${where}`), {
            mode: 0o600,
          });
    const answer = await git.read(['diff', ...DIFF, ...PREFIXES, '--', 'a', 'b'], folder, {
      accepts: [1],
      mostBytes: MOST_BYTES,
    });
    if (!answer.ok && answer.reason !== 'too-much') throw new Error(`git diff: ${answer.message}`);
    const hunks = answer.ok ? hunksByName(answer.text) : undefined;
    return pairs.map((pair, at) => fileDiff(pair, hunks && (hunks.get(nameOf(at)) ?? ''))).join('\n');
  });
}

const nameOf = (at: number): string => String(at).padStart(6, '0');

/** What git printed of each file, from its first hunk on. */
function hunksByName(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split(/^(?=diff --git a\/)/m)) {
    const name = /^diff --git a\/(?:[ab]\/)?(\d{6}) /.exec(part)?.[1];
    const body = /^(?:@@ |Binary files )/m.exec(part);
    if (name !== undefined && body !== null) found.set(name, part.slice(body.index));
  }
  return found;
}

/** `hunks` is undefined where all of it together is too long to be shown. */
function fileDiff({ path, before, after }: FilePair, hunks: string | undefined): string {
  const modes =
    before !== null && after !== null && before.mode !== after.mode
      ? [`old mode ${before.mode}`, `new mode ${after.mode}`]
      : before === null && after?.mode === '100755'
        ? ['new file mode 100755']
        : [];
  const heads = [
    before === null ? '--- /dev/null' : `--- a${path}`,
    after === null ? '+++ /dev/null' : `+++ ${before === null ? '' : 'b'}${path}`,
  ];
  const sizes = `${before ? sizeText(before.size) : 'none'} → ${after ? sizeText(after.size) : 'none'}`;
  if (hunks === undefined) return [...modes, ...heads, `Too long to be shown here (${sizes}).`, ''].join('\n');
  if (hunks.startsWith('Binary files ')) return [...modes, ...heads, `Binary file (${sizes}).`, ''].join('\n');
  return [...modes, ...heads, hunks].join('\n');
}
