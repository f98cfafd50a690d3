// What must not outlive us: processes and temporary folders, whatever way we end.
import { rmSync } from 'node:fs';

const duties = new Set();

process.on('exit', () => {
  for (const duty of [...duties].reverse()) duty();
});
for (const [signal, code] of Object.entries({ SIGHUP: 129, SIGINT: 130, SIGTERM: 143 }))
  process.on(signal, () => process.exit(code));

/** Has `duty` done at the end of this process at the latest; the returned function does it now. It must not wait. */
export function onLeave(duty) {
  const once = () => {
    if (duties.delete(once)) duty();
  };
  duties.add(once);
  return once;
}

/** A folder that is gone when we are. */
export function removeOnLeave(folder) {
  return onLeave(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
}

/** Ends a process group that was started detached; it may have ended already. */
export function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if (error.code !== 'ESRCH') throw error;
  }
}
