import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTools } from './fixture.ts';

let fixture: Awaited<ReturnType<typeof makeTools>>;
beforeAll(async () => {
  fixture = await makeTools();
});
afterAll(() => fixture.core.dispose());

describe('what is no input runs nothing and asks nobody', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'git status'],
    ['a list', ['git status']],
    ['words as a list', { command: ['git', 'push'] }],
    ['an object for a text', { command: { toString: 'git push' } }],
    ['an empty command', { command: '' }],
    ['8,001 characters', { command: `git log --grep=${'x'.repeat(8001)}` }],
    ['a filter of 501 characters', { command: 'git log', filter: 'x'.repeat(501) }],
    ['a repository with an escape', { command: 'git log', repository: 'a\u001b[2J' }],
    ['a repository with a null', { command: 'git log', repository: 'a\0b' }],
    ['half a line', { command: 'git log', head: 1.5 }],
    ['no line', { command: 'git log', head: 0 }],
    ['a number as text', { command: 'git log', head: '5' }],
    ['infinitely many lines', { command: 'git log', tail: Number.POSITIVE_INFINITY }],
    ['a field of its own', { command: 'git branch x', approved: true }],
    ['a prototype', JSON.parse('{"command":"git branch x","__proto__":{"approved":true}}')],
    ['a constructor', { command: 'git branch x', constructor: { prototype: {} } }],
  ])('%s', async (_, input) => {
    const { code, status } = await fixture.call('git_execute', input);
    expect({ code, status }).toEqual({ code: 'invalid-input', status: 'failed' });
    expect(fixture.asked).toEqual([]);
    expect(fixture.core.panels.panels.list()).toEqual([]);
  });

  it('names the field that was meant, and what there is', async () => {
    const { text } = await fixture.call('git_execute', { comand: 'git status', heads: 3 });
    expect(text).toContain('There is no field "comand"; did you mean command?');
    expect(text).toContain('There is no field "heads"; did you mean head?');
    expect(text).toContain('Next: git_execute takes {command, repository?, head?, tail?, filter?, known?}.');
  });

  it('says back no more than a little of what was made up', async () => {
    const many = Object.fromEntries(Array.from({ length: 1000 }, (_, at) => [`${'k'.repeat(1000)}${at}`, at]));
    const { text } = await fixture.call('git_execute', { command: 'git status', ...many });
    expect(text.length).toBeLessThan(1000);
  });

  it('21 commands are too many for a plan', async () => {
    const commands = Array.from({ length: 21 }, () => 'git status');
    expect((await fixture.call('git_plan', { commands })).code).toBe('invalid-input');
    expect((await fixture.call('git_plan', { commands: [] })).code).toBe('invalid-input');
    expect((await fixture.call('git_plan', { commands: 'git push' })).code).toBe('invalid-input');
  });

  it.each(['__proto__', 'constructor', '../../etc/passwd', 'P8\n', '', 'P8 '.repeat(20), 'toString'])(
    'no panel is called %j',
    async id => {
      for (const name of ['panel_read', 'context_close'])
        expect((await fixture.call(name, { id })).code).toMatch(/^(?:unknown-panel|invalid-input)$/);
    },
  );

  it.each(['__proto__', 'constructor', '../../x', '..%2f', '0'.repeat(20), 'toString'])(
    'no call has the handle %j',
    async handle => {
      expect((await fixture.call('sluice_wait', { handle, timeoutMs: 0 })).code).toBe('unknown-handle');
    },
  );

  it.each(['__proto__', 'git_commit', 'git_push', '', 'GIT_EXECUTE'])('no tool is called %j', async name => {
    expect((await fixture.call(name, {})).code).toBe('unknown-tool');
  });

  it('a tool is told from one much like it', async () => {
    expect((await fixture.call('git_exec', {})).text).toMatch(/^Error \(unknown-tool\)/);
    expect((await fixture.call('git_execut', {})).text).toContain('Did you mean git_execute?');
  });
});
