import { basename } from 'node:path';
import { type QuickPickItem, window } from 'vscode';
import type { Allowance, Allowances } from '../../core/writes/allowances.ts';
import { plainLabel, plainMessage } from '../plain-text.ts';

interface Row extends QuickPickItem {
  /** What is revoked; none for all. */
  readonly key?: string;
}

const NOTHING = 'Nothing is allowed for the session: every change is asked about.';

/** Lists what is allowed for the session until the person has done; choosing one revokes it. */
export async function manageAllowances(allowances: Allowances, forDisplay: (text: string) => string): Promise<void> {
  for (;;) {
    const list = allowances.list();
    if (list.length === 0) return void window.showInformationMessage(plainMessage(NOTHING));
    const rows = [...list.map(row => rowOf(row, forDisplay)), { label: '$(trash) Revoke all', alwaysShow: true }];
    const chosen = await window.showQuickPick<Row>(rows, {
      title: 'Allowed until the window closes',
      placeHolder: 'Choose one to revoke it: such commands are asked about again',
    });
    if (chosen === undefined) return;
    if (chosen.key === undefined) return allowances.revokeAll();
    allowances.revoke(chosen.key);
  }
}

function rowOf({ key, summary, repository, used }: Allowance, forDisplay: (text: string) => string): Row {
  const times = used === 0 ? 'not used yet' : used === 1 ? 'used once' : `used ${used} times`;
  return {
    key,
    label: `$(pass) ${plainLabel(forDisplay(summary))}`,
    description: `${basename(repository)} · ${times}`,
  };
}
