import { readdir } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { inForce, type OptionRows, type Walked } from '../../command/table.ts';
import { type Line, read } from '../parsed-write.ts';
import { kindOnDisk } from './file-outcome.ts';
import { fields, setting, told } from './questions.ts';
import { type Family, listed, type RadiusContext, radius } from './radius.ts';
import { unquoted } from './unquote.ts';
import { counted, quotedNames, refused, unforeseen } from './wording.ts';

const rows = {
  flag: ['-d', '-f --force', '-n --dry-run', '-q --quiet', '-x', '-X'],
  value: ['-e --exclude'],
} as const satisfies OptionRows;

/** git-clean(1): deletes files git does not track; its own `-n` says which. */
export const clean: Family = async (line, context) => {
  const walked = read(line.words, rows);
  if (!walked) return unforeseen('clean');
  const ignoredToo = inForce(walked, '-x') || inForce(walked, '-X');
  if (inForce(walked, '-x') && inForce(walked, '-X')) return refused('-x and -X do not go together.');
  if (forces(walked) === 0 && (await setting(context, 'clean.requireForce')) !== false) {
    return refused('it deletes nothing without -f.');
  }
  const removed = await wouldRemove(walked, line, context);
  const found = await Promise.all(removed.map(path => below(path, context)));
  const files = found.flatMap(each => each.files);
  const repositories = found.flatMap(each => each.repositories);
  const ignored = ignoredToo && files.length > 0 ? await ignoredIn(context) : new Set<string>();
  const hidden = files.filter(file => ignored.has(file)).length;
  return radius({
    says: [
      ...(repositories.length > 0
        ? [`Deletes what is a repository itself, with its history: ${quotedNames(repositories)}.`]
        : []),
      files.length === 0
        ? 'No file would be deleted.'
        : `Deletes ${counted(files.length, 'file')}${hidden > 0 ? `, ${hidden} of them ignored` : ''}.`,
    ],
    lost: listed(files),
    files: listed(files),
    preview: files.length > 0 ? { kind: 'worktree', from: null, paths: listed(files).items } : null,
  });
};

const forces = ({ options, found }: Walked): number =>
  options.get('--force') === true ? found.filter(({ option }) => option.name === '--force').length : 0;

/** Paths as git would remove them; a folder ends in a slash. The words are put anew, so that none of them takes `-n` back. */
async function wouldRemove(walked: Walked, line: Line, context: RadiusContext): Promise<string[]> {
  const flags = ['-d', '-x', '-X'].filter(name => inForce(walked, name));
  const excludes = walked.found
    .filter(({ option }) => option.name === '--exclude')
    .map(({ value }) => `--exclude=${value}`);
  const force = Array.from({ length: forces(walked) }, () => '-f');
  const words = ['clean', '-n', ...force, ...flags, ...excludes, '--', ...walked.positionals];
  const text = await told(context, line.cwd, ['-c', 'core.quotePath=false', ...words]);
  const says = 'Would remove ';
  const quoted = text.split('\n').filter(each => each.startsWith(says));
  return quoted.map(each => fromRoot(unquoted(each.slice(says.length)), line, context));
}

/** git says it from where it runs. */
function fromRoot(path: string, { cwd }: Line, { repository }: RadiusContext): string {
  const whole = relative(repository.workTree, resolve(cwd, path)).split(sep).join('/');
  return path.endsWith('/') ? `${whole}/` : whole;
}

interface Below {
  readonly files: readonly string[];
  readonly repositories: readonly string[];
}

async function below(path: string, context: RadiusContext): Promise<Below> {
  const bare = path.replace(/\/$/, '');
  const place = join(context.repository.workTree, bare);
  if ((await kindOnDisk(place)) !== 'folder') return { files: [bare], repositories: [] };
  const entries = await readdir(place);
  const isRepository = entries.includes('.git');
  const inner = await Promise.all(
    entries.filter(name => name !== '.git').map(name => below(`${bare}/${name}`, context)),
  );
  return {
    files: inner.flatMap(each => each.files),
    repositories: [...(isRepository ? [bare] : []), ...inner.flatMap(each => each.repositories)],
  };
}

async function ignoredIn(context: RadiusContext): Promise<ReadonlySet<string>> {
  const words = ['ls-files', '-o', '-i', '--exclude-standard', '-z'];
  return new Set(fields(await told(context, context.repository.workTree, words)));
}
