import { describe, expect, it } from 'vitest';
import { namesSecretFile } from '../../../src/core/command/secret-files.ts';
import { verdictOf } from '../../support/verdict-of.ts';

describe('a word that names a file with secrets', () => {
  it.each([
    ...['.env', './.env', 'config/.env', '.ENV', '.Env.Local', '.env.production', 'prod.env', '.envrc', '.env/'],
    ...['HEAD:.env', 'HEAD~2:config/.env', ':.env', ':0:.env', 'stash@{0}:.env', 'HEAD:./.env', 'HEAD:a/../.env'],
    ...[
      ':(icase).ENV',
      ':/.env',
      ':(top,glob)**/.env',
      ':(glob).en?',
      '.e*',
      '.en?',
      '[.]env',
      '.e[mn]v',
      '*env',
      '.*',
    ],
    ...['c*v', '*.p?m', '.[[:alpha:]]nv', '\\.env', '.\\env', '?env', ':(glob)**/.e*'],
    ...['server.pem', 'certs/tls.key', '~/.ssh/id_rsa', 'id_ed25519', '.netrc', '.npmrc', '.git-credentials'],
    ...['.git/config', './.git/config', '.git/modules/a/b/config', '.git/config.worktree', '.gitconfig'],
    ...['.aws/credentials', 'home/.aws/credentials', '.docker/config.json', 'keys\\tls.key', 'a*b*c*d*e*f*g*h'],
  ])('%s', word => expect(namesSecretFile(word)).toBe(true));
});

describe('a word that names none', () => {
  it.each([
    ...[
      'README.md',
      'src/env.ts',
      'environment',
      '.env.example',
      'config/.env.sample',
      '.gitignore',
      'HEAD',
      'main..topic',
    ],
    ...['*', '**', '**/*.ts', '*.md', 'src/*', ':!.env', ':^.env', ':(exclude).env', ':(exclude,icase).ENV', ':/', '.'],
    ...[
      'HEAD:src/app.ts',
      ':(glob)**/*.c',
      'credentials.ts',
      'id_rsa.pub',
      'key',
      'monkey.ts',
      'HEAD^{tree}',
      '*.tsx',
      '',
    ],
  ])('%s', word => expect(namesSecretFile(word)).toBe(false));
});

describe('the config of git, in which a password may stand', () => {
  it.each([
    'git diff --no-index /dev/null .git/config',
    'git merge-file -p .git/config f f',
    'git blame --contents .git/config f',
    'git archive --add-file=.git/config HEAD',
    'git diff --no-index f .git/modules/x/config',
    'git config -f .env --list',
    'git config --blob HEAD:.env --list',
  ])('is not shown: %s', text => expect(verdictOf(text).class).not.toBe('read-only'));

  it.each([
    'git config -f .git/config --list',
    'git config --file .gitconfig user.name',
    'git diff config',
    'git show HEAD:src/config',
  ])('is masked, or another: %s', text => expect(verdictOf(text).class).toBe('read-only'));
});
