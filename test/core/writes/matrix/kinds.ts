import { chmodSync, mkdirSync, rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { git } from '../../git/support.ts';
import { commit, stopping, write } from '../../repository/support.ts';

/**
 * A history in which most commands have something to do: `side` has files where `main` has none, a folder where `main` has a
 * file, and a commit in the middle whose file is ignored and gone again at the end. `origin` is one commit ahead.
 */
export function makeHistory(parent: string, initOptions: readonly string[] = []): string {
  const folder = join(parent, 'repo');
  git(parent, 'init', '-q', ...initOptions, 'repo');
  git(folder, 'config', 'user.name', 'Ada');
  git(folder, 'config', 'user.email', 'ada@example.com');
  commit(
    folder,
    { 'a.txt': 'a1\n', 'b.txt': 'b1\n', 'dir/c.txt': 'c1\n', swap: 'a file\n', '.gitignore': 'ignored*\nbuild/\n' },
    'one',
  );
  commit(folder, { 'a.txt': 'a1\na2\n', 'dir/deep/d.txt': 'd1\n' }, 'two');
  git(folder, 'branch', 'side');
  symlinkSync('a.txt', join(folder, 'link'));
  writeFileSync(join(folder, 'e.sh'), '#!/bin/sh\n', { mode: 0o755 });
  commit(folder, { 'b.txt': 'b1\nb2\n' }, 'three');
  commit(folder, { 'a.txt': 'a1\na2\na3\n' }, 'four');
  git(folder, 'switch', '-q', 'side');
  write(folder, { 'ignored-mid': 'of the commit in the middle\n' });
  git(folder, 'add', '-f', 'ignored-mid');
  commit(folder, { 'side.txt': 's1\n', 'dir/c.txt': 'c1\nside\n', 'in-the-way.txt': 'of side\n' }, 'side one');
  git(folder, 'rm', '-q', 'ignored-mid', 'swap');
  write(folder, { 'build/kept.txt': 'committed all the same\n' });
  git(folder, 'add', '-f', 'build/kept.txt');
  commit(folder, { 'side.txt': 's1\ns2\n', 'swap/x': 'in a folder\n' }, 'side two');
  git(folder, 'switch', '-q', 'main');
  git(folder, 'tag', 'light', 'HEAD~1');
  git(folder, 'tag', '-a', '-m', 'a note', 'heavy', 'HEAD~2');
  for (const text of ['first\n', 'second\n']) {
    write(folder, { 'a.txt': text, [`${text.trim()}-untracked.txt`]: text });
    git(folder, 'stash', 'push', '-uqm', text.trim());
  }
  const remote = join(parent, 'remote.git');
  git(parent, 'clone', '-q', '--bare', folder, remote);
  git(folder, 'remote', 'add', 'origin', remote);
  git(folder, 'fetch', '-q', 'origin');
  git(folder, 'branch', '-q', '-u', 'origin/main', 'main');
  moveRemote(parent, remote);
  return folder;
}

/** Somebody else's commit, not fetched yet. */
function moveRemote(parent: string, remote: string): void {
  const other = join(parent, 'other');
  git(parent, 'clone', '-q', remote, other);
  commit(other, { 'theirs.txt': 't\n', 'b.txt': 'b1\nb2\ntheirs\n' }, 'theirs');
  git(other, 'push', '-q', 'origin', 'main');
  rmSync(other, { recursive: true });
}

/** Work that is nowhere else: staged and unstaged edits, untracked and ignored files, empty folders, links. */
function dirty(folder: string): void {
  write(folder, { 'b.txt': 'b staged\n', 'new-staged.txt': 'n\n' });
  git(folder, 'add', 'b.txt', 'new-staged.txt');
  write(folder, { 'b.txt': 'b staged and edited\n', 'dir/c.txt': 'c edited\n', 'loose.txt': 'u\n', 'un/tr/x': 'x\n' });
  write(folder, { ignored: 'i\n', 'build/out.o': 'o\n' });
  mkdirSync(join(folder, 'hollow/inner'), { recursive: true });
  symlinkSync('nowhere', join(folder, 'dangling'));
}

/** Untracked and ignored files where other revisions have files. */
function inTheWay(folder: string): void {
  write(folder, { 'in-the-way.txt': 'mine\n', 'ignored-mid': 'mine, ignored\n', 'build/kept.txt': 'mine, built\n' });
  write(folder, { 'theirs.txt': 'mine\n' });
}

function addSubmodule(folder: string): void {
  const library = join(folder, '..', 'library');
  git(join(folder, '..'), 'init', '-q', 'library');
  commit(library, { 'l.txt': 'l1\n', 'deep/m.txt': 'm1\n' }, 'one');
  commit(library, { 'l.txt': 'l1\nl2\n' }, 'two');
  git(folder, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library, 'sub');
  git(join(folder, 'sub'), 'checkout', '-q', 'HEAD~1');
  git(folder, 'add', '-A');
  git(folder, 'commit', '-qm', 'with a submodule');
  git(join(folder, 'sub'), 'checkout', '-q', 'main');
  git(folder, 'commit', '-qam', 'submodule moved');
  write(join(folder, 'sub'), { 'l.txt': 'l edited\n', 'deep/m.txt': 'staged\n', 'loose.txt': 'loose\n' });
  git(join(folder, 'sub'), 'add', 'deep/m.txt');
}

/** The hooks of githooks(5) that a git runs by itself on this side. */
const HOOKS = [
  'applypatch-msg',
  'commit-msg',
  'post-applypatch',
  'post-checkout',
  'post-commit',
  'post-index-change',
  'post-merge',
  'post-rewrite',
  'pre-applypatch',
  'pre-auto-gc',
  'pre-commit',
  'pre-merge-commit',
  'pre-push',
  'pre-rebase',
  'prepare-commit-msg',
  'reference-transaction',
];

/** What hooks add stays after an undo, and the gate says so. */
export const ADDED_BY_HOOKS = 'by-hook.txt';

const WRITING_HOOKS: Readonly<Record<string, string>> = {
  'post-checkout': `echo by a hook > ${ADDED_BY_HOOKS}`,
  'post-merge': `echo by a hook > ${ADDED_BY_HOOKS}`,
  'post-rewrite': `echo by a hook > ${ADDED_BY_HOOKS}`,
  'pre-commit': 'echo formatted >> e.sh && git add e.sh',
  'prepare-commit-msg': 'echo added by a hook >> "$1"',
};

/** Every hook there is notes that it ran, and some write files as formatters and generators do. */
function addHooks(folder: string): void {
  for (const name of HOOKS) {
    const note = `echo ${name} >> "$(git rev-parse --git-common-dir)/${HOOKS_RAN}"`;
    const text = ['#!/bin/sh', note, WRITING_HOOKS[name] ?? 'exit 0', ''].join('\n');
    writeFileSync(join(folder, '.git/hooks', name), text, { mode: 0o755 });
  }
}

/** The file in the git directory in which hooks note that they ran. */
export const HOOKS_RAN = 'hooks-ran';

/** Two commits of each branch. */
function cloneShallow(folder: string): string {
  const clone = join(folder, '..', 'shallow');
  git(folder, 'clone', '-q', '--depth=2', '--no-single-branch', `file://${join(folder, '..', 'remote.git')}`, clone);
  git(clone, 'branch', '-q', 'side', 'origin/side');
  return clone;
}

/** What a repository can be like, each made from the history by the function. */
export const KINDS: Readonly<Record<string, (folder: string) => void>> = {
  calm: () => {},
  dirty,
  'in the way': inTheWay,
  'out of the index': folder => {
    git(folder, 'rm', '-rq', '--cached', 'a.txt', 'dir');
    write(folder, { 'a.txt': 'edited since\n', 'dir/deep/d.txt': 'edited since\n' });
  },
  'a folder for a file': folder => {
    for (const name of ['a.txt', 'swap']) rmSync(join(folder, name));
    write(folder, { 'a.txt/inside': 'inside\n', 'a.txt/ignored-too': 'ignored\n', 'swap/x': 'mine\n' });
  },
  'a file for a folder': folder => {
    rmSync(join(folder, 'dir'), { recursive: true });
    write(folder, { dir: 'a file now\n' });
  },
  'a link for a folder': folder => {
    rmSync(join(folder, 'dir'), { recursive: true });
    write(folder, { 'elsewhere/c.txt': 'by the link\n' });
    symlinkSync('elsewhere', join(folder, 'dir'));
  },
  'a link for a file': folder => {
    unlinkSync(join(folder, 'b.txt'));
    symlinkSync('a.txt', join(folder, 'b.txt'));
    unlinkSync(join(folder, 'link'));
    write(folder, { link: 'a file now\n' });
  },
  'a folder for a link': folder => {
    unlinkSync(join(folder, 'link'));
    write(folder, { 'link/inside': 'inside\n', 'link/ignored-too': 'ignored\n' });
  },
  'changed attributes': folder => {
    write(folder, { '.gitattributes': '*.txt text eol=crlf\ndir/** -text\n' });
    write(folder, { 'a.txt': 'a1\r\na2\r\nmine\r\n', 'dir/c.txt': 'c1\r\n' });
  },
  renames: folder => {
    git(folder, 'mv', 'dir', 'folder');
    git(folder, 'mv', 'b.txt', 'renamed.txt');
    git(folder, 'update-index', '--chmod=+x', 'a.txt');
    chmodSync(join(folder, 'a.txt'), 0o755);
    write(folder, { 'renamed.txt': 'b1\nb2\nb3\n', 'b.txt': 'another\n', 'promised.txt': 'p\n' });
    git(folder, 'add', '-N', 'promised.txt');
  },
  'hooks that write': folder => {
    dirty(folder);
    addHooks(folder);
  },
  'line ends': folder => {
    git(folder, 'config', 'core.autocrlf', 'true');
    write(folder, { 'a.txt': 'a1\r\na2\na3\r\n', 'b.txt': 'b1\r\nb2\r\n', 'dir/c.txt': 'c edited\r\n' });
    git(folder, 'update-index', '-q', '--refresh', '--really-refresh');
  },
  filters: folder => {
    git(folder, 'config', 'filter.upper.clean', 'tr a-z A-Z');
    git(folder, 'config', 'filter.upper.smudge', 'cat');
    commit(folder, { '.gitattributes': '*.txt filter=upper\nb.txt ident -filter\n' }, 'attributes');
    write(folder, { 'a.txt': 'Mixed Case\n', 'b.txt': '$Id: mine $\n' });
    git(folder, 'add', '-A');
    git(folder, 'commit', '-qm', 'filtered');
  },
  'skip-worktree': folder => {
    git(folder, 'update-index', '--skip-worktree', 'b.txt');
    git(folder, 'update-index', '--assume-unchanged', 'a.txt');
    write(folder, { 'a.txt': 'hidden edit\n', 'b.txt': 'hidden too\n' });
  },
  sparse: folder => {
    git(folder, 'sparse-checkout', 'set', '--cone', 'dir');
    write(folder, { 'dir/c.txt': 'c edited\n', 'loose.txt': 'u\n' });
  },
  submodule: addSubmodule,
  'submodule.recurse': folder => {
    addSubmodule(folder);
    git(folder, 'config', 'submodule.recurse', 'true');
  },
  'linked work tree': folder => {
    const linked = join(folder, '..', 'linked');
    git(folder, 'worktree', 'add', '-q', '-b', 'linked', linked);
    dirty(linked);
  },
  'a branch checked out elsewhere': folder => {
    const elsewhere = join(folder, '..', 'elsewhere');
    git(folder, 'worktree', 'add', '-q', elsewhere, 'side');
    dirty(folder);
    write(elsewhere, { 'side.txt': 'edited elsewhere\n' });
  },
  detached: folder => {
    git(folder, 'checkout', '-q', '--detach', 'HEAD~1');
    commit(folder, { 'only-here.txt': 'on no branch\n' }, 'on no branch');
    dirty(folder);
  },
  unborn: folder => {
    git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/unborn');
    write(folder, { 'loose.txt': 'u\n' });
  },
  'HEAD symbolic twice': folder => {
    git(folder, 'symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
    git(folder, 'symbolic-ref', 'HEAD', 'refs/heads/alias');
    dirty(folder);
  },
  shallow: folder => {
    dirty(cloneShallow(folder));
  },
  'shallow, in a linked work tree': folder => {
    const linked = join(folder, '..', 'linked');
    git(cloneShallow(folder), 'worktree', 'add', '-q', '-b', 'linked', '--track', linked, 'origin/main');
    dirty(linked);
  },
  'a work tree that is gone': folder => {
    for (const name of ['linked', 'gone']) git(folder, 'worktree', 'add', '-q', '--detach', `../${name}`);
    rmSync(join(folder, '../gone'), { recursive: true });
    dirty(join(folder, '../linked'));
  },
  'a merge under way': folder => {
    git(folder, 'switch', '-q', 'side');
    commit(folder, { 'a.txt': 'of side\n' }, 'clash');
    git(folder, 'switch', '-q', 'main');
    stopping(folder, 'merge', 'side');
    write(folder, { 'a.txt': 'half resolved\n', 'loose.txt': 'u\n' });
  },
  'a rebase under way': folder => {
    git(folder, 'switch', '-q', 'side');
    commit(folder, { 'a.txt': 'of side\n' }, 'clash');
    commit(folder, { 'later.txt': 'later\n' }, 'after the clash');
    stopping(folder, 'rebase', 'main');
    write(folder, { 'a.txt': 'half resolved\n', 'loose.txt': 'u\n' });
  },
  'reached by a link': folder => {
    dirty(folder);
    const link = join(folder, '..', 'by-link');
    symlinkSync(folder, link);
  },
  modes: folder => {
    git(folder, 'config', 'core.fileMode', 'false');
    dirty(folder);
    for (const [name, mode] of [
      ['a.txt', 0o600],
      ['dir/c.txt', 0o640],
      ['loose.txt', 0o400],
      ['ignored', 0o755],
    ] as const)
      chmodSync(join(folder, name), mode);
    for (const name of ['dir', 'un/tr', 'hollow', 'build']) chmodSync(join(folder, name), 0o700);
  },
  names: folder => {
    commit(
      folder,
      { '-rf': 'x\n', 'sp ace/ta\tb': 'y\n', 'ünï.txt': 'u\n', ':(top)': 'magic\n', 'q"uote': 'q\n' },
      'names',
    );
    write(folder, {
      '-rf': 'edited\n',
      'sp ace/ta\tb': 'edited\n',
      ':(top)': 'edited\n',
      '*': 'star\n',
      '\\': 'back\n',
    });
  },
  'split index, packed': folder => {
    git(folder, 'config', 'core.splitIndex', 'true');
    git(folder, 'update-index', '--split-index');
    git(folder, 'gc', '-q');
    dirty(folder);
  },
};

/** Folders beside the history in which the person works instead. */
export const WORKED_IN: Readonly<Record<string, string>> = {
  'linked work tree': 'linked',
  shallow: 'shallow',
  'shallow, in a linked work tree': 'linked',
  'reached by a link': 'by-link',
};

/** Kinds that have to be chosen when the repository is made. */
export const INIT_OPTIONS: Readonly<Record<string, readonly string[]>> = { 'sha-256': ['--object-format=sha256'] };
