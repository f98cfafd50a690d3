import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import type { Program } from '../../../src/core/command/command.ts';
import { findProgram } from '../../../src/core/git/programs.ts';
import type { Host } from '../../../src/core/host.ts';
import { createRemoteGate } from '../../../src/core/windows/remote-gate.ts';
import { addComment, openIssue } from '../../github/changes/conversations.ts';
import { eachGh, type World } from '../../github/each-gh.ts';
import type { Issue } from '../../github/state/types.ts';
import { closeConnections, connect, ERAS, yes } from '../../mcp/support.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { openWindow, person, type TestWindow } from '../windows/support.ts';
import {
  commandsOf,
  contentOf,
  eachTokenOf,
  filesUnder,
  findIn,
  needlesOf,
  spellingsOf,
  TOKENS,
  watched,
} from './hunting.ts';
import { type GitHubRig, gitHubRig } from './rig.ts';

/** The hunt at the doors by which models and other processes come in: tools, the MCP server, the window link. */

const rigs: GitHubRig[] = [];
const windows: TestWindow[] = [];
/** What goes over the link: no other socket here carries lines that begin so. */
let wire: string[];
beforeEach(() => {
  wire = [];
  const { write } = Socket.prototype;
  vi.spyOn(Socket.prototype, 'write').mockImplementation(function (this: Socket, ...given: unknown[]) {
    const [chunk] = given;
    if (typeof chunk === 'string' && chunk.startsWith('{"type":"')) wire.push(chunk);
    return Reflect.apply(write, this, given) as boolean;
  });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeConnections();
  for (const { server } of windows.splice(0)) server.dispose();
  for (const rig of rigs.splice(0)) rig.dispose();
});

type Call = readonly [name: string, input: object];

/** The commands as calls of the tools, and calls that go wrong in every way with a token in them. */
function callsOf(issue: number, token: string): Call[] {
  const word = token.replaceAll("'", '');
  const plain = commandsOf(issue, token).map((command): Call => [`${command.split(' ')[0]}_execute`, { command }]);
  const comments = `gh api repos/octo/demo/issues/${issue}/comments`;
  return [
    ...plain,
    ['gh_read', { command: `gh issue view ${issue} --comments` }],
    ['gh_read', { command: `gh issue comment ${issue} --body '${word}'` }],
    ['gh_execute', { command: comments, filter: 'spelled' }],
    ['gh_execute', { command: comments, filter: token }],
    ['gh_execute', { command: comments, head: 3, tail: 3 }],
    ['gh_execute', { command: `gh pr list ${token} | grep ${token}` }],
    ['gh_execute', { command: 'gh pr list', repository: token }],
    ['gh_execute', { command: 'gh pr list', [token]: token }],
    ['gh_execute', { command: [token] }],
    ['git_read', { command: `git show ${word}` }],
    ['git_plan', { commands: [`git branch '${word}'`, `gh issue comment ${issue} --body '${word}'`] }],
    ['git_plan', { commands: [`gh issue close ${issue} --comment '${word}'`, `gh issue reopen ${issue}`] }],
    ['git_configure_p6', { diff_base: token }],
    ['git_configure_p6', { log_args: `--grep=${word}`, show_logs: true }],
    ['git_status_view', {}],
    ['git_undo', { id: token }],
    ['git_undo', {}],
    ['panel_list', {}],
    ['panel_read', { id: token }],
    ['context_close', { id: token }],
    ['sluice_wait', { handle: token, timeoutMs: 1 }],
    [token, { token }],
  ];
}

/** An input that says nothing but this. */
function filledWith(text: string, { properties = {} }: z.core.JSONSchema.BaseSchema): object {
  const fields = Object.entries(properties).flatMap(([name, schema]) => {
    const type = typeof schema === 'object' ? schema.type : undefined;
    return type === 'string' ? [[name, text]] : type === 'array' ? [[name, [text]]] : [];
  });
  return Object.fromEntries(fields);
}

/** Of the panels that are there by now. */
const panelCalls = (ids: readonly string[], token: string): Call[] =>
  ids.flatMap((id): Call[] => [
    ['panel_read', { id }],
    ['panel_read', { id, filter: 'spelled' }],
    ['panel_read', { id, filter: token }],
    ['panel_read', { id, fromLine: 2, count: 5 }],
  ]);

/** An issue that has a token everywhere, in every spelling. */
function marked({ github, sample }: World, tokens: readonly string[]): Issue {
  const text = tokens.flatMap(token =>
    Object.entries(spellingsOf(token)).map(([name, spelling]) => `spelled ${name}: ${spelling.text}`),
  );
  const issue = openIssue(github.state, {
    ...{ repository: sample.demo, author: sample.hubot, body: text.join('\n') },
    title: `Leaks ${tokens.join(' ')}`,
  });
  addComment(github.state, issue, sample.hubot, text.join('\n'));
  return issue;
}

