import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce } from '../../command/table.ts';
import { disk } from '../../repository/files.ts';
import { type FileOutcome, lossesOf } from '../impact/file-outcome.ts';
import { fields } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { fromRoot, looksLikePathspec, matched, matchesNothing } from '../impact/paths.ts';
import { parseTree } from '../impact/trees.ts';
import { lostWords, quoted, quotedNames, refused } from '../impact/wording.ts';
import { type FileState, workTree } from '../impact/work-tree.ts';
import { trackedFiles } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine, WriteLine } from './write-line.ts';

/** git-rm(1): deletes tracked files, or only takes them out of the index. */
export const rm = write('rm', {
  options: {
    flag: ['-f --force', '-n --dry-run', '-q --quiet', '-r', '--cached', '--ignore-unmatch', '--sparse'],
  },
  touches: trackedFiles,
  allowance: { options: ['--cached', '--quiet', '-r'] },
  examples: { destructive: ['git rm a.txt', 'git rm -rf src'], local: ['git rm --cached a.txt'] },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const paths = walked.positionals;
  const on = (name: string) => inForce(walked, name);
  if (paths.length === 0) return refused('it is not said which files to remove.');
  const [found, tree] = await Promise.all([
    matched(paths, line, context),
    workTree(context, { cwd: line.cwd, pathspecs: paths }),
  ]);
  if (found === undefined && !on('--ignore-unmatch')) return refused(matchesNothing(paths));
  const files =
    found ?? fields(await context.git.readOrThrow(['ls-files', '-z', '--full-name', '--', ...paths], line.cwd));
  const folder = on('-r') ? undefined : paths.find(path => isFolderOf(path, files, line, context));
  if (folder !== undefined) return refused(`${quoted(folder)} is a folder, and -r is not said.`);
  const cached = on('--cached');
  const kept = on('--force') ? [] : tree.files.filter(file => isKept(file, cached));
  if (kept.length > 0)
    return refused(`${quotedNames(kept.map(({ path }) => path))} would lose changes, and -f is not said.`);
  const outcomes = tree.files
    .filter(file => file.tracked)
    .map((file): FileOutcome => ({ file, index: null, disk: cached ? 'stays' : null }));
  const lost = cached ? [] : (await lossesOf(outcomes, context)).any;
  const submodules = await submodulesAt(paths, line, context);
  const does = cached
    ? `Takes ${plural(files.length, 'file')} out of the index; on disk they stay.`
    : `Deletes ${plural(files.length, 'file')}.`;
  return impact({
    sentences: [...lostWords(lost.length), does],
    lost: listed(lost),
    files: listed(files),
    preview: lost.length > 0 ? { kind: 'worktree', from: tree.head, paths: listed(lost).items } : null,
    unknown:
      submodules.length > 0 && !cached ? `What is in the submodule ${quotedNames(submodules)} is not counted.` : null,
  });
}

async function submodulesAt(paths: readonly string[], line: WriteLine, context: ImpactContext): Promise<string[]> {
  if (!(await disk.exists(join(context.repository.workTree, '.gitmodules')))) return [];
  const text = await context.git.readOrThrow(['ls-files', '-s', '-z', '--full-name', '--', ...paths], line.cwd);
  return parseTree(text).flatMap(({ path, link }) => (link ? [path] : []));
}

/** What is staged or changed git does not remove unasked; what is in conflict it does. */
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
