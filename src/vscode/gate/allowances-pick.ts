import { basename } from 'node:path';
import { type QuickPickItem, window } from 'vscode';
import type { Allowance, Allowances } from '../../core/writes/allowances.ts';
import { plainLabel, plainMessage } from '../plain-text.ts';
import { GATE_TEXT } from './text.ts';

interface Row extends QuickPickItem {
  /** The allowance to revoke; none for all. */
  readonly key?: string;
}

/** Lists what is allowed for the session until the person has done; choosing one revokes it. */
export async function manageAllowances(allowances: Allowances, forDisplay: (text: string) => string): Promise<void> {
  for (;;) {
    const list = allowances.list();
    if (list.length === 0) return void window.showInformationMessage(plainMessage(GATE_TEXT.allowances.none));
    const rows = [
      ...list.map(row => rowOf(row, forDisplay)),
      { label: `$(trash) ${GATE_TEXT.allowances.revokeAll}`, alwaysShow: true },
    ];
    const chosen = await window.showQuickPick<Row>(rows, {
      title: GATE_TEXT.allowances.title,
      placeHolder: GATE_TEXT.allowances.placeholder,
    });
    if (chosen === undefined) return;
    if (chosen.key === undefined) return allowances.revokeAll();
    allowances.revoke(chosen.key);
  }
}

function rowOf({ key, summary, repository, used }: Allowance, forDisplay: (text: string) => string): Row {
  const description = GATE_TEXT.allowances.used(basename(repository), used);
  return { key, label: `$(pass) ${plainLabel(forDisplay(summary))}`, description };
}
