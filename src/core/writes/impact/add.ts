import { inForce, type OptionRows } from '../../command/table.ts';
import { type Line, read } from '../parsed-write.ts';
import { isThere, looksLikePathspec } from './paths.ts';
import { fields, maybe, told } from './questions.ts';
import { type Family, listed, type RadiusContext, radius } from './radius.ts';
import { unquoted } from './unquote.ts';
import { counted, quoted, quotedNames, refused, unforeseen } from './wording.ts';
import { type FileState, workTree } from './work-tree.ts';

const rows = {
  flag: [
    '-A --all',
    '-f --force',
    '-n --dry-run',
    '-N --intent-to-add',
    '-u --update',
    '-v --verbose',
    '--ignore-errors',
    '--ignore-removal',
    '--sparse',
  ],
} as const satisfies OptionRows;

/** git-add(1): records files as they are on disk in the index. */
export const add: Family = async (line, context) => {
  const walked = read(line.words, rows);
  if (!walked) return unforeseen('add');
  const paths = walked.positionals;
  const on = (name: string) => inForce(walked, name);
  const everything = on('--all') || on('--update');
  if (on('--all') && on('--update')) return refused('-A and -u do not go together.');
  if (paths.length === 0 && !everything) return radius({ says: ['It is not said what to add; nothing would change.'] });
  const where = paths.length === 0 ? { cwd: context.repository.workTree } : { cwd: line.cwd, pathspecs: paths };
  const force = on('--force');
  const [tree, ignored, unmatched] = await Promise.all([
    workTree(context, { ...where, untracked: !on('--update') }),
    paths.length > 0 && !on('--update') ? ignoredAt(paths, line, context) : [],
    missing(paths, force, line, context),
  ]);
  if (unmatched !== undefined) return refused(`${quoted(unmatched)} matches no file.`);
  const removals = on('--update') || (walked.options.get('--all') !== false && !on('--ignore-removal'));
  const changed = tree.files.filter(file => isChanged(file, removals));
  const untracked = tree.untracked.map(path => path.replace(/\/$/, ''));
  const files = [...changed.map(({ path }) => path), ...untracked, ...(force ? ignored : [])];
  const parts = [
    [changed.filter(({ unstaged }) => unstaged !== 'D').length, 'changed'],
    [untracked.length + (force ? ignored.length : 0), 'new'],
    [changed.filter(({ unstaged }) => unstaged === 'D').length, 'deleted'],
  ] as const;
  const detail = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const hidden = force || on('--update') || ignored.length === 0 ? [] : await ignoredAmong(paths, line, context);
  const says =
    files.length === 0 ? 'Nothing would be staged.' : `Stages ${counted(files.length, 'file')}: ${detail.join(', ')}.`;
  return radius({
    says: [...(hidden.length > 0 ? [`Git would refuse: ${quotedNames(hidden)} is ignored.`] : []), says],
    files: listed(files),
    preview:
      changed.length > 0
        ? { kind: 'worktree', from: null, paths: listed(changed).items.map(({ path }) => path) }
        : null,
  });
};

const isChanged = ({ unstaged, unmerged, tracked }: FileState, removals: boolean): boolean =>
  tracked && (unmerged || unstaged !== '.') && (removals || unstaged !== 'D');

async function ignoredAt(paths: readonly string[], line: Line, context: RadiusContext): Promise<string[]> {
  const words = ['ls-files', '-o', '-i', '--exclude-standard', '-z', '--full-name', '--', ...paths];
  return fields(await told(context, line.cwd, words));
}

/** Those that are ignored by name; what is ignored below a named folder is passed over in silence. */
async function ignoredAmong(paths: readonly string[], line: Line, context: RadiusContext): Promise<string[]> {
  const plain = paths.filter(path => !looksLikePathspec(path));
  if (plain.length === 0) return [];
  const text = await maybe(context, line.cwd, ['-c', 'core.quotePath=false', 'check-ignore', '--', ...plain]);
  return (text ?? '').split('\n').slice(0, -1).map(unquoted);
}

/** The first path that stands for nothing, on disk or in the index. */
async function missing(
  paths: readonly string[],
  force: boolean,
  line: Line,
  context: RadiusContext,
): Promise<string | undefined> {
  if (paths.length === 0) return undefined;
  const visible = force ? [] : ['--exclude-standard'];
  const matches = (words: readonly string[]) =>
    maybe(context, line.cwd, ['ls-files', '-c', '-o', '-z', ...visible, '--error-unmatch', '--', ...words]);
  if ((await matches(paths)) !== undefined) return undefined;
  for (const path of paths) {
    if (!(await isThere(path, line)) && (await matches([path])) === undefined) return path;
  }
  return undefined;
}
