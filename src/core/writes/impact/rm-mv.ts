import { basename, join, relative, resolve, sep } from 'node:path';
import { inForce, type OptionRows } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { type Line, read } from '../parsed-write.ts';
import { type Fate, kindOnDisk, lossesOf } from './file-outcome.ts';
import { looksLikePathspec, matched, matchesNothing } from './paths.ts';
import { fields, told } from './questions.ts';
import { type Family, listed, type RadiusContext, radius } from './radius.ts';
import { stray } from './switching.ts';
import { parseTree } from './trees.ts';
import { counted, lostWords, quoted, quotedNames, refused, unforeseen } from './wording.ts';
import { type FileState, workTree } from './work-tree.ts';

const rmRows = {
  flag: ['-f --force', '-n --dry-run', '-q --quiet', '-r', '--cached', '--ignore-unmatch', '--sparse'],
} as const satisfies OptionRows;

/** git-rm(1): deletes tracked files, or only takes them out of the index. */
export const rm: Family = async (line, context) => {
  const walked = read(line.words, rmRows);
  if (!walked) return unforeseen('rm');
  const paths = walked.positionals;
  const on = (name: string) => inForce(walked, name);
  if (paths.length === 0) return refused('it is not said which files to remove.');
  const [found, tree] = await Promise.all([
    matched(paths, line, context),
    workTree(context, { cwd: line.cwd, pathspecs: paths }),
  ]);
  if (found === undefined && !on('--ignore-unmatch')) return refused(matchesNothing(paths));
  const files = found ?? fields(await told(context, line.cwd, ['ls-files', '-z', '--full-name', '--', ...paths]));
  const folder = on('-r') ? undefined : paths.find(path => isFolderOf(path, files, line, context));
  if (folder !== undefined) return refused(`${quoted(folder)} is a folder, and -r is not said.`);
  const cached = on('--cached');
  const kept = on('--force') ? [] : tree.files.filter(file => isKept(file, cached));
  if (kept.length > 0)
    return refused(`${quotedNames(kept.map(({ path }) => path))} would lose changes, and -f is not said.`);
  const fates = tree.files
    .filter(file => file.tracked)
    .map((file): Fate => ({ file, index: null, disk: cached ? 'stays' : null }));
  const lost = cached ? [] : (await lossesOf(fates, context)).any;
  const submodules = await submodulesAt(paths, line, context);
  const does = cached
    ? `Takes ${counted(files.length, 'file')} out of the index; on disk they stay.`
    : `Deletes ${counted(files.length, 'file')}.`;
  return radius({
    says: [...lostWords(lost.length), does],
    lost: listed(lost),
    files: listed(files),
    preview: lost.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(lost).items } : null,
    unknown:
      submodules.length > 0 && !cached ? `What is in the submodule ${quotedNames(submodules)} is not counted.` : null,
  });
};

async function submodulesAt(paths: readonly string[], line: Line, context: RadiusContext): Promise<string[]> {
  if (!(await disk.exists(join(context.repository.workTree, '.gitmodules')))) return [];
  const text = await told(context, line.cwd, ['ls-files', '-s', '-z', '--full-name', '--', ...paths]);
  return parseTree(text).flatMap(({ path, link }) => (link ? [path] : []));
}

/** What is staged or changed git does not remove unasked; what is in conflict it does. */
function isKept({ staged, unstaged, disk, unmerged, tracked, link }: FileState, cached: boolean): boolean {
  if (unmerged || !tracked || link || disk === 'gone') return false;
  const isStaged = staged !== '.';
  const isChanged = unstaged !== '.';
  return cached ? isStaged && isChanged : isStaged || isChanged;
}

function isFolderOf(path: string, files: readonly string[], line: Line, context: RadiusContext): boolean {
  if (looksLikePathspec(path)) return false;
  const whole = fromRoot(path, line, context);
  return !files.includes(whole) && files.some(file => whole === '' || file.startsWith(`${whole}/`));
}

const fromRoot = (path: string, { cwd }: Line, { repository }: RadiusContext): string =>
  relative(repository.workTree, resolve(cwd, path)).split(sep).join('/');

const mvRows = {
  flag: ['-f --force', '-k', '-n --dry-run', '-v --verbose', '--sparse'],
} as const satisfies OptionRows;

/** git-mv(1): renames tracked files; with `-f` also over a file that is there. */
export const mv: Family = async (line, context) => {
  const walked = read(line.words, mvRows);
  if (!walked) return unforeseen('mv');
  const sources = walked.positionals.slice(0, -1);
  const last = walked.positionals.at(-1);
  if (last === undefined || sources.length === 0) return refused('it takes what to move and where to.');
  const { workTree: root } = context.repository;
  const target = fromRoot(last, line, context);
  const intoFolder = (await kindOnDisk(join(root, target))) === 'folder';
  if (!intoFolder && sources.length > 1) return refused(`${quoted(last)} is no folder.`);
  const [listedFiles, tree] = await Promise.all([
    told(context, line.cwd, ['--literal-pathspecs', 'ls-files', '-z', '--full-name', '--', ...sources]),
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
  return radius({
    says: [...lostWords(lost.length), `Moves ${counted(moved.length, 'file')}.`],
    lost: listed(lost),
    files: listed(moved),
    preview: lost.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(lost).items } : null,
  });
};

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
  context: RadiusContext,
): Promise<Fate[]> {
  if (paths.length === 0) return [];
  const { workTree: root } = context.repository;
  const tracked = new Set(fields(await told(context, root, ['--literal-pathspecs', 'ls-files', '-z', '--', ...paths])));
  const states = new Map(files.map(file => [file.path, file]));
  return paths.flatMap(path => {
    const file = states.get(path);
    if (file?.tracked) return [{ file, index: null, disk: null }];
    return tracked.has(path) ? [] : [stray(path, null)];
  });
}
