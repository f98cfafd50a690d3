import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '../../esbuild.mjs';
import { temporaryFolder } from '../core/git/support.ts';
import { closeConnections, connect, ERAS } from './support.ts';

const APP = 'ui://sluice/panel';
const EXTENSION = 'io.modelcontextprotocol/ui';
const MIME = 'text/html;profile=mcp-app';
const extensions = { [EXTENSION]: { mimeTypes: [MIME] } };

const built = temporaryFolder();
beforeAll(() => buildApp(built));
afterAll(closeConnections);

describe.each(ERAS)('the app of a server of %s', era => {
  it('is named by the tools that answer with a panel, and no tool is for it to call', async () => {
    const { client } = await connect({ era, extensions });
    expect(client.getServerCapabilities()?.extensions).toEqual(extensions);
    const { tools } = await client.listTools();
    const named = tools.filter(({ _meta }) => (_meta as { ui?: { resourceUri?: string } })?.ui?.resourceUri === APP);
    expect(named.map(({ name }) => name).sort()).toEqual([
      'gh_execute',
      'gh_read',
      'git_execute',
      'git_read',
      'panel_read',
    ]);
    for (const { _meta } of tools) expect(_meta).toMatchObject({ ui: { visibility: ['model'] } });
  });

  it('is one page with all in it and a policy that lets nothing else in', async () => {
    const { client } = await connect({ era, extensions, built });
    expect((await client.listResources()).resources).toContainEqual(
      expect.objectContaining({ uri: APP, mimeType: MIME }),
    );
    const { contents } = await client.readResource({ uri: APP });
    expect(contents).toMatchObject([
      { uri: APP, mimeType: MIME, _meta: { ui: { csp: { connectDomains: [], resourceDomains: [] } } } },
    ]);
    const text = contents.map(each => ('text' in each ? each.text : '')).join('');
    const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(text) ?? [];
    expect(policy.replaceAll(/'sha256-[\w+/=]+'/g, 'HASH')).toBe(
      "default-src 'none'; script-src HASH; style-src HASH; base-uri 'none'; form-action 'none'",
    );
    // What is not script: nothing that is loaded, and no more scripts.
    const document = text.replace(/<script>[\s\S]*<\/script>/, '');
    expect(/^<!DOCTYPE html>/.test(document)).toBe(true);
    expect(/\b(?:src|href)=|@import|url\(|<script/.exec(document)).toBeNull();
  });

  it('is fed by the result, in what models do not read', async () => {
    const { client, repository } = await connect({ era, extensions });
    const call = (command: string) => client.callTool({ name: 'git_read', arguments: { command } });
    const { content, structuredContent, _meta } = await call('git log --oneline -3');
    expect(_meta).toMatchObject({
      'sluice/panel': {
        id: 'P8',
        program: 'git',
        subcommand: 'log',
        args: ['--oneline', '-3'],
        command: 'git log --oneline -3',
        repository: repository.split('/').at(-1),
        exitCode: 0,
      },
    });
    expect(JSON.stringify([content, structuredContent])).not.toContain('sluice/panel');
    // What was refused has no panel.
    expect((await call('git branch x'))._meta?.['sluice/panel']).toBeUndefined();
  });

  it.each([
    undefined,
    {},
    { [EXTENSION]: {} },
    { [EXTENSION]: { mimeTypes: ['text/html'] } },
    { 'io.modelcontextprotocol/other': { mimeTypes: [MIME] } },
  ])('is not there for a client that says %j', async said => {
    const { client } = await connect({ era, extensions: said, built });
    const { tools } = await client.listTools();
    expect(tools.filter(({ _meta }) => _meta !== undefined)).toEqual([]);
    expect((await client.listResources()).resources.map(({ uri }) => uri)).not.toContain(APP);
    await expect(client.readResource({ uri: APP })).rejects.toThrow(`There is no resource ${APP}`);
    const { _meta } = await client.callTool({ name: 'git_read', arguments: { command: 'git log' } });
    expect(_meta?.['sluice/panel']).toBeUndefined();
  });
});
