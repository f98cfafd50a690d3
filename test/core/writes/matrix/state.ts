import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '../../git/support.ts';

/** Everything a person could miss, of the repository and of all that lies beside it, one line a thing. */
export type State = Readonly<Record<string, string>>;

/** Looks at a whole folder of repositories with nothing of the product's own. */
export function stateOf(parent: string): State {
  const state: Record<string, string> = {};
  for (const [path, content] of walk(parent, '')) state[path] = content;
  return state;
}

function* walk(root: string, folder: string): Generator<[string, string]> {
  for (const name of readdirSync(join(root, folder)).sort()) {
    const path = folder === '' ? name : `${folder}/${name}`;
    // Sluice keeps the key of its journal there.
    if (path === 'home/.local') continue;
    const place = join(root, path);
    const stats = lstatSync(place);
    const mode = (stats.mode & 0o7777).toString(8);
    if (isGitDirectory(place, stats.isDirectory())) {
      yield* gitState(place, path);
    } else if (stats.isDirectory()) {
      yield [`${path}/`, mode];
      yield* walk(root, path);
    } else if (stats.isSymbolicLink()) yield [path, `link ${readlinkSync(place)}`];
    else yield [path, `${mode} ${readFileSync(place, 'latin1')}`];
    if (name === '.git') yield* workTreeState(join(root, folder), folder);
  }
}

const isGitDirectory = (place: string, isFolder: boolean): boolean =>
  isFolder && existsSync(join(place, 'HEAD')) && existsSync(join(place, 'objects'));

/** Files of a git directory that hold something a person made or chose, and refs by name. */
function* gitState(directory: string, path: string): Generator<[string, string]> {
  const refs = ask(directory, ['--git-dir=.', 'for-each-ref', '--format=%(refname) %(objectname) %(symref)']);
  for (const line of refs.split('\n')) {
    const [name = '', ...value] = line.split(' ');
    if (name !== '' && !name.startsWith('refs/sluice/')) yield [`${path} ${name}`, value.join(' ')];
  }
  for (const [file, content] of filesOf(directory, '')) yield [`${path} file ${file}`, content];
}

const KEPT =
  /^(?:HEAD|config|config\.worktree|shallow|packed-refs\.lock|index\.lock|description|gc\.pid|info\/.*|hooks\/.*|rr-cache\/.*|logs\/refs\/stash|(?:rebase-merge|rebase-apply|sequencer|NOTES_MERGE_WORKTREE)\/.*|(?:MERGE|CHERRY_PICK|REVERT|REBASE|BISECT|SQUASH|AUTO|NOTES_MERGE)_.*|.*\.lock|fast_import_crash.*|worktrees\/[^/]+\/(?:HEAD|gitdir|commondir|locked|[A-Z_]+_HEAD|config\.worktree|info\/.*))$/;
/** Written by git by the way, or told of as refs. */
const BY_THE_WAY = /^(?:ORIG_HEAD|FETCH_HEAD|info\/refs|objects\/info\/packs|MERGE_RR|AUTO_MERGE)$/;

function* filesOf(directory: string, folder: string): Generator<[string, string]> {
  for (const entry of readdirSync(join(directory, folder), { withFileTypes: true })) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) {
      if (!/^(?:objects|refs|modules|sluice)$/.test(path)) yield* filesOf(directory, path);
    } else if (KEPT.test(path) && !BY_THE_WAY.test(path)) yield [path, readFileSync(join(directory, path), 'latin1')];
  }
}

/** What the index and the stashes say; a broken one is a state like any other. */
function* workTreeState(folder: string, path: string): Generator<[string, string]> {
  for (const [name, words] of Object.entries(QUESTIONS)) yield [`${path} ${name}`, ask(folder, words)];
}

const QUESTIONS = {
  index: ['ls-files', '-s', '-v', '-z'],
  intended: ['diff-files', '--diff-filter=A', '--name-only', '-z'],
  history: ['rev-list', '--exclude=refs/sluice/*', '--all'],
  stash: ['log', '-g', '--format=%H %gs', 'refs/stash', '--'],
};

function ask(cwd: string, words: readonly string[]): string {
  const env = {
    ...environment,
    HOME: cwd,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
  };
  try {
    return execFileSync('git', words, { cwd, env, encoding: 'latin1', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    return `failed: ${String((error as { stderr?: unknown }).stderr)}`;
  }
}

/** The lines that differ, as a person reads them. */
export function differences(before: State, after: State): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap(name => {
    const [was, is] = [before[name], after[name]];
    return was === is ? [] : [`${name}: ${shown(was)} → ${shown(is)}`];
  });
}

const shown = (text: string | undefined): string =>
  text === undefined ? 'nothing' : JSON.stringify(text.slice(0, 200));
