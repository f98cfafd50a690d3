import type { Execute } from '../core/execute.ts';
import type { LivePanels } from '../core/panels/live.ts';
import { type PanelState, stateOf } from '../core/panels/panel.ts';
import type { StatusView } from '../core/repo/status-view.ts';

/** What the extension offers to other extensions; a write asks the person like any other. */
export interface SluiceApi {
  /** Runs one git command in a repository of the window, the first when none is named. */
  execute(command: string, repository?: string): Promise<ApiAnswer>;
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
  readonly repository: () => Promise<string | undefined>;
  readonly live: LivePanels;
  readonly status: StatusView;
  readonly show: (id: string) => void;
  readonly processes: () => number;
  readonly redact: (text: string) => string;
}

export function createApi({ execute, repository, live, status, show, processes, redact }: ApiOptions): SluiceApi {
  return {
    async execute(command, root) {
      const where = root ?? (await repository()) ?? '';
      const executed = await execute('git', command, { repository: where, origin: 'chat' });
      if (executed.kind === 'panel') {
        show(executed.opened.panel.id);
        await executed.done;
        return { kind: 'panel', message: redact(executed.opened.answer) };
      }
      if (executed.kind !== 'ran') return { kind: executed.kind, message: redact(executed.message) };
      const { ok, stdout, failure } = executed.result;
      return { kind: 'ran', message: ok ? stdout : (failure?.message ?? stdout) };
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
