import { join } from 'node:path';
import { createAsk } from '../core/git/ask.ts';
import { createLog } from '../core/git/log.ts';
import { readerFrom } from '../core/git/reader.ts';
import { createRedactor } from '../core/git/redact.ts';
import { createRunner, type Runner } from '../core/git/runner.ts';
import { withTemporary } from '../core/git/temporary.ts';
import { createAllowances } from '../core/writes/allowances.ts';
import { createGate, type Gate } from '../core/writes/gate.ts';
import { createImpactOf } from '../core/writes/impact/impact-of.ts';
import { createJournal } from '../core/writes/journal/create-journal.ts';
import type { Journal } from '../core/writes/journal/journal.ts';
import { createUndo, type Undo } from '../core/writes/undo.ts';
import { spellOutInvisible } from '../shared/invisible-characters.ts';
import { createTerminal } from './terminal.ts';

/** A person at a terminal pages for themselves, so far more than a panel shows. */
const CAP_BYTES = 64 * 1024 * 1024;

export interface Core {
  readonly runner: Runner;
  readonly gate: Gate;
  readonly journal: Journal;
  readonly undo: Undo;
  /** Aborts when the person interrupts. */
  readonly signal: AbortSignal;
  /** Text of git's or a file's, fit for a terminal. */
  readonly forDisplay: (text: string) => string;
}

/** Lends the core, built for one workspace folder and a person at the terminal, to `use`. */
export function withCore<T>(root: string, use: (core: Core) => Promise<T>): Promise<T> {
  return withTemporary('cli', scratch => withCoreIn(scratch, root, use));
}

async function withCoreIn<T>(scratch: string, root: string, use: (core: Core) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const interrupt = () => stop.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  try {
    const token = process.env.GH_TOKEN ?? process.env.GITHUB_TOKEN;
    const redactor = createRedactor({ tokens: token ? [token] : [], environment: process.env, patterns: [] });
    const { redact } = redactor;
    const forDisplay = (text: string) => spellOutInvisible(redact(text));
    const runner = createRunner({
      roots: () => [root],
      gh: () => ({ token, host: process.env.GH_HOST, configDir: join(scratch, 'gh') }),
      redactor: () => redactor,
      log: createLog({ write: () => {}, redact }),
      capBytes: CAP_BYTES,
    });
    const ask = createAsk();
    const ui = createTerminal(forDisplay);
    const journal = createJournal({ ask });
    const gate = createGate({
      ui,
      runner,
      journal,
      allowances: createAllowances(Date.now),
      impactOf: createImpactOf({ git: readerFrom(ask) }),
      ask,
      redact,
    });
    // A person who works at a terminal in a folder trusts it already.
    const undo = createUndo({ ui, journal, runner, trusted: () => true, isOpen: () => true, changed: () => {} });
    return await use({ runner, gate, journal, undo, signal: stop.signal, forDisplay });
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}
