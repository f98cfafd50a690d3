import { readdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, sep } from 'node:path';
import type { Names } from '../core/command/complete/complete.ts';
import type { Place } from '../core/command/complete/grammar.ts';
import type { GitReader } from '../core/git/reader.ts';
import { GITHUB_COM, gitHubRemotes } from '../core/github/remotes.ts';

/** Finds the names of a repository that completion offers, each kind when it is first wanted; none that git does not give. */
export interface CompletionNames {
  /** The lists for these kinds of name, and the files of a folder. */
  load(places: readonly Place[], folder: string | undefined): Promise<Partial<Names>>;
}

const MOST = 2000;

/** `hosts`: of GitHub besides github.com. */
export function createCompletionNames(git: GitReader, root: string, hosts: readonly string[] = []): CompletionNames {
  const once = <T>(read: () => Promise<T>) => {
    let found: Promise<T> | undefined;
    return () => {
      found ??= read();
      return found;
    };
  };
  const refs = once(() => refLists(git, root));
  const loaders: Partial<Record<Place, () => Promise<Partial<Names>>>> = {
    branch: refs,
    'remote-branch': refs,
    tag: refs,
    remote: once(async () => ({ remotes: await remotesOf(git, root) })),
    repository: once(async () => ({ repositories: await repositoriesOf(git, root, [GITHUB_COM, ...hosts]) })),
    stash: once(async () => ({ stashes: await stashesOf(git, root) })),
    changed: once(async () => ({ changed: await changedOf(git, root) })),
  };
  return {
    async load(places, folder) {
      const found = await Promise.all(places.map(place => loaders[place]?.()));
      return Object.assign({ paths: folder === undefined ? [] : await filesIn(root, folder) }, ...found);
    },
  };
}

const KINDS = { branches: 'refs/heads/', remoteBranches: 'refs/remotes/', tags: 'refs/tags/' } as const;

/** By their full names, so that no ref of ours is among them whatever it is called. */
async function refLists(git: GitReader, root: string): Promise<Pick<Names, 'branches' | 'remoteBranches' | 'tags'>> {
  const answer = await git.read(
    ['for-each-ref', '--format=%(refname)', '--sort=-committerdate', `--count=${MOST}`, ...Object.values(KINDS)],
    root,
  );
  const all = answer.ok ? answer.text.split('\n') : [];
  const under = (prefix: string) =>
    all
      .filter(ref => ref.startsWith(prefix) && !/^refs\/remotes\/[^/]+\/HEAD$/.test(ref))
      .map(ref => ref.slice(prefix.length));
  return { branches: under(KINDS.branches), remoteBranches: under(KINDS.remoteBranches), tags: under(KINDS.tags) };
}

async function remotesOf(git: GitReader, root: string): Promise<readonly string[]> {
  const answer = await git.read(['config', '-z', '--get-regexp', '^remote\\..*\\.(url|pushurl)$'], root);
  if (!answer.ok) return [];
  const keys = answer.text.split('\0').map(entry => entry.split('\n', 1)[0] ?? '');
  const names = keys.map(key => /^remote\.(.*)\.(?:push)?url$/s.exec(key)?.[1]).filter(name => name !== undefined);
  return [...new Set(names)];
}

/** As gh's `-R` takes them. */
async function repositoriesOf(git: GitReader, root: string, hosts: readonly string[]): Promise<readonly string[]> {
  const remotes = await gitHubRemotes(git, root, hosts);
  const names = remotes.map(({ host, owner, name }) => `${host === GITHUB_COM ? '' : `${host}/`}${owner}/${name}`);
  return [...new Set(names)];
}

async function stashesOf(git: GitReader, root: string): Promise<readonly string[]> {
  const answer = await git.read(['log', '-g', '--format=%gd', `--max-count=${MOST}`, 'refs/stash', '--'], root);
  return answer.ok ? answer.text.split('\n').filter(Boolean) : [];
}

async function changedOf(git: GitReader, root: string): Promise<readonly string[]> {
  const answer = await git.read(['status', '--porcelain=v1', '-z', '--no-renames'], root);
  return answer.ok
    ? answer.text
        .split('\0')
        .map(entry => entry.slice(3))
        .filter(Boolean)
        .slice(0, MOST)
    : [];
}

/** The files of one folder of a repository; none of a folder outside of it, wherever a link leads. */
export async function filesIn(root: string, folder: string): Promise<readonly string[]> {
  if (isAbsolute(folder) || folder.split('/').some(part => part === '..' || part === '.git')) return [];
  try {
    const [home, real] = await Promise.all([realpath(root), realpath(join(root, folder))]);
    if (real !== home && !real.startsWith(home.endsWith(sep) ? home : `${home}${sep}`)) return [];
    const entries = await readdir(real, { withFileTypes: true });
    return entries
      .filter(({ name }) => name !== '.git')
      .slice(0, MOST)
      .map(entry => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`);
  } catch {
    // A folder that is not there, which is usual while its name is being typed.
    return [];
  }
}
