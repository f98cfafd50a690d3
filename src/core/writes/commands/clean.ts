import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { plural } from '../../../shared/plural.ts';
import { inForce, type Walked } from '../../command/table.ts';
import { kindOnDisk } from '../impact/file-outcome.ts';
import { fields, UNQUOTED, unquoted } from '../impact/git-output.ts';
import { type Impact, type ImpactContext, impact, listed } from '../impact/impact.ts';
import { fromRoot } from '../impact/paths.ts';
import { settingsOf } from '../impact/settings.ts';
import { quotedNames, refused } from '../impact/wording.ts';
import { onlyRefs } from '../snapshot-scope.ts';
import { write } from './record.ts';
import type { ForeseenLine, WriteLine } from './write-line.ts';

/** git-clean(1): deletes files git does not track; its own `-n` says which. */
export const clean = write('clean', {
  options: {
    flag: ['-d', '-f --force', '-n --dry-run', '-q --quiet', '-x', '-X'],
    value: ['-e --exclude'],
  },
  // A second -f lets it into repositories below, whatever they ignore.
  touches: ({ loose }) => ({
    ...onlyRefs,
    untracked: loose.mayHave('-x', '-X') || loose.mayHaveTwice('--force') ? 'ignored' : 'visible',
  }),
  examples: { destructive: ['git clean -fd', 'git clean -fdx', 'git clean -ff -e keep src'] },
  impact: impactOf,
});

async function impactOf(line: ForeseenLine, context: ImpactContext): Promise<Impact> {
  const { walked } = line;
  const ignoredToo = inForce(walked, '-x') || inForce(walked, '-X');
  if (inForce(walked, '-x') && inForce(walked, '-X')) return refused('-x and -X do not go together.');
  if (forces(walked) === 0 && (await settingsOf(context)).is('clean.requireforce') !== false) {
    return refused('it deletes nothing without -f.');
  }
  const removed = await wouldRemove(walked, line, context);
  const found = await Promise.all(removed.map(path => below(path, context)));
  const files = found.flatMap(each => each.files);
  const repositories = found.flatMap(each => each.repositories);
  const ignored = ignoredToo && files.length > 0 ? await ignoredIn(context) : new Set<string>();
  const hidden = files.filter(file => ignored.has(file)).length;
  return impact({
    sentences: [
      ...(repositories.length > 0
        ? [`Deletes what is a repository itself, with its history: ${quotedNames(repositories)}.`]
        : []),
      files.length === 0
        ? 'No file would be deleted.'
        : `Deletes ${plural(files.length, 'file')}${hidden > 0 ? `, ${hidden} of them ignored` : ''}.`,
    ],
    lost: listed(files),
    files: listed(files),
    preview: files.length > 0 ? { kind: 'worktree', from: null, paths: listed(files).items } : null,
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

interface Below {
  readonly files: readonly string[];
  readonly repositories: readonly string[];
}

async function below(path: string, context: ImpactContext): Promise<Below> {
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

async function ignoredIn(context: ImpactContext): Promise<ReadonlySet<string>> {
  const words = ['ls-files', '-o', '-i', '--exclude-standard', '-z'] as const;
  return new Set(fields(await context.git.readOrThrow(words, context.repository.workTree)));
}
