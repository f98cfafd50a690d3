import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findProgram } from '../../../src/core/git/programs.ts';
import { panelListText, panelText } from '../../../src/core/panels/panel-text.ts';
import { addComment } from '../../github/changes/conversations.ts';
import { eachGh } from '../../github/each-gh.ts';
import { git, temporaryFolder } from '../git/support.ts';
import {
  BEGINNING,
  base64,
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

const rigs: GitHubRig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.dispose();
});

test('the search finds what it looks for', () => {
  for (const token of Object.values(TOKENS)) {
    const needles = needlesOf(token);
    const secret = token.replace(BEGINNING, '');
    for (const [name, { text }] of Object.entries(spellingsOf(secret)))
      expect(findIn(`before ${text} after`, needles), name).not.toEqual([]);
    expect(findIn(Buffer.from(`x-access-token:${token}`).toString('base64'), needles)).not.toEqual([]);
    expect(findIn(`${token.slice(0, 6)}*** …${token.slice(-4)}`, needles)).toEqual([]);
  }
});

eachGh((world, program) => {
  test('no token is found in a file, a log, a result, a panel, a question or an argument of a child', async () => {
    const { github, sample } = world();
    const all = Object.values(TOKENS);
    for (const value of all) github.tokens.add({ value, login: 'monalisa', scopes: ['repo', 'read:org', 'gist'] });
    const spelled = all.flatMap(token =>
      Object.entries(spellingsOf(token)).map(([name, { text }]) => `spelled ${name}: ${text}`),
    );
    const within = all.flatMap(token => [0, 1, 2].map(before => base64(`:${token}\n`, before)));
    // Where a chunk ends inside of one, and where the output is too long to be shown.
    const long = all.flatMap(token => Array.from({ length: 4 }, (_, at) => 'f'.repeat(8192 - at * 9) + token));
    const text = [...spelled, ...within, ...long].join('\n');
    addComment(github.state, sample.crash, sample.hubot, text);

    const outside = temporaryFolder();
    const argv = join(outside, 'argv');
    const find = async (name: string) => (await findProgram(name, { PATH: process.env.PATH })) ?? name;
    watched(outside, 'git', await find('git'), argv);
    const rig = await gitHubRig({
      github,
      program: { ...program, path: watched(outside, 'gh', await find(program.path), argv) },
      origin: 'https://github.com/octo/demo.git',
      environment: {
        ...{ PATH: `${outside}:${process.env.PATH}`, GH_TOKEN: TOKENS.app, GH_ENTERPRISE_TOKEN: TOKENS.enterprise },
        ...{ GH_DEBUG: 'api', DEBUG: 'api', GIT_TRACE: '1', GIT_CURL_VERBOSE: '1' },
      },
      settings: { outputBytes: 20_000, gitHubHosts: ['ghe.example'], usesGitHubSession: true },
    });
    rigs.push(rig);
    await rig.session.set('github.com', TOKENS.oauth);
    writeFileSync(join(rig.repository, '.env'), `GITHUB_TOKEN=${TOKENS['fine-grained']}\n`);
    writeFileSync(join(rig.repository, 'spellings.txt'), `${text}\n`);
    git(rig.repository, 'add', 'spellings.txt');
    git(rig.repository, 'commit', '-qm', `A file with one: ${TOKENS.classic}`);

    const results: string[] = [];
    const run = async (command: string) => results.push(JSON.stringify(await rig.run(command)));
    const { setToken } = await rig.core.github();
    for (const [at, token] of all.entries()) {
      expect(await setToken('github.com', token)).toMatchObject({ ok: true });
      for (const command of at === 0 ? commandsOf(sample.crash.number, token) : eachTokenOf(token)) await run(command);
    }
    for (const command of eachTokenOf(TOKENS.enterprise)) await run(`${command} -R ghe.example/octo/demo`);
    await run('gh issue list -R ghe.example/octo/demo');

    // They were there to be found: GitHub was asked with each of them, and outputs held them.
    const used = new Set(github.log.requests.map(request => request.token));
    expect(all.filter(token => !used.has(token.slice(-4)))).toEqual([]);
    expect(results.filter(result => result.includes('***')).length).toBeGreaterThan(5);
    const panels = rig.core.panels.panels.list();
    expect(panels.length).toBeGreaterThan(10);
    const [open] = rig.core.repositories.list();
    const entries = open && (await (await rig.core.writes()).journal.list(open));
    const seen = [
      ...results,
      panelListText(panels),
      ...panels.map(panel => panelText(panel, { budget: 1_000_000 })),
      ...rig.lines,
      ...rig.questions.map(question => JSON.stringify(question)),
      JSON.stringify(entries),
    ];
    const needles = new Map(all.flatMap(token => [...needlesOf(token)]));
    for (const each of seen) expect(findIn(each, needles), each.slice(0, 200)).toEqual([]);
    const files = filesUnder(rig.storage);
    for (const kind of ['/panels/', '/output/', '/gh/', '/user/', 'swallowed-errors.log'])
      expect(
        files.filter(file => file.includes(kind)),
        kind,
      ).not.toEqual([]);
    // Everything that git keeps here but for what was committed on purpose.
    const kept = filesUnder(join(rig.repository, '.git')).filter(
      file => !/\/(?:objects|logs)\/|COMMIT_EDITMSG/.test(file),
    );
    for (const file of [...files, ...kept, argv]) expect(findIn(contentOf(file), needles), file).toEqual([]);
    expect(readFileSync(argv, 'utf8')).toMatch(/\/gh api -i /);
  }, 300_000);
});
