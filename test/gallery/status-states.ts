import type { PullMessage, StatusFile, StatusMessage, ToStatusPage } from '../../src/protocol/to-status-page.ts';

export interface StatusState {
  readonly page: 'status';
  readonly name: string;
  /** The messages of the host, in this order. */
  readonly messages: readonly ToStatusPage[];
  /** How the view was looked at before, as `getState` gives it: groups, folds and open diffs. */
  readonly state?: unknown;
}

const ROOT = '/home/ada/engine';

const LETTERS: Readonly<Record<StatusFile['type'], readonly [staged: string, unstaged: string]>> = {
  Added: ['A', '.'],
  Conflicted: ['U', 'U'],
  Deleted: ['.', 'D'],
  Modified: ['.', 'M'],
  Renamed: ['R', '.'],
  Untracked: ['?', '?'],
};

/** A changed file as the host tells of it. */
export function file(
  path: string,
  type: StatusFile['type'] = 'Modified',
  lines: readonly [added: number, removed: number] | null = null,
  more: Partial<StatusFile> = {},
): StatusFile {
  const [staged, unstaged] = LETTERS[type];
  const [added, removed] = lines ?? [null, null];
  const net = added === null || removed === null ? null : added - removed;
  return {
    path,
    originalPath: null,
    type,
    staged,
    unstaged,
    submodule: null,
    added,
    removed,
    net,
    version: 0,
    ...more,
  };
}

/** The pull request of the branch that `status` is on. */
export const pullOf = (part: Partial<NonNullable<PullMessage['pull']>>): ToStatusPage => ({
  type: 'pull',
  root: ROOT,
  branch: 'main',
  pull: {
    number: 128,
    title: 'Gates forget their level after a restart, and nobody knows why',
    isDraft: false,
    checks: { passed: 12, failed: { names: ['build (ubuntu-latest, 20)'], count: 1 }, running: 2, skipped: 1 },
    ...part,
  },
});

/** A status as the host sends it, on a quiet branch unless told otherwise. */
export function status(more: Partial<StatusMessage> = {}): StatusMessage {
  return {
    type: 'status',
    repositories: [{ root: ROOT, name: 'engine' }],
    root: ROOT,
    branch: 'main',
    oid: '4f2a91c0d7e6b35f18a2c94be07d3316a5c8f1e2',
    upstream: 'origin/main',
    ahead: 0,
    behind: 0,
    stashes: 0,
    operations: [],
    files: [],
    untrackedOmitted: 0,
    counted: true,
    diffBase: null,
    showDiffs: false,
    showLogs: false,
    logArgs: '-10 --oneline',
    log: null,
    notices: [],
    ...more,
  };
}

const FEW = [
  file('README.md', 'Modified', [4, 1]),
  file('src/mill/store.ts', 'Modified', [38, 12], { staged: 'M', unstaged: '.' }),
  file('src/mill/cards.ts', 'Added', [120, 0]),
  file('test/mill/store.test.ts', 'Modified', [22, 3], { staged: 'M' }),
  file('notes/ideas.txt', 'Untracked'),
] as const;

const EVERY_TYPE = [
  ...FEW,
  file('src/mill/axis.ts', 'Conflicted', [9, 2]),
  file('src/printer/plates.ts', 'Conflicted', [31, 18]),
  file('src/printer/ink.ts', 'Renamed', [6, 6], { originalPath: 'src/printer/colour.ts' }),
  file('docs/manual.md', 'Renamed', [0, 0], { originalPath: 'manual/index.md' }),
  file('src/legacy/punch.ts', 'Deleted', [0, 1480]),
  file('media/portrait.png', 'Modified'),
  file('vendor/gears', 'Modified', [1, 1], {
    submodule: { commitChanged: true, modified: false, untracked: false },
  }),
] as const;

const LOG = `4f2a91c (HEAD -> main, origin/main) Count cards once they are punched
9d03b7e Keep the store when the mill stops
1c55e0a Merge branch 'printer'
e8f7712 (tag: v1.4) Plates are made of copper, see #42
77ab3d9 The first table of numbers
`;

