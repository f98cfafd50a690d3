import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type GitOptions, runGit, tryGit } from './git-process.ts';

export const zeros = '0'.repeat(40);

export interface Signature {
  name: string;
  email: string;
  date: string;
}

export interface GitCommit {
  oid: string;
  tree: string;
  parents: string[];
  author: Signature;
  committer: Signature;
  message: string;
}

export interface TreeEntry {
  path: string;
  mode: string;
  type: 'blob' | 'tree' | 'commit';
  oid: string;
  size?: number;
}

export interface FileChange {
  path: string;
  status: 'added' | 'modified' | 'removed';
  additions: number;
  deletions: number;
  oid: string;
}

/** A change of one path of a tree: an object and its mode, or nothing to remove it. */
export interface TreeChange {
  path: string;
  mode: string;
  oid: string | null;
}

export interface RefMove {
  name: string;
  /** Zeros delete the ref. */
  after: string;
  /** What it must be now; zeros: it must not exist. */
  before?: string | undefined;
}

/** A repository's objects and refs, in a real bare repository, so that every id is git's own. */
export class GitData {
  /** Commits that GitHub has signed. */
  readonly signed = new Set<string>();
  readonly #answers = new Map<string, string>();
  readonly #merges = new Map<string, string | undefined>();

  constructor(readonly path: string) {}

  static create(path: string, branch: string): GitData {
    const data = new GitData(path);
    runGit(undefined, ['init', '-q', '--bare', `--initial-branch=${branch}`, path]);
    return data;
  }

  /** Runs git here and gives its output; throws when it fails. */
  run(args: string[], options: GitOptions = {}): string {
    return runGit(this.path, args, options).toString();
  }

