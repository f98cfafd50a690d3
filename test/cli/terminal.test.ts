import { PassThrough } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createTerminal } from '../../src/cli/terminal.ts';
import { type Impact, impact } from '../../src/core/writes/impact/impact.ts';
import { questionAbout } from '../support/question.ts';

const QUIET_MS = 100;

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true, columns: 200 });
  let printed = '';
  output.on('data', chunk => {
    printed += chunk;
  });
  const gate = createTerminal(text => text, { input, output, quietMs: QUIET_MS } as never);
  return {
    gate,
    type: (text: string) => input.write(text),
    printed: () => printed,
    prompted: () => expect.poll(() => printed).toMatch(/\[y\/N\]|Type yes/),
  };
}

describe('the question on a terminal', () => {
  it('does not take what was typed before it could be read', async () => {
    const { gate, type, prompted } = terminal();
    type('y\n');
    const decision = gate.decide(questionAbout('git branch new'));
    await sleep(10);
    type('yes\ny\n');
    await prompted();
    type('n\n');
    expect(await decision).toEqual({ kind: 'declined' });
  });

  it('does not take the start of an answer either', async () => {
    const { gate, type, prompted } = terminal();
    const decision = gate.decide(questionAbout('git branch new'));
    await sleep(10);
    type('y');
    await prompted();
    type('\n');
    expect(await decision).toEqual({ kind: 'declined' });
  });

  it('takes a yes that is typed at the prompt', async () => {
    const { gate, type, prompted } = terminal();
    const decision = gate.decide(questionAbout('git branch new'));
    await prompted();
    type('y\n');
    expect(await decision).toEqual({ kind: 'run' });
  });

  it('shows the command before it is known what it does, and a program before the command', async () => {
    let known = (_: Impact) => {};
    const late = new Promise<Impact>(resolve => (known = resolve));
    const { gate, type, printed, prompted } = terminal();
    const programs = [{ starts: 'later', text: 'core.hooksPath = /tmp/x' }] as const;
    const decision = gate.decide(questionAbout('git branch new', { impact: late, programs }));
    await expect.poll(printed).toContain('git branch new');
    expect(printed().indexOf('core.hooksPath = /tmp/x')).toBeLessThan(printed().indexOf('git branch new'));
    expect(printed()).not.toContain('Creates a branch.');
    known(impact({ sentences: ['Creates a branch.'] }));
    await prompted();
    expect(printed()).toContain('Creates a branch.');
    type('\n');
    expect(await decision).toEqual({ kind: 'declined' });
  });

  it('offers a fetch where one would tell more; elsewhere the word is a reason', async () => {
    const old = Promise.resolve(impact({ sentences: ['Nothing new.'], fetchFirst: 'git fetch origin' }));
    for (const given of [{ impact: old }, {}]) {
      const { gate, type, printed, prompted } = terminal();
      const decision = gate.decide(questionAbout('git pull', given));
      await prompted();
      type('fetch\n');
      expect(await decision).toEqual('impact' in given ? { kind: 'fetch' } : { kind: 'declined', reason: 'fetch' });
      expect(printed().includes('Type fetch to run git fetch origin first')).toBe('impact' in given);
    }
  });

  it('is a no when the input ends', async () => {
    const { gate, printed } = terminal();
    const abort = new AbortController();
    const decision = gate.decide(questionAbout('git branch new'), abort.signal);
    await expect.poll(printed).toContain('git branch new');
    abort.abort();
    expect(await decision).toEqual({ kind: 'declined' });
  });
});
