import { programOf } from '../core/command/parse.ts';
import type { Core } from '../core/core.ts';
import { type PanelState, stateOf } from '../core/panels/panel.ts';
import { type Entry, isUndone, isUndoneInPart } from '../core/writes/journal/storage/entry.ts';
import type { PlanOutcome } from '../core/writes/plans.ts';
import type { UndoOutcome } from '../core/writes/undo.ts';
import type { CurrentRepository } from './current-repository.ts';

/** The extension's interface to other extensions; a write asks the person like any other. */
export interface SluiceApi {
  /** Runs one git or gh command in a repository of the window, the first when none is named. */
  execute(command: string, repository?: string): Promise<ApiAnswer>;
  /** Puts a sequence of git and gh commands before the person once and runs it in order. */
  plan(commands: readonly string[], repository?: string): Promise<PlanOutcome>;
  /** Takes back the newest mutation of the window, or of a repository, or the one with this id, and with one of a plan all of it. */
  undo(id?: string, repository?: string): Promise<UndoOutcome>;
  /** The mutations of a repository and who asked for them, the newest first. */
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
  /** True for one of which only a part came back; it does not count as undone. */
  readonly undoneInPart: boolean;
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
  readonly core: Core;
  readonly repository: CurrentRepository;
  /** Opens the tab of a panel. */
  readonly show: (id: string) => void;
}

export function createApi({ core, repository, show }: ApiOptions): SluiceApi {
  const { execute, runPlan, writes, repositories, panels, status, processes, redact } = core;
  const where = async (root: string | undefined) => {
    const current = await repository();
    return root ?? current ?? '';
  };
  return {
    async execute(command, root) {
      const execution = await execute(programOf(command), command, { repository: await where(root), origin: 'chat' });
      if (execution.kind === 'panel') {
        show(execution.opened.panel.id);
        await execution.done;
        return { kind: 'panel', message: redact(execution.opened.answer) };
      }
      if (execution.kind !== 'ran') return { kind: execution.kind, message: redact(execution.message) };
      const { ok, stdout, failure } = execution.result;
      return { kind: 'ran', message: ok ? stdout : (failure?.message ?? stdout) };
    },
    async plan(texts, root) {
      const outcome = await runPlan(texts, { repository: await where(root), origin: 'chat' });
      if (outcome.kind !== 'ran') return { ...outcome, message: redact(outcome.message) };
      const steps = outcome.steps.map(step => ({ ...step, text: redact(step.text), message: redact(step.message) }));
      return { ...outcome, steps };
    },
    async undo(id, root) {
      const done = await (await writes()).undo({ repository: root, id, origin: 'chat' });
      return { ...done, message: redact(done.message) };
    },
    async journal(root) {
      const wanted = await where(root);
      // None is open before the workspace is trusted.
      const found = repositories.list().find(each => each.root === wanted);
      const entries = found === undefined ? [] : await (await writes()).journal.list(found);
      return entries.map(entry => {
        const { id, group, time, origin, command, outcome, undoes, changes, reverts } = entry;
        const undoneInPart = isUndoneInPart(entry, entries);
        return {
          ...{ id, group, time, origin, command, outcome, undoes, undoneInPart },
          undone: isUndone(entry, entries) && !undoneInPart,
          changes: changes.map(redact),
          reverts: reverts.map(redact),
        };
      });
    },
    panels: () =>
      panels.panels.list().map(panel => ({
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
