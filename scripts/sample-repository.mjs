// A small repository with a past and something going on, made by real git.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Makes it in a new temporary folder and returns the path. */
export function makeSampleRepository() {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-sample-'));
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: join(folder, '.git', 'no-config'),
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Ada Lovelace',
    GIT_AUTHOR_EMAIL: 'ada@example.com',
    GIT_COMMITTER_NAME: 'Ada Lovelace',
    GIT_COMMITTER_EMAIL: 'ada@example.com',
  };
  const git = (...args) => execFileSync('git', args, { cwd: folder, env, stdio: 'pipe' });
  const commit = (file, text, message) => {
    writeFileSync(join(folder, file), text);
    git('add', file);
    git('commit', '-q', '-m', message);
  };
  git('init', '-q', '-b', 'main');
  commit('README.md', '# Engine\n', 'Describe the engine');
  commit('engine.ts', 'export const turn = (n: number) => n + 1;\n', 'Turn the first wheel');
  git('switch', '-q', '-c', 'topic');
  commit('engine.ts', 'export const turn = (n: number) => n + 2;\n', 'Turn faster');
  git('switch', '-q', 'main');
  commit('notes.md', 'Cards go in here.\n', 'Take notes');
  git('merge', '-q', '--no-edit', 'topic');
  git('tag', '-a', 'v1.0', '-m', 'First');
  writeFileSync(join(folder, 'README.md'), '# Engine\n\nNow with cards.\n');
  writeFileSync(join(folder, 'ideas.txt'), 'untracked\n');
  return folder;
}
