import { window } from 'vscode';
import type { Ui } from '../core/host.ts';
import { plainMessage } from './plain-text.ts';
import { TEXT } from './text.ts';

/** Asks about a filter beside the work that goes on without it; whoever closes the message has said nothing. */
export const showNewFilter: NonNullable<Ui['showNewFilter']> = async ({ name, programs }, allow) => {
  const { question, allow: yes } = TEXT.newFilter;
  void window.showWarningMessage(plainMessage(question(name, programs.join(' · '))), yes).then(answer => {
    if (answer === yes) return allow();
  });
};
