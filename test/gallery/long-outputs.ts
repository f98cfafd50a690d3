/** An output of about 1 MiB, and what is looked for in it. */
export interface LongOutput {
  readonly name: string;
  readonly command: string;
  readonly text: string;
  /** Left by it are a few rows of many. */
  readonly filter: string;
}

const LINES = 50_000;
const lines = (count: number, line: (index: number) => string) => Array.from({ length: count }, (_, i) => line(i));
const id = (index: number) => (0x10000000 + index * 4099).toString(16);

const pulls = (count: number) =>
  lines(count, i => ({
    number: i,
    title: `Gate ${i % 1000} lets through what only reads`,
    author: { login: `ada${i % 40}`, is_bot: false },
    labels: i % 3 === 0 ? [{ name: 'bug' }, { name: 'gate' }] : [],
    headRefOid: id(i).repeat(5),
    updatedAt: new Date(1_750_000_000_000 + i * 60_000).toISOString(),
  }));

/** One for each way in which a long output is made ready. */
export const LONG_OUTPUTS: readonly LongOutput[] = [
  {
    name: 'log',
    command: 'git log --oneline',
    text: lines(LINES, i => `${id(i)} Gate ${i % 1000}`.padEnd(20, '.')).join('\n'),
    filter: 'gate 77',
  },
  {
    name: 'list',
    command: 'git ls-remote',
    text: lines(LINES, i => `${id(i)}\trefs/gate/${i % 1000}`).join('\n'),
    filter: 'gate/77',
  },
  { name: 'records', command: 'gh pr list --json all', text: JSON.stringify(pulls(4_500)), filter: 'gate 77' },
  { name: 'JSON', command: 'gh api repos', text: JSON.stringify(pulls(3_500), null, 2), filter: 'gate 77' },
];
