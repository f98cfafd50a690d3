import { expect, it } from 'vitest';
import { classify } from '../../../src/core/command/classify.ts';
import { isMutating } from '../../../src/core/command/command.ts';
import { recoveryOf } from '../../../src/core/writes/recovery.ts';

const PROMISE = 'Sluice takes a snapshot first: Undo restores what this changes.';

function recovery(text: string): string {
  const command = classify('git', text.split(' ').slice(1), { roots: ['/repo'], cwd: '/repo' });
  if (!isMutating(command)) throw new Error(`${text} is no write`);
  return recoveryOf(command, true);
}

it.each(['git clone https://example.com/it.git', 'git submodule update --init', 'git update-server-info'])(
  '%s is not said to come back as a whole',
  text => {
    expect(recovery(text)).not.toBe(PROMISE);
  },
);

it.each([
  'git archive -o out.tar HEAD',
  'git fetch --depth=1',
  'git fetch --unshallow origin',
  'git fetch origin',
  'git pull --shallow-since=2020-01-01',
  'git rerere forget a.txt',
  'git reset --hard',
  'git worktree add ../tree topic',
  'git worktree move ../tree ../other',
  'git worktree prune',
  'git worktree remove ../tree',
])('%s comes back as a whole', text => {
  expect(recovery(text)).toBe(PROMISE);
});
