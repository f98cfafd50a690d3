import { describe, expect, it } from 'vitest';
import { type GivenTool, givenTool } from '../../../src/core/tools/given-tool.ts';
import type { Question } from '../../../src/core/writes/question.ts';
import { git } from '../git/support.ts';
import { makeTools } from './fixture.ts';

const given: GivenTool = {
  name: 'deploy_preview',
  toolset: 'git',
  title: 'Deploy a preview',
  summary: 'Tags the commit of a preview.',
  description: 'Tags HEAD, by which a preview is deployed.',
  inputSchema: { type: 'object', properties: { tag: { type: 'string' } } },
  async call({ tag }, { run }) {
    const { status, text } = await run(`git tag ${tag}`);
    return `${status}: ${text}`;
  },
};

describe('a tool of another extension', () => {
  it('is listed in chats, is called like any other, and its writes wait for the person', async () => {
    const { core, call, asked, repository } = await makeTools();
    const tools = await core.tools();
    const remove = tools.add(givenTool(given));
    expect(tools.list('chat').at(-1)).toMatchObject({ name: 'deploy_preview', effects: { readOnly: false } });
    expect(tools.list('mcp').map(({ name }) => name)).not.toContain('deploy_preview');
    const { text } = await call('deploy_preview', { tag: 'v1' });
    expect(text).toMatch(/^done: Ran: git tag v1/);
    expect(asked).toMatchObject([{ text: 'git tag v1', origin: 'chat', caller: { name: 'Deploy a preview' } }]);
    expect(git(repository, 'tag')).toBe('v1\n');
    remove();
    expect((await call('deploy_preview', { tag: 'v2' })).code).toBe('unknown-tool');
  });

  it('hears that the person declined, and what is refused asks nobody', async () => {
    const { core, call, asked } = await makeTools({ ui: { decide: async () => ({ kind: 'declined' }) } });
    (await core.tools()).add(givenTool(given));
    expect((await call('deploy_preview', { tag: 'v1' })).text).toMatch(/^declined: Error \(declined\)/);
    expect((await call('deploy_preview', { tag: 'x; rm -rf .' })).text).toMatch(/^failed: Error \(not-a-command\)/);
    expect(asked.map(each => (each as Question).text)).toEqual(['git tag v1']);
  });

  it('is off with its toolset, and runs nothing in an untrusted workspace', async () => {
    const off = await makeTools({ settings: { toolsets: ['panels'] } });
    (await off.core.tools()).add(givenTool(given));
    expect((await off.call('deploy_preview', { tag: 'v1' })).code).toBe('unknown-tool');
    const untrusted = await makeTools({ trusted: false });
    let called = false;
    (await untrusted.core.tools()).add(
      givenTool({
        ...given,
        call: () => {
          called = true;
          return '';
        },
      }),
    );
    expect((await untrusted.call('deploy_preview', { tag: 'v1' })).code).toBe('untrusted');
    expect(called).toBe(false);
  });

  it('that fails or says nothing is an error with its name, and holds no secret', async () => {
    const { core, call } = await makeTools();
    const tools = await core.tools();
    const secret = `ghp_${'a1B2'.repeat(9)}`;
    const calls: Record<string, GivenTool['call']> = {
      throws: () => Promise.reject(new Error(`no ${secret}`)),
      is_silent: (() => 7) as never,
      tells: () => `the token is ${secret}`,
    };
    for (const [name, answer] of Object.entries(calls)) tools.add(givenTool({ ...given, name, call: answer }));
    expect((await call('throws', {})).text).toMatch(/^Error \(internal\): throws failed: no /);
    expect((await call('is_silent', {})).text).toContain('It did not answer with a text.');
    expect(JSON.stringify([await call('throws', {}), await call('tells', {})])).not.toContain(secret);
  });

  it('gives a long answer in so many characters', async () => {
    const { core } = await makeTools();
    const tools = await core.tools();
    tools.add(givenTool({ ...given, call: () => 'x'.repeat(50_000) }));
    const { signal } = new AbortController();
    const { text } = await tools.call('deploy_preview', {}, { origin: 'chat', signal });
    expect(text(1000)).toHaveLength(1000);
    expect(text(1000)).toMatch(/\[cut\]$/);
  });

  it.each([
    [{ name: 'Deploy' }, 'name'],
    [{ title: '' }, 'title'],
    [{ inputSchema: { type: 'string' } }, 'inputSchema.type'],
    [{ call: 'git push' }, 'call'],
    [{ effects: { readOnly: true } }, 'the whole'],
  ])('%j is none', (wrong, where) => {
    expect(() => givenTool({ ...given, ...wrong })).toThrow(`Not a tool: ${where}: `);
  });
});

describe('9 names', () => {
  it('are taken once, and toolsets are there before their tools', async () => {
    const { core } = await makeTools();
    const { add, addToolset, list } = await core.tools();
    expect(() => addToolset('git')).toThrow('Toolset "git" already registered');
    expect(() => add(givenTool({ ...given, name: 'git_execute' }))).toThrow('Tool "git_execute" already registered');
    expect(() => add(givenTool({ ...given, toolset: 'deploys' }))).toThrow(
      'Unknown toolset "deploys". Valid toolsets: git, github, panels, conflicts, sandbox',
    );
    const remove = addToolset('deploys');
    expect(() => addToolset('deploys')).toThrow('Toolset "deploys" already registered');
    add(givenTool({ ...given, toolset: 'deploys' }));
    expect(list('chat').at(-1)?.name).toBe('deploy_preview');
    remove();
    expect(list('chat').at(-1)?.name).not.toBe('deploy_preview');
  });
});
