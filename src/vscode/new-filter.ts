import { window } from 'vscode';
import type { Ui } from '../core/host.ts';
import { ACTION_TEXT } from './action-text.ts';
import { plainMessage } from './plain-text.ts';

/** Asks about a filter beside the work that goes on without it; whoever closes the message has said nothing. */
export const showNewFilter: NonNullable<Ui['showNewFilter']> = async ({ name, programs }, allow) => {
  const { question, allow: yes } = ACTION_TEXT.newFilter;
  void window.showWarningMessage(plainMessage(question(name, programs.join(' · '))), yes).then(answer => {
    if (answer === yes) return allow();
  });
};
