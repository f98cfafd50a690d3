import { expect } from 'vitest';
import {
  isMutating,
  isReadOnly,
  type MutatingCommand,
  type ReadOnlyCommand,
} from '../../../src/core/command/command.ts';
import { notRun, type RunResult } from '../../../src/core/git/result.ts';
import { endOf, type Panel } from '../../../src/core/panels/panel.ts';
import { createPanels, type Panels } from '../../../src/core/panels/panels.ts';
import { commandOf, workspace } from '../../support/verdict-of.ts';

export const REPOSITORY = workspace.cwd;
export const NOW = Date.UTC(2026, 0, 2);

export function reading(text: string): ReadOnlyCommand {
  const command = commandOf(text);
  if (!isReadOnly(command)) throw new Error(`${text}: ${command.verdict.reason}`);
  return command;
}

export function mutating(text: string): MutatingCommand {
  const command = commandOf(text);
  if (!isMutating(command)) throw new Error(`${text}: ${command.verdict.reason}`);
  return command;
}

export const uidNumber = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

export function makePanels(reportError: (error: unknown) => void = error => expect.unreachable(String(error))): Panels {
  let n = 0;
  return createPanels({ now: () => NOW, uuid: () => uidNumber(++n), reportError });
}

export function printed(stdout: string, exitCode = 0, stderr = ''): RunResult {
  const ran = { ...notRun('exit-code', `git exited with code ${exitCode}.\n${stderr}`), stdout, stderr, exitCode };
  if (exitCode !== 0) return ran;
  const { failure, ...rest } = ran;
  return { ...rest, ok: true };
}

/** A panel that has run and shows this. */
export function panelShowing(text: string, result: RunResult): Panel {
  const panels = makePanels();
  const { id } = panels.open(reading(text), REPOSITORY).panel;
  panels.send(id, { type: 'refresh-started' });
  const panel = panels.send(id, endOf(1, result, NOW));
  if (panel === undefined) throw new Error('the panel is gone');
  return panel;
}
