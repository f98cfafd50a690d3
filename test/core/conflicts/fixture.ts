import { lstatSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import type { ConflictedFile } from '../../../src/core/conflicts/conflicts.ts';
import type { Hunk } from '../../../src/core/conflicts/markers.ts';
import { makeRepository } from '../git/fixture.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { commit, stopping } from '../repository/support.ts';
import { type Answer, type Fixture, type Given, makeTools } from '../tools/fixture.ts';

export type Files = Readonly<Record<string, string>>;

/** A file as the core lists it, with its hunks as `conflict_list` has them. */
export interface FileRow {
  readonly path: string;
  readonly kind: string;
  readonly ready: boolean;
  readonly onlyWhole: string | undefined;
  readonly whole: { readonly id: string; readonly takes: readonly string[] };
  readonly conflicts: readonly {
    readonly id: string;
    readonly lines: readonly (number | undefined)[];
    readonly labels: Hunk['labels'] | undefined;
    readonly takes: readonly string[];
  }[];
}

export interface Torn extends Fixture {
  readonly list: () => Promise<readonly FileRow[]>;
  readonly resolve: (...resolutions: readonly Readonly<Record<string, string>>[]) => Promise<Answer>;
  readonly read: (name: string) => string;
}

/** The tools for a repository that a test has torn. */
export async function makeTorn(tear: (repository: string) => void, given: Given = {}): Promise<Torn> {
  const folder = temporaryFolder();
  const repository = makeRepository(folder);
  tear(repository);
  const fixture = await makeTools({ ...given, folder });
  return {
    ...fixture,
    async list() {
      const [open] = fixture.core.repositories.list();
      if (open === undefined) throw new Error('no repository is open');
      return (await (await fixture.core.conflicts()).list(open)).files.map(rowOf);
    },
    resolve: (...resolutions) => fixture.call('conflict_resolve', { resolutions }),
    read: name => readFileSync(join(repository, name), 'latin1'),
  };
}

const rowOf = ({ path, kind, isReady, onlyWhole, whole, hunks }: ConflictedFile): FileRow => ({
  ...{ path, kind, ready: isReady, onlyWhole, whole },
  conflicts: hunks.map(({ id, hunk, takes }) => ({
    ...{ id, lines: [hunk?.firstLine, hunk?.lastLine], labels: hunk?.labels, takes },
  })),
});

/** Two branches from one commit; `main` is checked out. */
export function branches(repository: string, base: Files, ours: Files, theirs: Files): void {
  git(repository, 'branch', '-qM', 'main');
  commit(repository, { 'kept.txt': 'kept\n', ...base }, 'base');
  git(repository, 'checkout', '-qb', 'topic');
  commit(repository, theirs, 'theirs');
  git(repository, 'checkout', '-q', 'main');
  commit(repository, ours, 'ours');
}

/** The same, merged as far as it goes. */
export function merged(repository: string, base: Files, ours: Files, theirs: Files, ...options: string[]): void {
  branches(repository, base, ours, theirs);
  stopping(repository, ...options, 'merge', 'topic');
}

export const lines = (...all: readonly (string | number)[]): string => all.map(line => `${line}\n`).join('');

/** Every byte, mode and link of a work tree, and the index. */
export function picture(repository: string): readonly string[] {
  const below = (folder: string): string[] =>
    readdirSync(folder, { encoding: 'latin1' }).flatMap(name => {
      const path = Buffer.from(`${folder}/${name}`, 'latin1');
      const stats = lstatSync(path);
      if (name === '.git') return [];
      if (stats.isDirectory()) return below(path.toString('latin1'));
      const content = stats.isSymbolicLink() ? readlinkSync(path, 'latin1') : readFileSync(path, 'latin1');
      return [[path.toString('latin1'), (stats.mode & 0o170777).toString(8), content].join('\0')];
    });
  return [...below(repository).toSorted(), git(repository, 'ls-files', '-s', '-z')];
}
