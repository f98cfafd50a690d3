import { basename, join, sep } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { type FileOutcome, kindOnDisk, lossesOf } from '../impact/file-outcome.ts';
import { fields } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { fromRoot } from '../impact/paths.ts';
import { stray } from '../impact/switching.ts';
import { lostWords, quoted, refused } from '../impact/wording.ts';
import { type FileState, workTree } from '../impact/work-tree.ts';
import { trackedFiles } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine } from './write-line.ts';

/** git-mv(1): renames tracked files; with `-f` also over a file that is there. */
export const mv = write('mv', {
  options: {
    flag: ['-f --force', '-k', '-n --dry-run', '-v --verbose', '--sparse'],
  },
  touches: ({ loose }) => ({ ...trackedFiles, untracked: loose.mayHave('--force') ? 'ignored' : 'visible' }),
  allowance: { options: ['--verbose', '-k'] },
  examples: { local: ['git mv a.txt b.txt', 'git mv -f a.txt b.txt', 'git mv a.txt b.txt src'] },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const sources = walked.positionals.slice(0, -1);
  const last = walked.positionals.at(-1);
  if (last === undefined || sources.length === 0) return refused('it takes what to move and where to.');
  const { workTree: root } = context.repository;
  const target = fromRoot(last, line, context);
  const intoFolder = (await kindOnDisk(join(root, target))) === 'folder';
  if (!intoFolder && sources.length > 1) return refused(`${quoted(last)} is no folder.`);
  const [listedFiles, tree] = await Promise.all([
    context.git.readOrThrow(['ls-files', '-z', '--full-name', '--', ...sources], line.cwd, { literalPaths: true }),
    workTree(context),
  ]);
  const tracked = fields(listedFiles);
  const overwritten: string[] = [];
  const moved: string[] = [];
  for (const source of sources) {
    const from = fromRoot(source, line, context);
    const to = intoFolder ? join(target, basename(from)).split(sep).join('/') : target;
    const own = tracked.filter(path => path === from || path.startsWith(`${from}/`));
    const there = await kindOnDisk(join(root, to));
    const why = await objection(from, to, own, there, tree.files, inForce(walked, '--force'), root);
    if (why !== undefined && !inForce(walked, '-k')) return refused(why);
    if (why !== undefined) continue;
    moved.push(...own);
    if (there !== undefined) overwritten.push(to);
  }
  const lost = (await lossesOf(await overwrites(overwritten, tree.files, context), context)).any;
  return impact({
    sentences: [...lostWords(lost.length), `Moves ${plural(moved.length, 'file')}.`],
    lost: listed(lost),
    files: listed(moved),
    preview: lost.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(lost).items } : null,
  });
}

async function objection(
  from: string,
  to: string,
  own: readonly string[],
  there: Awaited<ReturnType<typeof kindOnDisk>>,
  files: readonly FileState[],
  force: boolean,
  root: string,
): Promise<string | undefined> {
  const source = await kindOnDisk(join(root, from));
  if (source === undefined) return `${quoted(from)} is not there.`;
  if (own.length === 0) return `${quoted(from)} is not tracked.`;
  if (files.some(({ path, unmerged }) => path === from && unmerged)) return `${quoted(from)} is in conflict.`;
  if (`${to}/`.startsWith(`${from}/`)) return `${quoted(from)} cannot go into itself.`;
  if (there !== undefined && !(force && source !== 'folder' && there !== 'folder'))
    return `${quoted(to)} is there already.`;
  const parent = to.includes('/') ? to.slice(0, to.lastIndexOf('/')) : '';
  if ((await kindOnDisk(join(root, parent))) !== 'folder') return `the folder ${quoted(parent)} is not there.`;
  return undefined;
}

/** A file that is as in HEAD has no state, and nothing to lose. */
async function overwrites(
  paths: readonly string[],
  files: readonly FileState[],
  context: ImpactContext,
): Promise<FileOutcome[]> {
  if (paths.length === 0) return [];
  const { workTree: root } = context.repository;
  const tracked = new Set(
    fields(await context.git.readOrThrow(['ls-files', '-z', '--', ...paths], root, { literalPaths: true })),
  );
  const states = new Map(files.map(file => [file.path, file]));
  return paths.flatMap(path => {
    const file = states.get(path);
    if (file?.tracked) return [{ file, index: null, disk: null }];
    return tracked.has(path) ? [] : [stray(path, null)];
  });
}
