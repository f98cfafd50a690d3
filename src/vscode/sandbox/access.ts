import type { Core } from '../../core/core.ts';
import type { Sandbox } from '../../core/sandbox/sandbox.ts';
import type { SandboxSide } from '../../core/sandbox/sandbox-side.ts';
import type { SandboxView } from '../../core/sandbox/sandboxes.ts';
import { createEmitter, type Emitter } from '../../shared/emitter.ts';
import { OWN_SANDBOX } from './addresses.ts';

/** The sandboxes as a window has them: its agents' own, and those of other processes, which it only looks at. */
export interface SandboxAccess {
  list(): Promise<readonly string[]>;
  /** As it is now; the same object as long as another process has not changed it. */
  look(name: string): Promise<SandboxView>;
  /** Work that changes a sandbox. One of another door is given back when it is over, so that its agent finds it free. */
  change<T>(name: string, work: (sandbox: Sandbox, side: SandboxSide) => Promise<T>): Promise<T>;
  /** Emits the name of a sandbox that is another than before. */
  readonly changes: Pick<Emitter<string>, 'listen'>;
  /** Has changes by other processes noticed, until the returned function is called. */
  watch(): () => void;
  dispose(): void;
}

/** Other processes do not tell what they change. */
const LOOK_MS = 2000;

export function createSandboxAccess({ sandbox, sandboxChanges, reportErrorIn }: Core): SandboxAccess {
  const reportError = reportErrorIn('The sandboxes');
  const changes = createEmitter<string>(reportError);
  const seen = new Map<string, SandboxView>();
  let watchers = 0;
  let timer: NodeJS.Timeout | undefined;
  const stopListening = sandboxChanges.listen(({ name }) => changes.emit(name));

  const lookAround = async (): Promise<void> => {
    const side = await sandbox();
    const names = await side.list();
    for (const name of names) {
      const view = await side.look(name);
      if (seen.get(name) === view) continue;
      seen.set(name, view);
      changes.emit(name);
    }
  };
  const isOwn = (name: string) => name === OWN_SANDBOX || name.startsWith(`${OWN_SANDBOX}-`);

  return {
    list: async () => [...(await (await sandbox()).list())].sort(),
    look: async name => (await sandbox()).look(name),
    async change(name, work) {
      const side = await sandbox();
      const opened = await side.open(name);
      try {
        return await work(opened, side);
      } finally {
        if (!isOwn(name)) await side.release(name);
      }
    },
    changes,
    watch() {
      watchers += 1;
      timer ??= setInterval(() => void lookAround().catch(reportError), LOOK_MS);
      timer.unref();
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        watchers -= 1;
        if (watchers > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    dispose() {
      clearInterval(timer);
      stopListening();
    },
  };
}
