import { afterAll, describe, expect, it } from 'vitest';
import { closeConnections, connect, ERAS } from './support.ts';

afterAll(closeConnections);

describe.each(ERAS)('a server of %s', era => {
  it('lists tools whose annotations are true', async () => {
    const { client } = await connect({ era });
    const { tools } = await client.listTools();
    const reads = tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name);
    expect(reads).toEqual(
      expect.arrayContaining(['git_read', 'gh_read', 'git_status_view', 'panel_read', 'sluice_wait']),
    );
    expect(reads).not.toEqual(expect.arrayContaining(['git_execute']));
    for (const { name, annotations, inputSchema } of tools) {
      const readOnly = reads.includes(name);
      expect(annotations).toMatchObject({ destructiveHint: !readOnly, idempotentHint: readOnly });
      expect('allow_mutation' in (inputSchema.properties ?? {}), name).toBe(!readOnly);
      expect(inputSchema, name).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const openWorld = (name: string) => tools.find(tool => tool.name === name)?.annotations?.openWorldHint;
    expect([openWorld('git_read'), openWorld('gh_read')]).toEqual([false, true]);
  });

  it('runs a read at once, asks nobody, and says it as text and as facts', async () => {
    const { client, asked } = await connect({ era, answers: [] });
    const result = await client.callTool({ name: 'git_read', arguments: { command: 'git log --format=%s' } });
    const text = expect.stringContaining('first');
    expect(result).toMatchObject({ isError: false, structuredContent: { status: 'done', panel: 'P8', text } });
    expect(result.content).toEqual([{ type: 'text', text }]);
    expect(asked).toEqual([]);
  });

  it('refuses a write where only a read is asked for, and asks nobody', async () => {
    const { client, asked, git } = await connect({ era, answers: [] });
    for (const command of ['git branch x', 'git log && git branch x', 'git -c alias.y=!touch y'])
      expect(await client.callTool({ name: 'git_read', arguments: { command } })).toMatchObject({ isError: true });
    expect(asked).toEqual([]);
    expect(git('branch', '--list', 'x')).toBe('');
  });

  it('has a code and a next step for what is wrong', async () => {
    const { client } = await connect({ era });
    const call = (name: string, input: Record<string, unknown>) => client.callTool({ name, arguments: input });
    const wrong = { isError: true, structuredContent: { code: 'invalid-input' } };
    expect(await call('git_read', { command: ['git', 'log'] })).toMatchObject(wrong);
    expect(await call('git_read', { command: 'git log', allow_mutation: true })).toMatchObject(wrong);
    expect(await call('git_execute', { command: 'git branch x', allow_mutation: 'true' })).toMatchObject(wrong);
    expect(await call('git_reed', { command: 'git log' })).toMatchObject({
      isError: true,
      structuredContent: { code: 'unknown-tool', text: expect.stringContaining('git_read') },
    });
  });

  it('denies a write where nobody can be asked, and says what to do', async () => {
    const { client, git } = await connect({ era });
    const result = await client.callTool({ name: 'git_execute', arguments: { command: 'git branch x' } });
    expect(result).toMatchObject({ isError: true, structuredContent: { status: 'refused', code: 'nobody-to-ask' } });
    expect(git('branch', '--list', 'x')).toBe('');
  });

  it('answers calls that come at once, each its own', async () => {
    const { call } = await connect({ era });
    const numbers = Array.from({ length: 20 }, (_, at) => at);
    const answers = await Promise.all(numbers.map(at => call('git_read', { command: `git log --format=%s-${at}-` })));
    expect(answers.filter((text, at) => !text.includes(`first-${at}-`))).toEqual([]);
  });

  it('names an open repository by folder and nothing outside of them', async () => {
    const { call, folder } = await connect({ era });
    expect(await call('git_read', { command: 'git log', repository: folder })).toMatch(/^Error \(unknown-repository\)/);
    expect(await call('git_read', { command: `git -C ${folder} status` })).toMatch(/^Error \(not-a-read\)/);
  });
});
