import { standInOf } from '../core/github/stand-in.ts';
import { DEFAULT_SETTINGS, type Host } from '../core/host.ts';
import { createTerminal, showNewFilter } from './terminal.ts';

/** A person at a terminal pages for themselves, so far more than a panel shows. */
const OUTPUT_BYTES = 64 * 1024 * 1024;

/** The ports of a command line: one workspace folder, a person at the terminal, and nothing of the workspace that outlives the process. */
export function commandLineHost(root: string, scratch: string): Host {
  const { env } = process;
  const warn = (message: string) => void process.stderr.write(`${message}\n`);
  return {
    // A person who works at a terminal in a folder trusts it already.
    workspace: { trusted: () => true, folders: () => [root] },
    storage: { folder: scratch, loadStatusSettings: () => ({}), saveStatusSettings: () => {} },
    secrets: { environment: env },
    github: standInOf(env, warn),
    report: { log: () => {}, warn },
    ui: { gate: async ({ forDisplay }) => createTerminal(forDisplay), showNewFilter },
    settings: { ...DEFAULT_SETTINGS, outputBytes: OUTPUT_BYTES, keepsBytes: !process.stdout.isTTY },
  };
}
