import { readFile, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import type { ForeseenLine } from '../write-line.ts';
import { fields } from './git-output.ts';
import { type Impact, type ImpactContext, impact, listed, unknownImpact } from './impact.ts';
import { lostWords, refused } from './wording.ts';

/** A patch above this is not shown as a preview. */
const MOST_SHOWN = 256 * 1024;

/** The effect of git-apply on the index or on files, by git's own reading of the patch. */
export async function applyImpact({ walked, cwd }: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const patches = walked.positionals.map(path => resolve(cwd, path));
  if (patches.length === 0) return unknownImpact('Sluice gives git apply no input, so it needs the name of a patch.');
  const { workTree } = context.repository;
  const [cached, reverse] = ['--cached', '--reverse'].map(name => inForce(walked, name));
  const how = [...(cached ? ['--cached'] : []), ...(reverse ? ['-R'] : [])];
  const look = (first: '--numstat' | '--check', ...rest: string[]) =>
    context.git.tryRead(['apply', first, ...rest, '--', ...patches], workTree);
  const [rows, fits] = await Promise.all([look('--numstat', '-z'), look('--check', '--whitespace=nowarn', ...how)]);
  if (rows === undefined) return refused('this is not a patch that git can read.');
  const preview = patches.length === 1 ? await previewOf(patches[0] ?? '') : null;
  const changes = fields(rows).map(parseRow);
  const files = changes.map(({ path }) => path);
  const parts = { files: listed(files), preview };
  if (fits === undefined) return refused('the patch does not fit what is there now.', parts);
  const lines = changes.reduce((sum, { added, removed }) => sum + added + removed, 0);
  const what = `${plural(lines, 'changed line')} in ${plural(files.length, 'file')}`;
  if (cached)
    return impact({ ...parts, sentences: [`${reverse ? 'Unstages' : 'Stages'} ${what}; the files stay as they are.`] });
  const dirty = await changedOnDisk(files, context);
  const sentence = reverse ? `Takes back ${what}.` : `Makes ${what}.`;
  return impact({ ...parts, lost: listed(dirty), sentences: [...lostWords(dirty.length), sentence] });
}

const parseRow = (row: string) => {
  const [added, removed, ...path] = row.split('\t');
  return { added: Number(added) || 0, removed: Number(removed) || 0, path: path.join('\t') };
};

/** Those whose content is nowhere but on disk. */
async function changedOnDisk(files: readonly string[], { git, repository }: ImpactContext): Promise<string[]> {
  const { workTree } = repository;
  const [changed, untracked] = await Promise.all([
    git.readOrThrow(['diff-files', '--name-only', '-z', '--', ...files], workTree, { literalPaths: true }),
    git.readOrThrow(['ls-files', '--others', '-z', '--', ...files], workTree, { literalPaths: true }),
  ]);
  return [...fields(changed), ...fields(untracked)];
}

async function previewOf(patch: string): Promise<Impact['preview']> {
  const found = await stat(patch).catch(() => undefined);
  if (!found?.isFile() || found.size > MOST_SHOWN) return null;
  return { kind: 'patch', text: await readFile(patch, 'utf8') };
}
