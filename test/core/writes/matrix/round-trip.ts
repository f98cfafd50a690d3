import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCore } from '../../../../src/core/core.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/host.ts';
import { environment, git, temporaryFolder } from '../../git/support.ts';
import { write } from '../../repository/support.ts';
import { ADDED_BY_HOOKS, INIT_OPTIONS, KINDS, makeHistory, WORKED_IN } from './kinds.ts';
import { differences, stateOf } from './state.ts';

/** One kind of repository, made once and brought back for each command: paths in it are absolute, so its place stays the same. */
export interface Station {
  readonly folder: string;
  /** Where the person works. */
  readonly repository: string;
  readonly reset: () => void;
}

/** `prepare` is given the repository, to put more in and beside it. */
export function makeStation(kind: string, prepare: (repository: string) => void = () => {}): Station {
  const outer = temporaryFolder();
  const folder = join(outer, 'here');
  const saved = join(outer, 'saved');
  mkdirSync(join(folder, 'home'), { recursive: true });
  const history = makeHistory(folder, INIT_OPTIONS[kind]);
  KINDS[kind]?.(history);
  const repository = join(folder, WORKED_IN[kind] ?? 'repo');
  write(repository, { 'change.patch': PATCH });
  prepare(repository);
  renameSync(folder, saved);
  return {
    folder,
    repository,
    reset() {
      rmSync(folder, { recursive: true, force: true });
      execFileSync('cp', ['-a', saved, folder]);
      try {
        // The copy has other inodes, by which git would take every file for changed.
        git(repository, 'update-index', '-q', '--refresh');
      } catch {
        // Says only that files differ.
      }
    },
  };
}

const PATCH = `--- a/dir/deep/d.txt
+++ b/dir/deep/d.txt
@@ -1 +1,2 @@
 d1
+patched
`;

export type RoundTrip =
  /** Not a write, refused, or git changed nothing. */
  | { readonly outcome: 'nothing' }
  /** The person was told that it does not all come back. */
  | { readonly outcome: 'told'; readonly told: string }
  | { readonly outcome: 'back' }
  | { readonly outcome: 'different'; readonly differences: readonly string[] };

const PROMISE = 'Sluice takes a snapshot first: Undo restores what this changes.';

/** Runs a command through the whole core with a person who says yes to everything, undoes it, and looks. */
export async function roundTrip(station: Station, text: string): Promise<RoundTrip> {
  station.reset();
  const { folder, repository } = station;
  /** Sentences on how far undo goes, of every question. */
  const asked: string[] = [];
  const core = createCore({
    workspace: { trusted: () => true, folders: () => [repository] },
    storage: { folder: join(folder, '..', 'storage'), loadStatusSettings: () => ({}), saveStatusSettings: () => {} },
    secrets: {
      environment: {
        ...environment,
        HOME: join(folder, 'home'),
        GIT_CONFIG_NOSYSTEM: '1',
        FILTER_BRANCH_SQUELCH_WARNING: '1',
      },
    },
    report: { log: () => {}, warn: () => {} },
    ui: {
      gate: async () => ({
        async decide(question) {
          asked.push(question.recovery);
          const unsaved = question.unsaved(await question.impact);
          if (unsaved !== null) asked.push(unsaved);
          return { kind: 'run' };
        },
        decidePlan: async () => ({ kind: 'run' }),
      }),
    },
    settings: { ...DEFAULT_SETTINGS, impactTimeoutMs: 20_000 },
  });
  try {
    await core.start();
    const before = stateOf(folder);
    const ran = await core.execute('git', text, { repository, origin: 'chat' });
    if (ran.kind !== 'ran' || differences(before, stateOf(folder)).length === 0) return { outcome: 'nothing' };
    const told = asked.find(sentence => sentence !== PROMISE);
    if (told !== undefined) return { outcome: 'told', told };
    const { undo } = await core.writes();
    const undone = await undo({ repository, origin: 'palette' });
    const left = differences(before, stateOf(folder)).filter(
      line => !line.startsWith(`repo/${ADDED_BY_HOOKS}: nothing`),
    );
    if (undone.kind !== 'undone') return { outcome: 'different', differences: [undone.message, ...left] };
    return left.length === 0 ? { outcome: 'back' } : { outcome: 'different', differences: left };
  } finally {
    core.dispose();
  }
}
