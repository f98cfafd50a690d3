import { plural } from '../../../shared/plural.ts';
import { inForce, type Walked } from '../../command/table.ts';
import { allDeleted, type DeletedFiles, deletedFilesIn } from '../impact/deleted-files.ts';
import { fields, UNQUOTED, unquoted } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { fromRoot } from '../impact/paths.ts';
import { settingsOf } from '../impact/settings.ts';
import { quotedNames, refused } from '../impact/wording.ts';
import { filesWrittenFrom } from '../snapshot-scope.ts';
import { type ForeseenLine, isGiven, type WriteLine } from '../write-line.ts';
import { write } from './record.ts';

/** Git lists no files of a folder that stands in the place of a tracked file. */
const besideTracked = filesWrittenFrom({});

/** git-clean(1): deletes files git does not track; its own `-n` says which. */
export const clean = write('clean', {
  options: {
    flag: ['-d', '-f --force', '-n --dry-run', '-q --quiet', '-x', '-X'],
    value: ['-e --exclude'],
  },
  notForeseen: { flag: ['-i --interactive'] },
  // A second -f lets it into repositories below, whatever they ignore.
  touches: ({ known }) => ({
    ...besideTracked,
    untracked:
      isGiven(known, '-x', '-X') || known.found.filter(({ option }) => option.name === '--force').length > 1
        ? 'ignored'
        : 'visible',
  }),
  touchesAtMost: { ...besideTracked, untracked: 'ignored' },
  impact: impactOf,
  examples: { destructive: ['git clean -fd', 'git clean -fdx', 'git clean -ff -e keep src'] },
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  if (inForce(walked, '-x') && inForce(walked, '-X')) return refused('-x and -X cannot be combined.');
  if (forces(walked) === 0 && (await settingsOf(context)).is('clean.requireforce') !== false) {
    return refused('it deletes nothing without -f.');
  }
  const ignored = await ignoredIn(context);
  const counted = new Map<string, DeletedFiles>();
  const count = async (path: string) => {
    const tell = (files: DeletedFiles) => context.soFar(impactSoFar(allDeleted([...counted.values(), files])));
    const { repository, signal } = context;
    const files = await deletedFilesIn(path, { root: repository.workTree, ignored, signal, counted: tell });
    counted.set(path, files);
    return files;
  };
  // Of a large folder git itself takes seconds to say that it would remove it: it is counted meanwhile.
  const countCandidates = async () => {
    const candidates = await wouldLookAt(walked, line, context);
    const folders = candidates.filter(path => path.endsWith('/'));
    if (folders.length > 0) context.soFar(impactSoFar(allDeleted([{ ...NONE, names: candidates }])));
    for (const folder of folders) await count(folder);
  };
  const [removed] = await Promise.all([wouldRemove(walked, line, context), countCandidates()]);
  const parts: DeletedFiles[] = [];
  for (const path of removed) parts.push(counted.get(path) ?? (await count(path)));
  return impactOfDeleting(allDeleted(parts));
}

const NONE: DeletedFiles = { names: [], total: 0, ignored: 0, repositories: [] };
const COUNTING = 'Still checking which files this deletes.';

const impactSoFar = (found: DeletedFiles): Impact => ({
  ...impactOfDeleting(found),
  sentences: [found.total === 0 ? COUNTING : `${plural(found.total, 'file')} found so far. ${COUNTING}`],
  unknown: COUNTING,
});

function impactOfDeleting({ names, total, ignored, repositories }: DeletedFiles): Impact {
  const files = { ...listed(names, total), ...(total > names.length && { inFolders: total - names.length }) };
  return impact({
    sentences: [
      ...(repositories.length > 0
        ? [`Deletes whole repositories with their history: ${quotedNames(repositories)}.`]
        : []),
      total === 0
        ? 'No files would be deleted.'
        : `Deletes ${plural(total, 'file')}${ignored > 0 ? `, ${ignored} of them ignored` : ''}.`,
    ],
    lost: files,
    files,
    preview: total > 0 ? { kind: 'worktree', from: null, paths: listed(names).items, goes: 'removed' } : null,
  });
}

const forces = ({ options, found }: Walked): number =>
  options.get('--force') === true ? found.filter(({ option }) => option.name === '--force').length : 0;

/** Paths as git would remove them; a folder ends in a slash. The words are put anew, so that none of them takes `-n` back. */
async function wouldRemove(walked: Walked, line: WriteLine, context: ImpactContext): Promise<string[]> {
  const flags = ['-d', '-x', '-X'].filter(name => inForce(walked, name));
  const excludes = walked.found
    .filter(({ option }) => option.name === '--exclude')
    .map(({ value }) => `--exclude=${value}`);
  const force = Array.from({ length: forces(walked) }, () => '-f');
  const words = ['clean', '-n', ...force, ...flags, ...excludes, '--', ...walked.positionals] as const;
  const text = await context.git.readOrThrow(words, line.cwd, UNQUOTED);
  const prefix = 'Would remove ';
  const quoted = text.split('\n').filter(each => each.startsWith(prefix));
  return quoted.map(each => removedPath(unquoted(each.slice(prefix.length)), line, context));
}

/** git says it from where it runs. */
function removedPath(path: string, line: WriteLine, context: ImpactContext): string {
  const whole = fromRoot(path, line, context);
  return path.endsWith('/') ? `${whole}/` : whole;
}

/** The files and folders among which those are that git would remove; a folder that it does not track ends in a slash. */
async function wouldLookAt(walked: Walked, line: WriteLine, context: ImpactContext): Promise<readonly string[]> {
  const which = inForce(walked, '-X') ? IGNORED : inForce(walked, '-x') ? [] : ['--exclude-standard'];
  const words = ['ls-files', '-o', '--directory', '-z', ...which, '--', ...walked.positionals] as const;
  const paths = fields(await context.git.readOrThrow(words, line.cwd));
  return paths
    .map(path => removedPath(path, line, context))
    .filter(path => inForce(walked, '-d') || !path.endsWith('/'));
}

const IGNORED = ['-i', '--exclude-standard'];

/** Ignored files, and folders in which all is ignored. */
async function ignoredIn(context: ImpactContext): Promise<ReadonlySet<string>> {
  const words = ['ls-files', '-o', '--directory', '-z', ...IGNORED] as const;
  return new Set(fields(await context.git.readOrThrow(words, context.repository.workTree)));
}
