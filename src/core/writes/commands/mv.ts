import { basename, join, resolve, sep } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { type FileOutcome, kindOnDisk, lossesOf } from '../impact/file-outcome.ts';
import { fields } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { fromRoot } from '../impact/paths.ts';
import { stray } from '../impact/switch-outcome.ts';
import { lostWords, quoted, refused } from '../impact/wording.ts';
import { type FileState, workTree } from '../impact/work-tree.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import type { ForeseenLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-mv(1): renames tracked files; with `-f` also over a file that is there. */
export const mv = write('mv', {
  options: {
    flag: ['-f --force', '-k', '-n --dry-run', '-v --verbose', '--sparse'],
  },
  touches: ({ known: { positionals }, cwd }) => {
    const to = resolve(cwd, positionals.at(-1) ?? '');
    const inside = positionals.slice(0, -1).map(path => join(to, basename(path)));
    return { ...filesWrittenFrom({ paths: [to, ...inside], everyTracked: true }), untracked: 'visible' };
  },
  impact: impactOf,
  allowance: { options: ['--verbose', '-k'] },
  examples: { destructive: ['git mv -f a.txt b.txt'], local: ['git mv a.txt b.txt', 'git mv a.txt b.txt src'] },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const sources = walked.positionals.slice(0, -1);
  const last = walked.positionals.at(-1);
  if (last === undefined || sources.length === 0) return refused('it needs files to move and a destination.');
  const { workTree: root } = context.repository;
  const target = fromRoot(last, line, context);
  const intoFolder = (await kindOnDisk(join(root, target))) === 'folder';
  if (!intoFolder && sources.length > 1) return refused(`${quoted(last)} is not a folder.`);
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
  const lost = (await lossesOf(await overwrites(overwritten, [...tree.unwatched, ...tree.files], context), context))
    .any;
  return impact({
    sentences: [...lostWords(lost.length), `Moves ${plural(moved.length, 'file')}.`],
    lost: listed(lost),
    files: listed(moved),
    preview: lost.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(lost).items, goes: 'removed' } : null,
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
  if (source === undefined) return `${quoted(from)} does not exist.`;
  if (own.length === 0) return `${quoted(from)} is not tracked.`;
  if (files.some(({ path, unmerged }) => path === from && unmerged)) return `there are conflicts in ${quoted(from)}.`;
  if (`${to}/`.startsWith(`${from}/`)) return `${quoted(from)} cannot be moved into itself.`;
  if (there !== undefined && !(force && source !== 'folder' && there !== 'folder'))
    return `${quoted(to)} already exists.`;
  const parent = to.includes('/') ? to.slice(0, to.lastIndexOf('/')) : '';
  if ((await kindOnDisk(join(root, parent))) !== 'folder') return `the folder ${quoted(parent)} does not exist.`;
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
