import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, before, describe, it } from 'mocha';
import { ConfigurationTarget, workspace } from 'vscode';
import { commandLine, registeredWindows, startCommandLine } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { asking, clearAway, DECLINED, question, waiting } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');
const WAITS = /^Waiting for your answer in the VS Code window that has .+ open\.\n/;

/** Starts `sluice run` and waits until the window shows its question. */
async function askedByCommandLine(command: string) {
  const started = startCommandLine('run', command);
  await question(command);
  return started;
}

describe('13.3 a command line without a terminal', () => {
  before(async () => {
    await sluice();
    await eventually('the window can be found', () => registeredWindows().length === 1);
  });
  afterEach(clearAway);

  it('asks in the window, which says that it is another process, and Run runs it there', async () => {
    const { ended } = await askedByCommandLine('git branch linked');
    await workbench.shown('.quick-input-widget input[placeholder*="from another process"]');
    await quickInput.row("Creates the branch 'linked'");
    assert.ok(!branches().includes('linked'));
    await quickInput.choose('Run');
    const { code, stderr } = await ended;
    assert.match(stderr, WAITS);
    assert.equal(code, 0);
    assert.ok(branches().includes('linked'));
    const [entry] = await (await sluice()).journal(folder());
    assert.match(JSON.stringify(entry), /git branch linked/);
  });

  it('Cancel declines it, and the reason is told', async () => {
    const { ended } = await askedByCommandLine('git branch unwanted');
    await quickInput.choose('Cancel with a reason');
    await quickInput.title('Why not?');
    await quickInput.type('main is frozen');
    await quickInput.press('Enter');
    const { code, stderr } = await ended;
    assert.equal(code, 10);
    assert.match(stderr, /The person declined this command\. It was not run\. Their reason: main is frozen\n$/);
    assert.ok(!branches().includes('unwanted'));
  });

  it('what can lose work takes the second step there too', async () => {
    const { ended } = await askedByCommandLine('git branch -D linked');
    await quickInput.row('Destructive: ');
    await quickInput.choose('Run…');
    await quickInput.row('Yes, run it: ');
    await quickInput.choose('Yes, run it');
    assert.equal((await ended).code, 0);
    assert.ok(!branches().includes('linked'));
  });

  it('an edited command is judged anew by the process and asked about again', async () => {
    const { ended } = await askedByCommandLine('git branch misspelt');
    await quickInput.choose('Edit command');
    await quickInput.title('Edit the command');
    await quickInput.type('git branch mended');
    await quickInput.press('Enter');
    await question('git branch mended');
    await quickInput.choose('Run');
    assert.equal((await ended).code, 0);
    assert.ok(branches().includes('mended') && !branches().includes('misspelt'));
  });

  it('the preview is of the window’s repository', async () => {
    const { ended } = await askedByCommandLine('git reset --hard');
    await quickInput.choose('Show preview');
    await workbench.shown('.multiDiffEntry:has-text("engine.ts"), .multi-diff-editor :text("engine.ts")');
    await question('git reset --hard');
    await quickInput.press('Escape');
    assert.equal((await ended).code, 10);
  });

  it('waits behind a question of the window’s own', async () => {
    const { answer } = await asking('git branch of-the-window');
    const { ended } = startCommandLine('run', 'git branch of-the-process');
    await waiting('Sluice: 2 waiting, next git branch of-the-process');
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
    await question('git branch of-the-process');
    await quickInput.press('Escape');
    assert.equal((await ended).code, 10);
  });

  it('takes its question with it when it is killed', async () => {
    const { child, ended } = await askedByCommandLine('git branch killed');
    child.kill('SIGKILL');
    await ended;
    await quickInput.gone();
    assert.ok(!branches().includes('killed'));
  });

  it('undo asks there too', async () => {
    const { ended } = startCommandLine('undo');
    await question('git branch mended', 'Sluice: undo this?');
    await quickInput.choose('Undo');
    assert.equal((await ended).code, 0);
    assert.ok(!branches().includes('mended'));
  });

  it('a read asks nobody', async () => {
    const { code, stderr } = await startCommandLine('run', 'git log --oneline -1').ended;
    assert.deepEqual([code, stderr], [0, '']);
  });

  it('with the setting off nobody is there, and nothing waits', async () => {
    const settings = workspace.getConfiguration('sluice');
    await settings.update('windowLink', false, ConfigurationTarget.Global);
    await eventually('the window cannot be found', () => registeredWindows().length === 0);
    const { code, stderr } = await startCommandLine('run', 'git branch alone').ended;
    assert.equal(code, 10);
    assert.match(stderr, /nobody is here to approve it/);
    await settings.update('windowLink', undefined, ConfigurationTarget.Global);
    await eventually('the window can be found', () => registeredWindows().length === 1);
  });
});

describe('13.3 a window that goes while a command line waits', () => {
  it('has asked: the next suite tells what became of it', async () => {
    const ended = join(process.env.XDG_STATE_HOME ?? '', 'ended');
    const script = `'${process.execPath}' '${commandLine()}' run git branch orphaned; echo $? > '${ended}'`;
    // Of a group of its own, so that it outlives this window.
    spawn('sh', ['-c', script], { cwd: folder(), detached: true, stdio: 'ignore' }).unref();
    await question('git branch orphaned');
  });
});