/** Programs that write their arguments down, in front of the person's own. */
async function watchedPrograms(gh: string) {
  const folder = temporaryFolder();
  const argv = join(folder, 'argv');
  const find = async (name: string) => (await findProgram(name, { PATH: process.env.PATH })) ?? name;
  watched(folder, 'git', await find('git'), argv);
  return { argv, gh: watched(folder, 'gh', await find(gh), argv), PATH: `${folder}:${process.env.PATH}` };
}

const all = Object.values(TOKENS);
const allNeedles = new Map(all.flatMap(token => [...needlesOf(token)]));

function expectNone(texts: readonly string[], files: readonly string[], needles = allNeedles): void {
  for (const each of new Set(texts)) expect(findIn(each, needles), each.slice(0, 300)).toEqual([]);
  for (const file of files) expect(findIn(contentOf(file), needles), file).toEqual([]);
}

/** What git keeps of a repository, but for what was committed or written there on purpose. */
const keptBy = (repository: string): string[] =>
  filesUnder(join(repository, '.git')).filter(file => !/\/(?:objects|logs)\/|COMMIT_EDITMSG/.test(file));

eachGh((world, program) => {
  const register = () => {
    for (const value of all)
      world().github.tokens.add({ value, login: 'monalisa', scopes: ['repo', 'read:org', 'gist'] });
  };
  const newRig = async (given: { gate?: Host['ui']['gate'] } = {}) => {
    const programs = await watchedPrograms(program.path);
    const rig = await gitHubRig({
      github: world().github,
      program: { ...program, path: programs.gh },
      origin: 'https://github.com/octo/demo.git',
      environment: {
        ...{ PATH: programs.PATH, GH_TOKEN: TOKENS.app, GH_ENTERPRISE_TOKEN: TOKENS.enterprise, GH_DEBUG: 'api' },
      },
      settings: { outputBytes: 20_000, gitHubHosts: ['ghe.example'], usesGitHubSession: true },
      ...given,
    });
    rigs.push(rig);
    await rig.session.set('github.com', TOKENS.oauth);
    await rig.stored.set('github.com', TOKENS.classic);
    writeFileSync(join(rig.repository, '.env'), `GITHUB_TOKEN=${TOKENS['fine-grained']}\n`);
    return { ...programs, rig };
  };

  test('no token is found in what a tool answers', async () => {
    register();
    const { number } = marked(world(), all);
    const { rig, argv } = await newRig();
    const tools = await rig.core.tools();
    const seen: string[] = [];
    const call = async ([name, input]: Call) => {
      const signal = new AbortController().signal;
      const { text, ...rest } = await tools.call(name, input, { origin: 'mcp', signal, name: 'tester' });
      seen.push(text(1_000_000), JSON.stringify(rest));
      seen.push(tools.about(name, input) ?? '');
    };
    for (const each of callsOf(number, TOKENS.classic)) await call(each);
    // Every tool there is, with a token in each of its fields that takes a text.
    for (const { name, input } of tools.list('mcp'))
      await call([name, filledWith(TOKENS.classic, z.toJSONSchema(input))]);
    for (const token of all) {
      await (await rig.core.github()).setToken('github.com', token);
      for (const command of eachTokenOf(token)) await call(['gh_execute', { command }]);
    }
    await call(['gh_execute', { command: 'gh issue list -R ghe.example/octo/demo' }]);
    const ids = rig.core.panels.panels.list().map(({ id }) => id);
    expect(ids.length).toBeGreaterThan(10);
    for (const each of panelCalls(ids, TOKENS.classic)) await call(each);
    // It was there to be found.
    expect(seen.filter(text => text.includes('***')).length).toBeGreaterThan(30);
    await tools.end();
    const questions = rig.questions.map(question => JSON.stringify(question));
    expectNone([...seen, ...rig.lines, ...questions], [...filesUnder(rig.storage), ...keptBy(rig.repository), argv]);
  }, 300_000);

  test('no token is found in a frame of the MCP server, nor in what it keeps', async () => {
    register();
    const { github } = world();
    for (const [at, [kind, token]] of Object.entries(TOKENS).entries()) {
      const { number } = marked(world(), [token]);
      const programs = await watchedPrograms(program.path);
      const host = kind === 'enterprise' ? 'ghe.example' : 'github.com';
      const complaints: string[] = [];
      github.log.clear();
      const connection = await connect({
        era: ERAS[at % ERAS.length] as (typeof ERAS)[number],
        answers: Array.from({ length: 400 }, () => yes),
        say: line => void complaints.push(line),
        environment: {
          ...{
            PATH: programs.PATH,
            SLUICE_GITHUB_SOCKET: github.socket,
            SLUICE_GITHUB_API: github.url,
            SLUICE_DEBUG: '1',
          },
          ...(kind === 'enterprise' ? { GH_HOST: host, GH_ENTERPRISE_TOKEN: token } : {}),
          ...(kind === 'classic' ? { GITHUB_TOKEN: token } : { GH_TOKEN: kind === 'enterprise' ? '' : token }),
        },
        prepare(repository) {
          git(repository, 'remote', 'add', 'origin', `https://${host}/octo/demo.git`);
          if (kind === 'fine-grained') writeFileSync(join(repository, '.env'), `GITHUB_TOKEN=${token}\n`);
        },
      });
      const { asked, client, folder, frames, repository } = connection;
      const call = async ([name, input]: Call) => {
        // Some are refused by the protocol itself.
        await client.callTool({ name, arguments: { ...input } }).catch(error => complaints.push(String(error)));
      };
      const some = at === 0 ? callsOf(number, token) : callsOf(number, token).filter((_, n) => n % 5 === at);
      for (const each of some) await call(each);
      for (const command of eachTokenOf(token)) await call(['gh_read', { command }]);
      const { resources } = await client.listResources();
      const ids = resources.flatMap(({ uri }) => (uri.startsWith('sluice://panel/') ? uri.slice(15) : []));
      expect(ids.length, kind).toBeGreaterThan(at === 0 ? 10 : 2);
      for (const { uri } of resources) await client.readResource({ uri });
      for (const each of panelCalls(ids, token)) await call(each);
      await call(['git_status_view', {}]);
      expect(new Set(github.log.requests.map(request => request.token)), kind).toContain(token.slice(-4));
      expect(frames(), kind).toContain('***');
      const files = filesUnder(folder).filter(file => !file.startsWith(join(repository, '.env')));
      const kept = files.filter(file => !file.startsWith(repository));
      expectNone(
        [...frames().split('\n'), ...asked.map(form => JSON.stringify(form)), ...complaints],
        [...kept, ...keptBy(repository), programs.argv],
        needlesOf(token),
      );
      await closeConnections();
    }
  }, 300_000);

  test('no token is found in a frame of the window link, in the window, nor in the registry', async () => {
    register();
    const issue = marked(world(), all);
    const { environment, registry } = person();
    const declined = async () => ({ kind: 'declined', reason: 'nobody' }) as const;
    const shown: string[] = [];
    const { rig, argv } = await newRig({
      gate: async ({ redact, reportError }) =>
        createRemoteGate({
          ...{ environment, version: '1.2.3', redact, reportError, log: line => void shown.push(line) },
          fallback: { decide: declined, decidePlan: declined },
        }),
    });
    const window = await openWindow(environment, rig.repository);
    windows.push(window);
    const run = async (text: string) => {
      const before = window.questions.length;
      const done = rig.core.execute(text.split(' ')[0] as Program, text, { repository: rig.repository, origin: 'cli' });
      const isAsked = vi.waitUntil(() => window.questions.length > before, 30_000);
      await Promise.race([isAsked, done]);
      const put = window.questions[before];
      if (put !== undefined) {
        const { impact, unsaved } = put.question;
        shown.push(JSON.stringify([put.question, await impact, unsaved(await impact)]));
        put.answer({ kind: 'run' });
      }
      const ended = await done;
      shown.push(JSON.stringify(ended.kind === 'ran' ? ended.result : ended));
      return put !== undefined;
    };
    const { number } = issue;
    // What holds a token itself is asked nowhere.
    for (const text of [`gh issue close ${number} --comment '${TOKENS.classic}'`, `git branch ${TOKENS.oauth}`])
      expect(await run(text)).toBe(false);
    expect(wire).toEqual([]);
    git(rig.repository, 'checkout', '-q', '-b', 'leak');
    git(rig.repository, 'commit', '-q', '--allow-empty', '-m', `Only here: ${TOKENS.classic} ${TOKENS.app}`);
    git(rig.repository, 'checkout', '-q', '-');
    writeFileSync(join(rig.repository, `${TOKENS.oauth}.txt`), TOKENS.oauth);
    for (const text of [
      `gh issue close ${number}`,
      `gh issue comment ${number} --body hello`,
      `gh issue edit ${number} --title 'Nothing leaks'`,
      `gh api -X PATCH repos/octo/demo/issues/${number} -f body=nothing`,
      'gh pr merge 4 --squash',
      'git branch -D leak',
      'git clean -f',
    ])
      expect(await run(text), text).toBe(true);
    expect(wire.filter(line => line.startsWith('{"type":"ask"')).length).toBe(7);
    expect(wire.filter(line => line.startsWith('{"type":"impact"') && line.includes('***')).length).toBeGreaterThan(4);
    const texts = [...wire, ...shown, ...window.log, ...rig.lines, ...window.errors.map(String)];
    expectNone(
      texts,
      [...filesUnder(registry), ...filesUnder(rig.storage), argv].filter(file => !file.endsWith('.sock')),
    );
  }, 300_000);
});
