// Pictures of the questions at the gate, in the real editor and three themes: npm run gallery:gate -- [folder [name …]].
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startLocalGitHub } from '../local-github.mjs';
import { fail, prepare, root } from '../prepare.mjs';
import { makeSampleRepository } from '../sample-repository.mjs';
import { installWorkbench } from './install.mjs';
import { removeOnLeave } from './leave.mjs';
import { actionsOn, openPage } from './page.mjs';
import { startServer } from './server.mjs';

const THEMES = { dark: 'Default Dark Modern', light: 'Default Light Modern', contrast: 'Default High Contrast' };

/** One a row of the gate: work that is lost, a program, what leaves the machine, a name that fools the eye, what git would refuse. */
const QUESTIONS = {
  reset: 'git reset --hard HEAD~3',
  clean: 'git clean -fdx',
  commit: "git commit -m 'Show the result'",
  branch: 'git branch topic',
  program: 'git config core.hooksPath ./hooks',
  foreach: "git submodule foreach 'make -j4 && ./install --prefix=/usr/local'",
  push: 'git push origin main',
  force: 'git push --force origin main',
  pull: 'git pull --rebase',
  invisible: "git tag 'v1\u2800\u200b0'",
  merge: 'gh pr merge 4 --squash --delete-branch -R octo/engine',
  refused: 'gh pr merge 5 --merge -R octo/engine',
  comment: "gh issue comment 1 --body 'I can reproduce this.' -R octo/engine",
  repository: 'gh repo delete octo/engine --yes',
  api: 'gh api -X DELETE repos/octo/engine/labels/bug',
};

const demo = join(root, 'scripts', 'workbench', 'demo');
const INPUT = '.quick-input-widget input.input';

const [folder = join(root, 'reports', 'gate'), ...only] = process.argv.slice(2);
prepare('chromium', 'gh');
if (spawnSync(process.execPath, ['esbuild.mjs'], { cwd: root, stdio: 'inherit' }).status !== 0)
  fail('npm run build failed: see above.');
await installWorkbench();
mkdirSync(folder, { recursive: true });
const onGitHub = mkdtempSync(join(tmpdir(), 'sluice-gate-github-'));
removeOnLeave(onGitHub);
const env = await startLocalGitHub(makeSampleRepository(join(onGitHub, 'engine')));
for (const [name, theme] of Object.entries(THEMES)) await paint(name, theme);
process.exit(0);

async function paint(name, theme) {
  const settings = { 'workbench.colorTheme': theme, 'window.autoDetectColorScheme': false };
  const server = await startServer({ extensions: [root, demo], settings, env });
  const { page, close } = await openPage({ viewport: { width: 1000, height: 620 } });
  await page.goto(server.url(repository()));
  const { shown, gone, fill, press } = actionsOn(page);
  await shown({ selector: '.monaco-workbench', timeout: 60_000 });
  // The palette lists the commands of an extension only once that is known.
  await shown({ target: 'status', selector: '.entry-file', timeout: 60_000 });
  for (const [what, command] of Object.entries(QUESTIONS)) {
    if (only.length > 0 && !only.includes(what)) continue;
    const [program] = command.split(' ');
    await press({ key: 'F1' });
    await fill({ selector: INPUT, text: `>Sluice: Run ${program} Command…` });
    await shown({ selector: `.quick-input-list .monaco-list-row:has-text("Run ${program} Command…")` });
    await press({ key: 'Enter' });
    await shown({ selector: `${INPUT}[placeholder^="${program} "]` });
    await fill({ selector: INPUT, text: command });
    await press({ key: 'Enter' });
    await shown({ selector: '.quick-input-title:has-text("Sluice:")' });
    // What the command would do follows the question.
    await page.waitForTimeout(2_500);
    await page.screenshot({
      path: join(folder, `${what}-${name}.png`),
      clip: { x: 150, y: 0, width: 700, height: 420 },
    });
    await press({ key: 'Escape' });
    await gone({ selector: '.quick-input-title:has-text("Sluice:")' });
  }
  await close();
  await server.stop();
}

/** The sample with a remote that one commit is missing from. */
function repository() {
  const parent = mkdtempSync(join(tmpdir(), 'sluice-gate-'));
  removeOnLeave(parent);
  const sample = makeSampleRepository(join(parent, 'engine'));
  const git = (...args) => execFileSync('git', args, { cwd: sample, stdio: 'pipe' });
  git('init', '-q', '--bare', join(parent, 'remote.git'));
  git('remote', 'add', 'origin', join(parent, 'remote.git'));
  git('push', '-q', 'origin', 'main~1:refs/heads/main');
  git('branch', '-q', '--set-upstream-to=origin/main', 'main');
  return sample;
}
