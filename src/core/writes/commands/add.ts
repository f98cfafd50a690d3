import { join } from 'node:path';
import { inForce } from '../../command/table.ts';
import { withIndexCopy } from '../../git/index-copy.ts';
import { withScratch } from '../../git/scratch.ts';
import { counted, type FileShape, shapeOnDisk } from '../impact/file-shape.ts';
import { fields, UNQUOTED, unquoted } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { isThere, looksLikePathspec } from '../impact/paths.ts';
import { quoted, quotedNames, refused } from '../impact/wording.ts';
import { type FileState, filePaths, workTree } from '../impact/work-tree.ts';
import { indexEntries } from '../snapshot-scope.ts';
import type { ForeseenLine, WriteLine } from '../write-line.ts';
import { type WriteSpec, write } from './record.ts';

const shared = {
  options: {
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
  },
  touches: indexEntries,
  impact: impactOf,
} as const satisfies Omit<WriteSpec, 'examples'>;

/** git-add(1): records files as they are on disk in the index. */
export const add = write('add', {
  ...shared,
  allowance: { options: ['--all', '--intent-to-add', '--update', '--verbose'] },
  examples: { local: ['git add .', 'git add -A', 'git add --force build/out.txt'] },
});

/** git-stage(1): another name for git-add. */
export const stage = write('stage', {
  ...shared,
  allowance: { options: ['--all', '--update'] },
  examples: { local: ['git stage .', 'git stage -u'] },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const paths = walked.positionals;
  const on = (name: string) => inForce(walked, name);
  const everything = on('--all') || on('--update');
  if (on('--all') && on('--update')) return refused('-A and -u cannot be combined.');
  if (paths.length === 0 && !everything) return impact({ sentences: ['No files are named, so nothing would change.'] });
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
  const fresh = [...untracked, ...(force ? ignored : [])];
  const deleted = changed.filter(({ unstaged }) => unstaged === 'D').length;
  const shape = await shapeWith(changed, deleted > 0 ? tree.untracked : [], context);
  const count = counted([...filePaths(changed), ...fresh], shape);
  const { renames = [] } = count.parts;
  const parts = [
    [changed.length - deleted, 'changed'],
    [renames.length, 'renamed'],
    [fresh.length - renames.length, 'new'],
    [deleted - renames.length, 'deleted'],
  ] as const;
  const detail = parts.filter(([number]) => number > 0).map(([number, word]) => `${number} ${word}`);
  const hidden = force || on('--update') || ignored.length === 0 ? [] : await ignoredAmong(paths, line, context);
  const sentences =
    count.total === 0 ? ['Nothing would be staged.'] : [`Stages ${count.words}: ${detail.join(', ')}.`, ...count.modes];
  return impact({
    refused: hidden.length > 0,
    sentences: [...(hidden.length > 0 ? [`Git would refuse: ${quotedNames(hidden)} is ignored.`] : []), ...sentences],
    ...count.parts,
    preview:
      changed.length > 0
        ? { kind: 'worktree', from: null, paths: listed(changed).items.map(({ path }) => path) }
        : null,
  });
}

/** As many as surely fit on a command line. */
const MOST_NAMED = 500;

/** What is on disk beside the index, with new files as if they were in it: git finds renames only among what it knows. */
async function shapeWith(
  changed: readonly FileState[],
  untracked: readonly string[],
  context: ImpactContext,
): Promise<FileShape> {
  // Repositories end in a slash.
  const fresh = untracked.filter(path => !path.endsWith('/'));
  if (fresh.length === 0 || fresh.length > MOST_NAMED) return shapeOnDisk(context, changed);
  const { commonDirectory, gitDirectory, workTree: root } = context.repository;
  return withScratch(commonDirectory, objects =>
    withIndexCopy(root, join(gitDirectory, 'index'), async index => {
      const scratch = { ...objects, index };
      // A split index would have its larger part written beside the real one.
      const options = {
        scratch,
        literalPaths: true,
        accepts: [1, 128],
        config: [['core.splitIndex', 'false']],
      } as const;
      await context.git.readOrThrow(['add', '--intent-to-add', '--', ...fresh], root, options);
      return shapeOnDisk(context, changed, fresh, { scratch });
    }),
  );
}

const isChanged = ({ unstaged, unmerged, tracked }: FileState, removals: boolean): boolean =>
  tracked && (unmerged || unstaged !== '.') && (removals || unstaged !== 'D');

async function ignoredAt(paths: readonly string[], line: WriteLine, context: ImpactContext): Promise<string[]> {
  const words = ['ls-files', '-o', '-i', '--exclude-standard', '-z', '--full-name', '--', ...paths] as const;
  return fields(await context.git.readOrThrow(words, line.cwd));
}

/** Those that are ignored by name; what is ignored below a named folder is passed over in silence. */
async function ignoredAmong(paths: readonly string[], line: WriteLine, context: ImpactContext): Promise<string[]> {
  const plain = paths.filter(path => !looksLikePathspec(path));
  if (plain.length === 0) return [];
  const text = await context.git.tryRead(['check-ignore', '--', ...plain], line.cwd, UNQUOTED);
  return (text ?? '').split('\n').slice(0, -1).map(unquoted);
}

/** The first path that stands for nothing, on disk or in the index. */
async function missing(
  paths: readonly string[],
  force: boolean,
  line: WriteLine,
  context: ImpactContext,
): Promise<string | undefined> {
  if (paths.length === 0) return undefined;
  const visible = force ? [] : ['--exclude-standard'];
  const matches = (words: readonly string[]) =>
    context.git.tryRead(['ls-files', '-c', '-o', '-z', ...visible, '--error-unmatch', '--', ...words], line.cwd);
  if ((await matches(paths)) !== undefined) return undefined;
  for (const path of paths) {
    if (!(await isThere(path, line)) && (await matches([path])) === undefined) return path;
  }
  return undefined;
}
