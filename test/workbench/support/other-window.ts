import { ask } from './wire.ts';

/** The folder by whose name the harness knows a window that runs no suites. */
export const OTHER_WINDOW = 'other-window';

/** A second window of the same editor; the first call opens it. */
export const otherWindow = {
  press: (key: string, selector?: string) => ask('other-window', { action: 'press', key, selector }),
  fill: (selector: string, text: string) => ask('other-window', { action: 'fill', selector, text }),
  shown: (selector: string, panel?: string) =>
    ask('other-window', { action: 'shown', selector, target: panel && { panel }, timeout: 200_000 }),
};
