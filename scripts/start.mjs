// Shows Sluice at work on a sample repository: verdicts first, then a read, then a write nobody approved.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, prepare, root, step } from './prepare.mjs';
import { makeSampleRepository } from './sample-repository.mjs';

prepare();
if (step('build', 'npm', ['run', '--silent', 'build']) !== 0) fail('npm run build failed: see above.');
const cli = join(root, 'dist', 'cli.js');
const [given] = process.argv.slice(2);
const repository = given ?? makeSampleRepository();
const sluice = (...args) =>
  spawnSync(process.execPath, [cli, ...args], { cwd: repository, stdio: ['ignore', 'inherit', 'inherit'] });

const shown = [
  'git log --oneline --graph -5',
  'git branch --list',
  'git branch -v feature',
  'git diff --output=stolen.txt',
  'git grep -Ovi engine',
  'git -C /etc status',
  'git push --force origin main',
  "git -c alias.z='!id' z",
  'gh pr list --json number,title',
  'gh api graphql -f query=mutation{x}',
];
try {
  console.log(`\n▸ verdicts in ${repository}\n`);
  for (const command of shown) sluice('classify', command);
  console.log('\n▸ a read runs at once: sluice run git log --oneline --graph -5\n');
  sluice('run', 'git', 'log', '--oneline', '--graph', '-5');
  console.log('\n▸ a write waits for a person, and here there is none: sluice run git reset --hard HEAD~1\n');
  sluice('run', 'git', 'reset', '--hard', 'HEAD~1');
  console.log(`\nTry it yourself: node dist/cli.js classify '<command>', or node dist/cli.js --help`);
} finally {
  if (given === undefined) rmSync(repository, { recursive: true, force: true });
}
