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

/** Short ones: as many as fit into what a panel takes. */
const records = Array.from({ length: LINES }, (_, i) => ({ id: i, gate: i % 1000 }));

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
  { name: 'records', command: 'gh pr list --json id,gate', text: JSON.stringify(records), filter: '77' },
  { name: 'JSON', command: 'gh api gates', text: JSON.stringify(records), filter: 'gate: 77' },
];
