import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeRepository, makeRunner, reading } from './fixture.ts';
import { git, temporaryFolder } from './support.ts';

const SECRET = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';
const folder = temporaryFolder();
const repository = makeRepository(folder);
const { runner } = makeRunner(folder);

mkdirSync(join(repository, 'config'));
for (const name of ['.env', 'config/.ENV.local', 'config/prod.env', 'tls.key'])
  writeFileSync(join(repository, name), `KEY=${SECRET}\n`);
git(repository, 'add', '-f', 'config');
git(repository, 'commit', '-qm', 'second');
writeFileSync(join(repository, 'config/prod.env'), `KEY=${[...SECRET].reverse().join('')}\n`);
writeFileSync(join(repository, 'file.txt'), 'one\nKEY=plain\n');

const read = async (...args: string[]) => {
  const { stdout, stderr, exitCode } = await runner.read(reading(repository, ...args), { repository, origin: 'cli' });
  return { stdout, stderr, exitCode };
};
/** A secret that was cut into lines, colours and marks, put together again. */
const joined = (text: string) =>
  text
    .replace(/\u001B\[[\d;]*m/g, '')
    .replace(/^[^\n]*:(?=[^\n]$)/gm, '')
    .replace(/[\n+{}[\]-]/g, '');

describe('files with secrets are left out where they would come in pieces, or unasked', () => {
  it.each([
    ['grep', '--no-index', '-h', '-o', '.'],
    ['grep', '--no-index', '-h', '-o', '.', '--', 'config', 'file.txt'],
    ['grep', '--no-index', 'KEY'],
    ['grep', '--untracked', '--no-exclude-standard', 'KEY'],
    ['grep', '-h', '-o', '.'],
    ['grep', '-h', '-o', '.', 'HEAD'],
    ['grep', '-h', '-o', '-e', '.', '--', '*'],
    ['-C', 'config', 'grep', '--no-index', '-h', '-o', '.'],
    ['-C', 'config', 'grep', '-h', '-o', '.', '--', ':/'],
    ['diff', '--word-diff-regex=.'],
    ['diff', '--word-diff=porcelain', '--word-diff-regex=.', 'HEAD'],
    ['diff', '--color=always', '--color-words=.', 'HEAD', '--', 'config', 'file.txt'],
    ['-C', 'config', 'diff', '--color-words=.'],
    ['log', '-p', '--word-diff-regex=.', '--all'],
    ['show', '--word-diff-regex=.', 'HEAD'],
  ])('git %s %s %s %s %s %s', async (...args) => {
    const { stdout, stderr, exitCode } = await read(...args.filter(word => word !== undefined));
    expect([exitCode, stderr]).toEqual([expect.toBeOneOf([0, 1]), '']);
    expect(joined(stdout)).not.toContain(SECRET);
    expect(stdout).not.toContain('KEY=sk');
  });

  it.each([
    ['diff', '--word-diff'],
    ['diff', '--color=always', '--color-words', 'HEAD'],
    ['log', '-p', '--word-diff=porcelain', '--all'],
  ])('also where the config says what a word is: git %s %s %s %s', async (...args) => {
    git(repository, 'config', 'diff.wordRegex', '.');
    const { stdout } = await read(...args.filter(word => word !== undefined));
    git(repository, 'config', '--unset', 'diff.wordRegex');
    expect(joined(stdout)).not.toContain(SECRET);
    expect(stdout).toContain('file.txt');
    expect(stdout).not.toContain('prod.env');
  });

  it('and everything else is there', async () => {
    expect((await read('grep', '--no-index', '-o', 'KEY')).stdout).toBe('file.txt:KEY\n');
    expect((await read('diff', '--word-diff-regex=.')).stdout).toContain('{+KEY=plain+}');
  });
});

describe('a token is not cut by colours', () => {
  it('of grep', async () => {
    git(repository, 'config', 'color.grep.match', 'red');
    const { stdout } = await read('grep', '--color=always', '-h', 'a');
    expect(stdout).toContain('plain');
  });
});

describe('a password of the configuration', () => {
  git(repository, 'config', 'http.proxy', 'ann:hunter2hunter2@proxy.example:3128');
  git(repository, 'config', 'http.https://example.com/.proxy', 'http://ann:hunter2hunter2@proxy.example:3128');
  it.each([
    ['config', '--get', 'http.proxy'],
    ['config', 'http.proxy'],
    ['config', '--show-origin', '--get', 'http.proxy'],
    ['config', '-z', '--get', 'http.proxy'],
    ['config', '-f', '.git/config', '--get', 'http.proxy'],
    ['config', '--get-urlmatch', 'http.proxy', 'https://example.com/x'],
    ['config', '--get-urlmatch', 'http', 'https://other.example'],
    ['config', '--get-regexp', 'proxy'],
    ['config', '--list', '-z'],
    ['config', '--get-all', 'http.proxy'],
  ])('is masked: git %s %s %s %s', async (...args) => {
    const { stdout } = await read(...args.filter(word => word !== undefined));
    expect(stdout).toContain('@proxy.example:3128');
    expect(stdout).not.toContain('hunter2');
  });
  it.each([
    ['config', '--type=int', '--get', 'http.proxy'],
    ['config', '--type=bool', '--get', 'http.proxy'],
    ['config', '--type=color', '--get', 'http.proxy'],
    ['config', '--get-color', 'http.proxy'],
    ['config', '--get-colorbool', 'http.proxy'],
    ['config', '--bool', '--get-regexp', 'proxy'],
    ['config', '--int', '--get-regexp', 'token'],
  ])('is masked where git complains of its type: git %s %s %s', async (...args) => {
    git(repository, 'config', 'github.token', 'hunter2hunter2');
    const { stderr } = await read(...args.filter(word => word !== undefined));
    expect(stderr).toMatch(/value.*\*\*\*/);
    expect(stderr).not.toContain('hunter2');
  });
  it('and nothing else is', async () => {
    git(repository, 'config', 'remote.x.url', 'git@example.com:a/b.git');
    expect((await read('config', 'remote.x.url')).stdout).toBe('git@example.com:a/b.git\n');
  });
});
