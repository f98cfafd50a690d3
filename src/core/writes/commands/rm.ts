import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { filesBehindLinks } from '../files-in-the-way.ts';
import { type FileOutcome, lossesOf } from '../impact/file-outcome.ts';
import { fields } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { fromRoot, looksLikePathspec, matched, matchesNothing } from '../impact/paths.ts';
import { parseTree } from '../impact/trees.ts';
import { lostWords, quoted, quotedNames, refused } from '../impact/wording.ts';
import { type FileState, filePaths, type WorkTree, workTree } from '../impact/work-tree.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import type { ForeseenLine, WriteLine } from '../write-line.ts';
import { write } from './record.ts';

/** git-rm(1): deletes tracked files, or only takes them out of the index. */
export const rm = write('rm', {
  options: {
    flag: ['-f --force', '-n --dry-run', '-q --quiet', '-r', '--cached', '--ignore-unmatch', '--sparse'],
  },
  touches: { ...filesWrittenFrom({ everyTracked: true }), submodules: true, emptiesSubmodules: true },
  impact: impactOf,
  allowance: { options: ['--cached', '--quiet', '-r'] },
  examples: { destructive: ['git rm a.txt', 'git rm -rf src'], local: ['git rm --cached a.txt'] },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const paths = walked.positionals;
  const on = (name: string) => inForce(walked, name);
  if (paths.length === 0) return refused('no files are named.');
  const [found, tree] = await Promise.all([
    matched(paths, line, context),
    workTree(context, { cwd: line.cwd, pathspecs: paths }),
  ]);
  if (found === undefined && !on('--ignore-unmatch')) return refused(matchesNothing(paths));
  const files =
    found ?? fields(await context.git.readOrThrow(['ls-files', '-z', '--full-name', '--', ...paths], line.cwd));
  const folder = on('-r') ? undefined : paths.find(path => isFolderOf(path, files, line, context));
  if (folder !== undefined) return refused(`${quoted(folder)} is a folder, which needs -r.`);
  const cached = on('--cached');
  const kept = on('--force') ? [] : tree.files.filter(file => isKept(file, cached));
  if (kept.length > 0)
    return refused(`${quotedNames(kept.map(({ path }) => path))} would lose changes; -f deletes it anyway.`);
  const removed = new Set(files);
  const outcomes = [...tree.files, ...tree.unwatched.filter(({ path }) => removed.has(path))]
    .filter(file => file.tracked)
    .map((file): FileOutcome => ({ file, index: null, disk: cached ? 'stays' : null }));
  const lost = cached ? [] : [...(await lossesOf(outcomes, context)).any, ...(await behindLinks(tree, context))];
  const submodules = await submodulesAt(paths, line, context);
  const does = cached
    ? `Takes ${plural(files.length, 'file')} out of the index; on disk they stay.`
    : `Deletes ${plural(files.length, 'file')}.`;
  return impact({
    sentences: [...lostWords(lost.length), does],
    lost: listed(lost),
    files: listed(files),
    preview: lost.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(lost).items, goes: 'removed' } : null,
    unknown:
      submodules.length > 0 && !cached
        ? `The contents of the submodule ${quotedNames(submodules)} are not counted.`
        : null,
  });
}

/** Git deletes a tracked file also where a folder on its way has become a link: the file that the link leads to. */
const behindLinks = async ({ files }: WorkTree, { repository }: ImpactContext): Promise<string[]> => {
  const gone = filePaths(files.filter(({ tracked, disk }) => tracked && disk === 'gone'));
  return (await filesBehindLinks(repository.workTree, gone)).map(({ path }) => path);
};

async function submodulesAt(paths: readonly string[], line: WriteLine, context: ImpactContext): Promise<string[]> {
  if (!(await disk.exists(join(context.repository.workTree, '.gitmodules')))) return [];
  const text = await context.git.readOrThrow(['ls-files', '-s', '-z', '--full-name', '--', ...paths], line.cwd);
  return parseTree(text).flatMap(({ path, link }) => (link ? [path] : []));
}

/** Git does not remove staged or changed files unasked; those in conflict it does. */
function isKept({ staged, unstaged, disk, unmerged, tracked, link }: FileState, cached: boolean): boolean {
  if (unmerged || !tracked || link || disk === 'gone') return false;
  const isStaged = staged !== '.';
  const isChanged = unstaged !== '.';
  return cached ? isStaged && isChanged : isStaged || isChanged;
}

function isFolderOf(path: string, files: readonly string[], line: WriteLine, context: ImpactContext): boolean {
  if (looksLikePathspec(path)) return false;
  const whole = fromRoot(path, line, context);
  return !files.includes(whole) && files.some(file => whole === '' || file.startsWith(`${whole}/`));
}
