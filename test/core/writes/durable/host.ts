import { type Core, createCore } from '../../../../src/core/core.ts';
import { DEFAULT_SETTINGS } from '../../../../src/core/host.ts';
import type { UndoOutcome } from '../../../../src/core/writes/undo.ts';

export interface AgreeableCore extends Core {
  /** What was logged and what the person was told. */
  readonly told: readonly string[];
  undoLast(): Promise<UndoOutcome>;
}

/** A core of its own for one folder, as a window or a command line has, with a person who says yes to everything. */
export async function agreeableCore(
  folder: string,
  storage: string,
  environment: Readonly<Record<string, string | undefined>>,
  hear: (line: string) => void = () => {},
): Promise<AgreeableCore> {
  const told: string[] = [];
  const tell = (line: string) => {
    told.push(line);
    hear(line);
  };
  const core = createCore({
    workspace: { trusted: () => true, folders: () => [folder] },
    storage: {
      folder: storage,
      userFolder: storage,
      loadStatusSettings: () => ({}),
      saveStatusSettings: () => {},
    },
    secrets: { environment },
    report: { log: tell, warn: tell },
    ui: {
      gate: async () => ({
        decide: async () => ({ kind: 'run' }),
        decidePlan: async () => ({ kind: 'run' }),
      }),
    },
    settings: DEFAULT_SETTINGS,
  });
  await core.findRepositories();
  return { ...core, told, undoLast: async () => (await core.writes()).undo({ origin: 'cli' }) };
}
