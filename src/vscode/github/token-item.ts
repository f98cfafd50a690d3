import { type Disposable, StatusBarAlignment, ThemeColor, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import type { TokenFacts } from '../../core/github/tokens/token.ts';
import { setting } from '../settings.ts';
import { GITHUB_TEXT } from './text.ts';

/** The item of the status bar for the state of the GitHub tokens. */
export interface TokenItem extends Disposable {
  /** Looks what is known of them now. */
  update(): Promise<void>;
}

export function createTokenItem(github: Core['github']): TokenItem {
  const item = window.createStatusBarItem('sluice.github', StatusBarAlignment.Right, 0);
  const text = GITHUB_TEXT.statusBar;
  item.name = text.name;
  let asked = 0;
  return {
    async update() {
      asked += 1;
      const mine = asked;
      const { hosts, tokens } = await github();
      const all = (await Promise.all(hosts.all().map(tokens.byAccount))).flat();
      const facts = all.flatMap(each => each.facts);
      if (mine !== asked) return;
      const bad = facts.find(({ state }) => state === 'rejected' || state === 'pending');
      if (bad === undefined && setting('github.statusBar') !== 'always') return item.hide();
      const used = bad ?? facts[0];
      item.text = `$(${bad ? 'warning' : 'github'}) ${text.text}`;
      item.tooltip = used === undefined ? text.none : tooltipOf(used);
      item.accessibilityInformation = { label: item.tooltip, role: 'button' };
      item.backgroundColor = bad && new ThemeColor('statusBarItem.warningBackground');
      item.command = used === undefined ? 'sluice.setGitHubToken' : 'sluice.showGitHubTokens';
      item.show();
    },
    dispose: () => item.dispose(),
  };
}

function tooltipOf({ host, account, source, state }: TokenFacts): string {
  const text = GITHUB_TEXT.statusBar;
  const say = state === 'rejected' ? text.rejected : state === 'pending' ? text.pending : text.inUse;
  return say(GITHUB_TEXT.place(host, account), GITHUB_TEXT.sources[source]);
}
