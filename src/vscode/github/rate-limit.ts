import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type { Core } from '../../core/core.ts';
import type { Rate } from '../../core/github/client.ts';
import { readRates } from '../../core/github/rates.ts';
import { timeOf } from './rate-item.ts';
import { FEW } from './rate-status.ts';
import { GITHUB_TEXT } from './text.ts';

/** Asks GitHub for every budget, which is free, and shows them. */
export async function showGitHubRateLimit({ github, forDisplay }: Pick<Core, 'github' | 'forDisplay'>): Promise<void> {
  const { hosts, client } = await github();
  const rowsOf = async (host: string): Promise<QuickPickItem[]> => {
    const found = await readRates(client, { host, owner: undefined });
    const rows = found.ok
      ? found.rates.filter(isUsed).map(rowOf)
      : [{ label: `$(warning) ${forDisplay(found.failure.message)}` }];
    return [{ label: host, kind: QuickPickItemKind.Separator }, ...rows];
  };
  const rows = async (): Promise<QuickPickItem[]> => (await Promise.all(hosts.all().map(rowsOf))).flat();
  await window.showQuickPick(rows(), { title: GITHUB_TEXT.rates.title, placeHolder: GITHUB_TEXT.rates.hint });
}

/** GitHub has more budgets than people meet. */
const KNOWN: ReadonlySet<string> = new Set(['core', 'graphql', 'search', 'code_search']);
const isUsed = ({ bucket, limit, remaining }: Rate): boolean => KNOWN.has(bucket) || remaining < limit;

function rowOf(rate: Rate): QuickPickItem {
  const { bucket, limit, remaining } = rate;
  const text = GITHUB_TEXT.rates;
  const icon = remaining === 0 ? 'error' : remaining < Math.min(FEW, limit / 10) ? 'warning' : 'pass';
  return { label: `$(${icon}) ${bucket}`, description: text.of(remaining, limit), detail: text.reset(timeOf(rate)) };
}
