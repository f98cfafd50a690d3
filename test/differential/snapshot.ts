import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Everything about a path that a change would change; reading it moves none of these. */
const stateOf = ({ mode, size, mtimeNs, ctimeNs, ino }: BigIntStats) => `${mode} ${size} ${mtimeNs} ${ctimeNs} ${ino}`;

const stat = (path: string) => lstatSync(path, { bigint: true, throwIfNoEntry: false });

/** One thing that happened to a path, relative to the root. */
export interface Difference {
  readonly what: 'created' | 'changed' | 'touched' | 'deleted';
  readonly path: string;
}

/**
 * The state of a folder with everything below it. A name that comes or goes, even for a moment, changes its folder's
 * times: that is how lock files and temporary files are seen, and why only known paths need to be looked at.
 */
export class Snapshot {
  readonly #root: string;
  readonly #states = new Map<string, string>();
  readonly #contents = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
    this.#walk(root, (path, state, content) => {
      this.#states.set(path, state);
      this.#contents.set(path, content);
    });
  }

  /** True when nothing happened; cheap enough to ask after every command. */
  unchanged(): boolean {
    for (const [path, state] of this.#states) {
      const now = stat(path);
      if (!now || stateOf(now) !== state) return false;
    }
    return true;
  }

  /** What is different now. */
  differences(): Difference[] {
    const found: Difference[] = [];
    const left = new Set(this.#states.keys());
    const note = (what: Difference['what'], path: string) =>
      found.push({ what, path: relative(this.#root, path) || '.' });
    this.#walk(this.#root, (path, state, content) => {
      left.delete(path);
      const before = this.#states.get(path);
      if (before === undefined) note('created', path);
      else if (this.#contents.get(path) !== content) note('changed', path);
      // Same bytes, other times: written again, or something came and went in a folder.
      else if (before !== state) note('touched', path);
    });
    for (const path of left) note('deleted', path);
    return found;
  }

  #walk(path: string, visit: (path: string, state: string, content: string) => void): void {
    const stats = stat(path);
    if (!stats) return;
    if (stats.isDirectory()) {
      const names = readdirSync(path);
      visit(path, stateOf(stats), String(stats.mode));
      for (const name of names) this.#walk(join(path, name), visit);
    } else if (stats.isSymbolicLink()) visit(path, stateOf(stats), readlinkSync(path));
    else visit(path, stateOf(stats), `${stats.mode} ${createHash('sha1').update(readFileSync(path)).digest('hex')}`);
  }
}