const DIFF = `diff --git a/src/mill/store.ts b/src/mill/store.ts
index 83db48f..bf269f4 100644
--- a/src/mill/store.ts
+++ b/src/mill/store.ts
@@ -12,7 +12,8 @@ export function createStore(size: number): Store {
   const columns = new Array<number>(size).fill(0);
   return {
     read: index => columns[index] ?? 0,
-    write: (index, value) => void (columns[index] = value),
+    write(index, value) {
+      columns[index] = clamp(value, LOWEST, HIGHEST);
+    },
     size,
   };
 }
@@ -40,3 +41,4 @@ function clamp(value: number, low: number, high: number): number {
   return Math.min(Math.max(value, low), high);
 }
 
+export const HIGHEST = 10 ** 40 - 1; // forty digits a column, as the drawings of the machine have it
`;

const LONG = 'a-branch-with-a-name-that-nobody-would-give-but-somebody-did/and-then-some-more';

/** Many files in many folders. */
export const manyFiles = (count: number): readonly StatusFile[] =>
  Array.from({ length: count }, (_, i) => {
    const path = `packages/part-${String(i % 40).padStart(2, '0')}/src/module-${i % 7}/file-${i}.ts`;
    return file(path, i % 11 === 0 ? 'Added' : 'Modified', [(i * 7) % 120, i % 11 === 0 ? 0 : (i * 3) % 45]);
  });

const state = (name: string, messages: readonly ToStatusPage[], look?: unknown): StatusState => ({
  page: 'status',
  name,
  messages,
  ...(look === undefined ? {} : { state: look }),
});

const empty = (reason: Extract<ToStatusPage, { type: 'empty' }>['reason'], detail = ''): StatusState =>
  state(`status-empty-${reason}`, [{ type: 'empty', reason, detail }]);

const expanded = { expanded: [`file ${ROOT}\0src/mill/store.ts`] };
const store = { type: 'diff', root: ROOT, path: 'src/mill/store.ts', id: 1, notice: null } as const;
const whole = (text: string) => ({ ...store, parts: [{ text, side: 'staged' }] }) as const;
const halves = {
  ...store,
  parts: [
    { text: DIFF, side: 'staged' },
    { text: DIFF.replace('@@ -1', '@@ -41').replace('+1', '+41'), side: 'unstaged' },
  ],
} as const;

