import type { Execute } from '../core/execute.ts';
import type { LivePanels } from '../core/panels/live.ts';
import { type PanelState, stateOf } from '../core/panels/panel.ts';
import type { OpenRepository } from '../core/repository/repositories.ts';
import type { StatusView } from '../core/repository/status/status-view.ts';
import { type Entry, isUndone } from '../core/writes/journal/storage/entry.ts';
import type { PlanDone } from '../core/writes/plans.ts';
import type { UndoOutcome } from '../core/writes/undo.ts';
import type { GateRoom } from './gate/gate-room.ts';

/** What the extension offers to other extensions; a write asks the person like any other. */
export interface SluiceApi {
  /** Runs one git command in a repository of the window, the first when none is named. */
  execute(command: string, repository?: string): Promise<ApiAnswer>;
  /** Puts a sequence of git and gh commands before the person once and runs it in order. */
  plan(commands: readonly string[], repository?: string): Promise<PlanDone>;
  /** Takes back the newest mutation or the one with this id, and with one of a plan all of it. */
  undo(id?: string, repository?: string): Promise<UndoOutcome>;
  /** What was changed and by whom, the newest first. */
  journal(repository?: string): Promise<readonly ApiEntry[]>;
  panels(): readonly ApiPanel[];
  /** The status view as text. */
  statusText(): Promise<string>;
  /** How many processes Sluice has started in this window. */
  processes(): number;
}

export interface ApiAnswer {
  readonly kind: 'panel' | 'ran' | 'declined' | 'refused' | 'invalid' | 'untrusted';
  readonly message: string;
}

export interface ApiEntry extends Pick<Entry, 'id' | 'group' | 'time' | 'origin' | 'command' | 'outcome' | 'undoes'> {
  readonly undone: boolean;
  readonly changes: readonly string[];
  readonly reverts: readonly string[];
}

export interface ApiPanel {
  readonly id: string;
  readonly uid: string;
  readonly command: string;
  readonly repository: string;
  readonly state: PanelState;
  readonly text: string;
}

export interface ApiOptions {
  readonly execute: Execute;
  readonly room: () => Promise<GateRoom>;
  readonly repository: () => Promise<string | undefined>;
  readonly repositories: () => readonly OpenRepository[];
  readonly live: LivePanels;
  readonly status: StatusView;
  readonly show: (id: string) => void;
  readonly processes: () => number;
  readonly redact: (text: string) => string;
}

export function createApi(options: ApiOptions): SluiceApi {
  const { execute, room, repository, repositories, live, status, show, processes, redact } = options;
  const where = async (root: string | undefined) => {
    const current = await repository();
    return root ?? current ?? '';
  };
  return {
    async execute(command, root) {
      const executed = await execute('git', command, { repository: await where(root), origin: 'chat' });
      if (executed.kind === 'panel') {
        show(executed.opened.panel.id);
        await executed.done;
        return { kind: 'panel', message: redact(executed.opened.answer) };
      }
      if (executed.kind !== 'ran') return { kind: executed.kind, message: redact(executed.message) };
      const { ok, stdout, failure } = executed.result;
      return { kind: 'ran', message: ok ? stdout : (failure?.message ?? stdout) };
    },
    async plan(texts, root) {
      const done = await (await room()).runPlan(texts, { repository: await where(root), origin: 'chat' });
      if (done.kind !== 'ran') return { ...done, message: redact(done.message) };
      const steps = done.steps.map(step => ({ ...step, text: redact(step.text), message: redact(step.message) }));
      return { ...done, steps };
    },
    async undo(id, root) {
      const done = await (await room()).undo({ repository: await where(root), id, origin: 'chat' });
      return { ...done, message: redact(done.message) };
    },
    async journal(root) {
      const wanted = await where(root);
      // None is open before the workspace is trusted.
      const found = repositories().find(each => each.root === wanted);
      const entries = found === undefined ? [] : await (await room()).journal.list(found);
      return entries.map(entry => {
        const { id, group, time, origin, command, outcome, undoes, changes, reverts } = entry;
        return {
          ...{ id, group, time, origin, command, outcome, undoes, undone: isUndone(entry, entries) },
          changes: changes.map(redact),
          reverts: reverts.map(redact),
        };
      });
    },
    panels: () =>
      live.panels.list().map(panel => ({
        id: panel.id,
        uid: panel.uid,
        command: redact(panel.command.canonical),
        repository: panel.repository,
        state: stateOf(panel),
        text: panel.result?.stdout ?? '',
      })),
    statusText: () => status.text(),
    processes,
  };
}
