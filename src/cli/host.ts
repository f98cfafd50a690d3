import { standInOf } from '../core/github/stand-in.ts';
import { DEFAULT_SETTINGS, type Host, type UiTools } from '../core/host.ts';
import type { GateUi } from '../core/writes/question.ts';
import { VERSION } from '../shared/version.ts';
import { canAsk } from './say.ts';
import { createTerminal, showNewFilter } from './terminal.ts';
import { TEXT } from './text.ts';

/** A person at a terminal pages for themselves, so far more than a panel shows. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

const warn = (message: string) => void process.stderr.write(`${message}\n`);

/** Hears whether a person is asked about a write: false when nobody is there, or is not any more. */
export type HearAsked = (asked: boolean) => void;

/**
 * The ports of a command line: one workspace folder, a person at the terminal or in a window, and nothing of the workspace
 * that outlives the process.
 */
export function commandLineHost(root: string, scratch: string, hearAsked: HearAsked = () => {}): Host {
  const { env } = process;
  return {
    // A person who works at a terminal in a folder trusts it already.
    workspace: { trusted: () => true, folders: () => [root] },
    storage: { folder: scratch, loadStatusSettings: () => ({}), saveStatusSettings: () => {} },
    secrets: { environment: env },
    github: standInOf(env, warn),
    report: { log: () => {}, warn },
    ui: {
      gate: async tools => (canAsk() ? createTerminal(tools.forDisplay) : gateInWindow(tools, hearAsked)),
      showNewFilter,
    },
    settings: { ...DEFAULT_SETTINGS, outputBytes: OUTPUT_BYTES, keepsBytes: !process.stdout.isTTY },
  };
}

/** Without a terminal the question goes to the window that has the repository, and without one the answer is no. */
async function gateInWindow({ redact, forDisplay, reportError }: UiTools, hearAsked: HearAsked): Promise<GateUi> {
  const { createRemoteGate } = await import('../core/windows/remote-gate.ts');
  const decline = async () => {
    hearAsked(false);
    return { kind: 'declined' } as const;
  };
  return createRemoteGate({
    environment: process.env,
    version: VERSION,
    fallback: { decide: decline, decidePlan: decline },
    redact,
    shown(folder) {
      hearAsked(true);
      warn(TEXT.askedInWindow(forDisplay(folder)));
    },
    log: line => warn(forDisplay(line)),
    reportError,
  });
}