  /** The answer to a question about objects named by their ids: it never changes, so git is asked once. */
  #ask(args: string[]): string | undefined {
    const key = args.join('\0');
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const answer = this.#tries(args);
    if (answer !== undefined) this.#answers.set(key, answer);
    return answer;
  }

  #askOrThrow(args: string[]): string {
    const answer = this.#ask(args);
    if (answer === undefined) throw new Error(`git ${args.join(' ')} failed in ${this.path}.`);
    return answer;
  }

  #tries(args: string[], options: GitOptions = {}): string | undefined {
    return tryGit(this.path, args, options);
  }

  /** Every ref with what it points to. Read from the files: a push from outside may have moved them since. */
  refs(): Map<string, string> {
    const found = new Map<string, string>();
    for (const line of readIfThere(join(this.path, 'packed-refs')).split('\n')) {
      const [, oid, name] = /^([0-9a-f]{40}) (\S+)$/.exec(line) ?? [];
      if (oid !== undefined && name !== undefined) found.set(name, oid);
    }
    for (const name of readdirSync(join(this.path, 'refs'), { recursive: true, encoding: 'utf8' })) {
      const oid = name.endsWith('.lock') ? '' : readIfThere(join(this.path, 'refs', name)).trim();
      if (oid !== '') found.set(`refs/${name}`, oid);
    }
    return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  ref(name: string): string | undefined {
    return this.refs().get(name);
  }

  branch(name: string): string | undefined {
    return this.ref(`refs/heads/${name}`);
  }

  typeOf(oid: string): string | undefined {
    return /^[0-9a-f]{40}$/.test(oid) ? this.#ask(['cat-file', '-t', oid])?.trim() : undefined;
  }

  /** The commit a branch, tag or (abbreviated) id names. */
  resolve(name: string): string | undefined {
    for (const full of [name, `refs/heads/${name}`, `refs/tags/${name}`]) {
      const oid = this.ref(full);
      if (oid !== undefined) return this.#ask(['rev-parse', '--verify', '-q', `${oid}^{commit}`])?.trim();
    }
    if (!/^[0-9a-f]{4,40}$/.test(name)) return undefined;
    return this.#tries(['rev-parse', '--verify', '-q', `${name}^{commit}`])?.trim();
  }

  commit(oid: string): GitCommit | undefined {
    if (this.typeOf(oid) !== 'commit') return undefined;
    const format = ['%T', '%P', '%an', '%ae', '%aI', '%cn', '%ce', '%cI', '%B'].join('%x00');
    const text = this.#askOrThrow(['show', '-s', '--no-show-signature', `--format=${format}`, oid]);
    const [tree = '', parents = '', an = '', ae = '', ad = '', cn = '', ce = '', cd = '', message = ''] =
      text.split('\0');
    return {
      oid,
      tree,
      parents: parents.split(' ').filter(Boolean),
      author: { name: an, email: ae, date: inUtc(ad) },
      committer: { name: cn, email: ce, date: inUtc(cd) },
      message: message.replace(/\n+$/, ''),
    };
  }

  tree(oid: string, recursive = false): TreeEntry[] {
    const args = ['ls-tree', '-z', '-l', '--full-tree', ...(recursive ? ['-r', '-t'] : []), oid];
    return this.#askOrThrow(args)
      .split('\0')
      .filter(Boolean)
      .map(line => {
        const [facts = '', path = ''] = line.split('\t');
        const [mode = '', type = '', id = '', size = '-'] = facts.split(/ +/);
        const entry = { path, mode, type: type as TreeEntry['type'], oid: id };
        return size === '-' ? entry : { ...entry, size: Number(size) };
      });
  }

  blob(oid: string): Buffer {
    return runGit(this.path, ['cat-file', 'blob', oid]);
  }

  /** The object at a path of a commit. */
  at(commit: string, path: string): TreeEntry | undefined {
    let found: TreeEntry | undefined = { path: '', mode: '040000', type: 'tree', oid: this.commit(commit)?.tree ?? '' };
    for (const part of path.split('/').filter(Boolean))
      found = found?.type === 'tree' ? this.tree(found.oid).find(entry => entry.path === part) : undefined;
    return found;
  }

  writeBlob(content: Buffer | string): string {
    return this.run(['hash-object', '-w', '--stdin'], { input: Buffer.from(content) }).trim();
  }

  /** Writes the tree that the changes make of the base; undefined when git refuses it. */
  writeTree(changes: TreeChange[], base?: string): string | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'github-index-'));
    try {
      const env = { GIT_INDEX_FILE: join(folder, 'index') };
      if (base !== undefined && this.#tries(['read-tree', base], { env }) === undefined) return undefined;
      for (const { path, mode, oid } of changes)
        if (mode === '040000' && oid !== null) this.run(['read-tree', `--prefix=${path}/`, oid], { env });
      const lines = changes
        .filter(({ mode, oid }) => mode !== '040000' || oid === null)
        .map(({ path, mode, oid }) => (oid === null ? `0 ${zeros}\t${path}\0` : `${mode} ${oid}\t${path}\0`));
      if (this.#tries(['update-index', '-z', '--index-info'], { env, input: lines.join('') }) === undefined)
        return undefined;
      return this.#tries(['write-tree'], { env })?.trim();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  writeCommit(commit: {
    tree: string;
    parents: string[];
    message: string;
    author: Signature;
    committer?: Signature;
  }): string {
    const { tree, parents, message, author, committer = author } = commit;
    return this.run(['commit-tree', tree, ...parents.flatMap(parent => ['-p', parent])], {
      input: message,
      env: {
        GIT_AUTHOR_NAME: author.name,
        GIT_AUTHOR_EMAIL: author.email,
        GIT_AUTHOR_DATE: author.date,
        GIT_COMMITTER_NAME: committer.name,
        GIT_COMMITTER_EMAIL: committer.email,
        GIT_COMMITTER_DATE: committer.date,
      },
    }).trim();
  }

  isAncestor(ancestor: string, descendant: string): boolean {
    return this.#ask(['merge-base', '--is-ancestor', ancestor, descendant]) !== undefined;
  }

  mergeBase(a: string, b: string): string | undefined {
    return this.#ask(['merge-base', a, b])?.trim();
  }

  isValidRefName(name: string): boolean {
    return this.#tries(['check-ref-format', name]) !== undefined;
  }

  /** Moves refs, all or none; false when one was not what it had to be. */
  moveRefs(moves: RefMove[]): boolean {
    const lines = moves.map(({ name, after, before }) => {
      if (after === zeros) return `delete ${name} ${before ?? ''}`.trim();
      return `update ${name} ${after} ${before ?? ''}`.trim();
    });
    return (
      this.#tries(['update-ref', '--stdin'], { input: `start\n${lines.join('\n')}\nprepare\ncommit\n` }) !== undefined
    );
  }

  /** Commits that the second has and the first has not, oldest first. */
  between(base: string, head: string): string[] {
    return this.#askOrThrow(['rev-list', '--reverse', `${base}..${head}`])
      .split('\n')
      .filter(Boolean);
  }

  history(from: string, limit = 1000): string[] {
    return this.#askOrThrow(['rev-list', `--max-count=${limit}`, from])
      .split('\n')
      .filter(Boolean);
  }

  diff(from: string, to: string): string {
    return this.#askOrThrow(['diff', '--no-color', '--no-ext-diff', '--no-textconv', from, to]);
  }

  patches(base: string, head: string): string {
    return this.#askOrThrow(['format-patch', '--stdout', '--no-signature', `${base}..${head}`]);
  }

  changedFiles(from: string, to: string): FileChange[] {
    const statuses = new Map<string, [string, string]>();
    const raw = this.#askOrThrow(['diff-tree', '-r', '-z', '--no-renames', from, to]).split('\0');
    for (let at = 0; at + 1 < raw.length; at += 2) {
      const [, , , oid = '', letter = ''] = raw[at]?.split(' ') ?? [];
      statuses.set(raw[at + 1] ?? '', [letter, oid]);
    }
    const words = { A: 'added', D: 'removed' } as const;
    return this.#askOrThrow(['diff', '--numstat', '-z', '--no-renames', from, to])
      .split('\0')
      .filter(Boolean)
      .map((line): FileChange => {
        const [additions = '0', deletions = '0', path = ''] = line.split('\t');
        const [letter = 'M', oid = zeros] = statuses.get(path) ?? [];
        const status = letter === 'A' || letter === 'D' ? words[letter] : 'modified';
        return { path, status, additions: Number(additions) || 0, deletions: Number(deletions) || 0, oid };
      });
  }

  /** Tree of the merge of two commits; undefined when they conflict. */
  mergedTree(ours: string, theirs: string): string | undefined {
    const key = `${ours} ${theirs}`;
    if (!this.#merges.has(key)) {
      const tree = this.#tries(['merge-tree', '--write-tree', ours, theirs])?.split('\n')[0];
      this.#merges.set(key, tree);
    }
    return this.#merges.get(key);
  }

  /** Commits files onto a branch: what a push would have brought. Null removes a file. */
  commitFiles(
    branch: string,
    files: Record<string, string | null>,
    commit: { message: string; author: Signature; from?: string },
  ): string {
    const parent = this.branch(branch) ?? commit.from;
    const changes = Object.entries(files).map(([path, text]) => ({
      path,
      mode: '100644',
      oid: text === null ? null : this.writeBlob(text),
    }));
    const tree = this.writeTree(changes, parent === undefined ? undefined : `${parent}^{tree}`);
    if (tree === undefined) throw new Error(`git refused the tree of '${commit.message}'.`);
    const oid = this.writeCommit({
      tree,
      parents: parent === undefined ? [] : [parent],
      message: commit.message,
      author: commit.author,
    });
    this.moveRefs([{ name: `refs/heads/${branch}`, after: oid }]);
    return oid;
  }
}

const inUtc = (date: string): string => new Date(date).toISOString().replace(/\.\d+Z$/, 'Z');

/** A file's text; nothing where there is none, or a folder. */
function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'EISDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return '';
    throw error;
  }
}
