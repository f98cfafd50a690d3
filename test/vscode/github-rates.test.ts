import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { GitHubAnswer, Rate } from '../../src/core/github/client.ts';
import { gitHubFailure } from '../../src/core/github/failure-text.ts';

const item = { text: '', tooltip: '', command: '', visible: false };
const lists: { label: string; description?: string; detail?: string }[][] = [];

vi.mock('vscode', async original => ({
  ...(await original<object>()),
  window: {
    showQuickPick: async (rows: Promise<(typeof lists)[number]>) => void lists.push(await rows),
    createStatusBarItem: () =>
      Object.assign(item, {
        show: () => Object.assign(item, { visible: true }),
        hide: () => Object.assign(item, { visible: false }),
        dispose() {},
      }),
  },
}));

const { createRateStatus } = await import('../../src/vscode/github/rate-status.ts');
const { showGitHubRateLimit } = await import('../../src/vscode/github/rate-limit.ts');

const rate = (bucket: string, remaining: number, limit = 5000, resetAt = Date.now() + 600_000): Rate => ({
  ...{ bucket, limit, remaining, resetAt },
});

beforeEach(() => {
  Object.assign(item, { text: '', tooltip: '', visible: false });
  lists.length = 0;
});

describe('1.5, 6.6 the status bar', () => {
  const show = async (...rates: Rate[]) => {
    let tell = (_: readonly Rate[]) => {};
    const listen = (listener: typeof tell) => {
      tell = listener;
      return () => {};
    };
    const status = createRateStatus({
      gitHubRates: { listen },
      reportErrorIn: where => error => expect.fail(`${where}: ${error}`),
    });
    tell(rates);
    await import('../../src/vscode/github/rate-item.ts');
    await new Promise(resolve => setTimeout(resolve));
    status.dispose();
    return { ...item };
  };

  it.each([
    ['enough is left', [rate('core', 500)]],
    ['a small bucket never has more', [rate('search', 3, 30)]],
    ['it is full again', [rate('core', 3, 5000, Date.now() - 1)]],
  ])('shows nothing when %s', async (_, rates) => expect((await show(...rates)).visible).toBe(false));

  it('shows the bucket with the fewest below 500, and leads to all of them', async () => {
    const { tooltip, ...shown } = await show(rate('core', 499), rate('graphql', 12));
    expect(shown).toMatchObject({
      visible: true,
      text: '$(watch) GitHub: 12 left',
      command: 'sluice.showGitHubRateLimit',
    });
    expect(tooltip).toContain('12 of 5000 more requests (graphql)');
  });
});

describe('1.4 Show GitHub Rate Limit', () => {
  const resources = {
    core: { limit: 5000, remaining: 4812, reset: 1_772_456_400 },
    graphql: { limit: 5000, remaining: 0, reset: 1_772_456_400 },
    scim: { limit: 15_000, remaining: 15_000, reset: 1_772_456_400 },
  };
  const show = async (answer: Partial<GitHubAnswer>) => {
    const get = async () => ({ rate: undefined, pollIntervalMs: undefined, ...answer }) as GitHubAnswer;
    const github = async () => ({ client: { get }, hosts: { all: () => ['github.com'] } });
    await showGitHubRateLimit({ github, forDisplay: (text: string) => text } as never);
    return lists[0]?.map(({ label, description = '' }) => `${label} ${description}`.trim());
  };

  it('lists what is left of each bucket that people meet', async () => {
    expect(await show({ kind: 'changed', data: { resources }, etag: undefined })).toEqual([
      'github.com',
      `$(pass) core ${(4812).toLocaleString()} of ${(5000).toLocaleString()} left`,
      `$(error) graphql 0 of ${(5000).toLocaleString()} left`,
    ]);
  });

  it('says why GitHub does not tell', async () => {
    const failure = gitHubFailure('no-token', { host: 'github.com' });
    expect(await show({ kind: 'failed', failure })).toEqual(['github.com', `$(warning) ${failure.message}`]);
  });
});