/** Every state of the status view. */
export const statusStates: readonly StatusState[] = [
  empty('no-folder'),
  empty('no-repository', '/home/ada/notes'),
  empty('no-git'),
  empty('untrusted'),
  empty('bare', '/srv/git/engine.git'),
  empty(
    'failed',
    "fatal: detected dubious ownership in repository at '/home/ada/engine'\nTo add an exception for this directory, call:\n\n\tgit config --global --add safe.directory /home/ada/engine",
  ),
  state('status-loading', [{ type: 'busy', busy: true }]),
  state('status-clean', [status()]),
  state('status-clean-with-log', [status({ showLogs: true, log: LOG })]),
  state('status-clean-against-base', [status({ diffBase: 'v1.4' })]),
  state('status-no-commits', [
    status({ oid: null, upstream: null, ahead: null, behind: null, files: [file('README.md', 'Added', [1, 0])] }),
  ]),
  state('status-few', [status({ files: [...FEW], ahead: 2, behind: 1, stashes: 3 })]),
  state('status-pull', [status({ files: [...FEW], ahead: 2 }), pullOf({})]),
  state('status-pull-draft', [
    status(),
    pullOf({ isDraft: true, checks: { passed: 3, failed: { names: [], count: 0 }, running: 0, skipped: 0 } }),
  ]),
  state('status-busy', [status({ files: [...FEW] }), { type: 'busy', busy: true }]),
  state('status-every-type', [status({ files: [...EVERY_TYPE] })]),
  state('status-uncounted', [status({ files: EVERY_TYPE.map(({ path, type }) => file(path, type)), counted: false })]),
  state('status-merge', [
    status({
      files: [...EVERY_TYPE],
      operations: [
        {
          kind: 'merge',
          progress: null,
          names: { from: 'feature/faster', onto: null },
          actions: ['continue', 'abort'],
        },
      ],
    }),
  ]),
  state('status-rebase-in-bisect', [
    status({
      branch: null,
      upstream: null,
      ahead: null,
      behind: null,
      files: [...FEW, file('src/mill/axis.ts', 'Conflicted', [9, 2])],
      operations: [
        {
          kind: 'rebase',
          progress: { step: 3, of: 10 },
          names: { from: 'topic', onto: 'main' },
          actions: ['continue', 'skip', 'abort'],
        },
        {
          kind: 'bisect',
          progress: null,
          names: { from: 'main', onto: null },
          actions: ['good', 'bad', 'skip', 'abort'],
        },
      ],
    }),
  ]),
  state('status-detached', [
    status({ branch: null, upstream: null, ahead: null, behind: null, files: FEW.slice(0, 2) }),
  ]),
  state('status-grouped', [status({ files: [...EVERY_TYPE] })], {
    grouped: true,
    folded: [`folder ${ROOT}\0test/mill`],
  }),
  state('status-sorted-by-net', [status({ files: [...EVERY_TYPE] })], { sort: { by: 'net', descending: true } }),
  state('status-filtered', [status({ files: [...EVERY_TYPE] })], { filter: 'mill' }),
  state('status-filtered-away', [status({ files: [...EVERY_TYPE] })], { filter: 'babbage' }),
  state('status-diff', [status({ files: [...FEW], showDiffs: true }), whole(DIFF)], expanded),
  state('status-diff-grouped', [status({ files: [...FEW], showDiffs: true }), whole(DIFF)], {
    ...expanded,
    grouped: true,
  }),
  state(
    'status-diff-halves',
    [
      status({
        files: [...FEW.slice(0, 1), file('src/mill/store.ts', 'Modified', [38, 12], { staged: 'M' })],
        showDiffs: true,
      }),
      halves,
    ],
    expanded,
  ),
  state('status-diff-awaited', [status({ files: [...FEW], showDiffs: true })], expanded),
  state(
    'status-diff-refused',
    [
      status({ files: [...FEW], showDiffs: true }),
      { ...store, parts: [], notice: 'The diff is larger than 256 KiB. Open it in the diff editor.' },
    ],
    expanded,
  ),
  state('status-log', [status({ files: [...FEW], showLogs: true, log: LOG, ahead: 1 })]),
  state('status-log-awaited', [status({ files: FEW.slice(0, 2), showLogs: true })]),
  state('status-base', [status({ files: [...FEW], diffBase: 'HEAD~5' })]),
  state('status-long-names', [
    status({
      branch: LONG,
      upstream: `origin/${LONG}`,
      ahead: 1204,
      behind: 37,
      stashes: 12,
      diffBase: `origin/${LONG}`,
      files: [
        file(
          `${'deeply/nested/'.repeat(6)}a-component-with-a-rather-long-name.stories.test.tsx`,
          'Modified',
          [12_345, 678],
        ),
        file('src/short.ts', 'Renamed', [1, 1], { originalPath: `src/${'once-it-was-longer-'.repeat(4)}.ts` }),
        file('picture of \u202egpj.exe', 'Untracked'),
        file('<img src=x onerror=alert(1)>.ts', 'Added', [1, 0]),
        file('two\nlines\tand a tab.txt', 'Modified', [1_234_567, 99]),
      ],
    }),
  ]),
  state('status-untracked-flood', [
    status({
      files: Array.from({ length: 2000 }, (_, i) => file(`cache/${i}.bin`, 'Untracked')),
      untrackedOmitted: 12_345,
      notices: [
        '3 records of git status could not be read, so files may be missing here. Run git status to see them all.',
      ],
    }),
  ]),
  state('status-huge', [status({ files: [...manyFiles(5000)] })]),
  state('status-huge-grouped', [status({ files: [...manyFiles(5000)] })], { grouped: true }),
  state('status-repositories', [
    status({
      repositories: [
        { root: ROOT, name: 'engine' },
        { root: '/home/ada/notes', name: 'notes' },
        { root: '/home/ada/engine/vendor/gears', name: 'gears' },
      ],
      files: [...FEW],
      ahead: 2,
    }),
  ]),
];
