import { join } from 'node:path';
import { type Core, createCore } from '../../src/core/core.ts';
import { type CoreSettings, DEFAULT_SETTINGS } from '../../src/core/host.ts';
import type { GateUi } from '../../src/core/writes/question.ts';
import type { World } from './world.ts';

/** A core for a world, of a person who says yes to everything; hears of each question. */
export async function openCore(
  world: World,
  settings: Partial<CoreSettings> & Pick<CoreSettings, 'ghPath'>,
  asked: () => void,
): Promise<Core> {
  const yes = async () => {
    asked();
    return { kind: 'run' } as const;
  };
  const gate: GateUi = { decide: yes, decidePlan: yes };
  const core = createCore({
    workspace: { trusted: () => true, folders: () => [world.repository] },
    storage: {
      folder: join(world.folder, 'storage'),
      userFolder: join(world.folder, 'state'),
      loadStatusSettings: () => ({}),
      saveStatusSettings: () => {},
    },
    secrets: { environment: world.environment },
    github: { socket: world.socket, apiUrl: world.url },
    report: { log: () => {}, warn: () => {} },
    ui: { gate: async () => gate },
    settings: { ...DEFAULT_SETTINGS, ...settings },
  });
  await core.start();
  return core;
}
