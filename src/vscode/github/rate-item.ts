import { type Disposable, StatusBarAlignment, window } from 'vscode';
import type { Rate } from '../../core/github/client.ts';
import { GITHUB_TEXT } from './text.ts';

/** The item of the status bar for how many requests GitHub still accepts. */
export interface RateItem extends Disposable {
  /** Shows a bucket until it is full again; undefined for nothing to say. */
  show(rate: Rate | undefined): void;
}

export function createRateItem(): RateItem {
  const item = window.createStatusBarItem('sluice.githubRate', StatusBarAlignment.Right, 0);
  const text = GITHUB_TEXT.rates;
  item.name = text.name;
  item.command = 'sluice.showGitHubRateLimit';
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    show(rate) {
      clearTimeout(timer);
      if (rate === undefined) return item.hide();
      item.text = `$(watch) ${text.left(rate.remaining)}`;
      item.tooltip = text.tooltip(rate, timeOf(rate));
      item.accessibilityInformation = { label: item.tooltip, role: 'button' };
      item.show();
      timer = setTimeout(() => item.hide(), rate.resetAt - Date.now());
    },
    dispose() {
      clearTimeout(timer);
      item.dispose();
    },
  };
}

export const timeOf = ({ resetAt }: Rate): string =>
  new Date(resetAt).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
