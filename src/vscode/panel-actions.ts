import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commands, Uri, ViewColumn, window } from 'vscode';
import type { Core } from '../core/core.ts';
import type { Panel } from '../core/panels/panel.ts';
import { ACTION_TEXT } from './action-text.ts';
import { copyText } from './copy-text.ts';
import { plainMessage } from './plain-text.ts';
import type { Running } from './running.ts';
import type { Outputs } from './views/documents.ts';

/** The actions on a panel besides looking at it. */
export interface PanelActions {
  refresh(panel: Panel): Promise<void>;
  togglePause(panel: Panel): void;
  copy(panel: Panel): Promise<void>;
  openText(panel: Panel): Promise<void>;
  openFull(panel: Panel): Promise<void>;
  exportPanel(panel: Panel): Promise<void>;
}

export function createPanelActions({ panels, forDisplay }: Core, running: Running, outputs: Outputs): PanelActions {
  return {
    async refresh({ id, command }) {
      await running.during(forDisplay(command.canonical), signal => {
        signal.addEventListener('abort', () => panels.cancel(id));
        return panels.refresh(id, 'view');
      });
    },
    togglePause: ({ id, live: { paused } }) => (paused ? panels.resume(id) : panels.pause(id)),
    copy: panel => copyText(textOf(panel)),
    async openText(panel) {
      const uri = await outputs.open(fileName(panel), textOf(panel));
      await window.showTextDocument(uri, { preview: false, viewColumn: ViewColumn.Active });
    },
    async openFull({ id, result }) {
      const file = result?.spill?.stdout;
      if (file !== undefined) await commands.executeCommand('vscode.open', Uri.file(file));
      else void window.showInformationMessage(plainMessage(ACTION_TEXT.panels.outputIsWhole(id)));
    },
    async exportPanel(panel) {
      const target = await window.showSaveDialog({
        title: ACTION_TEXT.panels.export(panel.id),
        defaultUri: Uri.file(join(panel.repository, fileName(panel))),
      });
      if (target === undefined) return;
      const file = panel.result?.spill?.stdout;
      if (file === undefined) await writeFile(target.fsPath, textOf(panel));
      else await copyFile(file, target.fsPath);
      void window.showInformationMessage(plainMessage(ACTION_TEXT.panels.exported(panel.id, target.fsPath)));
    },
  };
}

const textOf = ({ result, failure }: Panel): string => result?.stdout ?? failure?.message ?? '';

const DIFFS: ReadonlySet<string> = new Set(['diff', 'show', 'format-patch']);

/** A name that lets the editor choose the right colours. */
function fileName({ id, command: { program, subcommand } }: Panel): string {
  const ending = program === 'git' && DIFFS.has(subcommand) ? 'diff' : 'txt';
  return `${id}-${program}-${subcommand}.${ending}`;
}
