import { strict as assert } from 'node:assert';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, before, describe, it } from 'mocha';
import { CancellationTokenSource, ConfigurationTarget, lm, workspace } from 'vscode';
import { chatAnswer, invoke, say } from '../support/chat.ts';
import { eventually } from '../support/eventually.ts';
import { clearAway, question } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';

const branches = () => git(folder(), 'branch', '--format=%(refname:short)').split('\n');

before(async () => {
  await sluice();
});
afterEach(clearAway);

describe('8.5 in a chat on autopilot, which answers by itself what it is asked', () => {
  it('a write asks the person at the gate', async () => {
    await eventually('there is a model', async () => (await lm.selectChatModels({})).length > 0);
    await say('@sluice /git branch by-autopilot');
    await question('git branch by-autopilot');
    assert.ok(!branches().includes('by-autopilot'));
    await quickInput.press('Escape');
    await chatAnswer.has('Error (declined): The person declined this command. It was not run.');
    assert.ok(!branches().includes('by-autopilot'));
  });
});

describe('8.8 a call that takes long', () => {
  it('answers with a handle after 20 s, by which its result is found when the person has decided', async () => {
    const text = await invoke('git_execute', { command: 'git branch late' });
    assert.match(text, /^Waiting for the person to decide: Run git branch late\nNext: sluice_wait\(/);
    const [, handle = ''] = /"handle":"([0-9a-f]+)"/.exec(text) ?? [];
    await question('git branch late');
    const waiting = invoke('sluice_wait', { handle, timeoutMs: 30_000 });
    await quickInput.choose('Run');
    assert.match(await waiting, /^Ran: git branch late/);
    assert.ok(branches().includes('late'));
  });

  it('is ended by its caller, and all that it started with it', async () => {
    const pidFile = join(folder(), '.git', 'hook-pid');
    const hook = join(folder(), '.git', 'hooks', 'post-checkout');
    mkdirSync(join(folder(), '.git', 'hooks'), { recursive: true });
    writeFileSync(hook, `#!/bin/sh\nsleep 600 &\necho $! > '${pidFile}'\nwait\n`);
    chmodSync(hook, 0o755);
    const source = new CancellationTokenSource();
    const answer = invoke('git_execute', { command: 'git worktree add ../slow -b slow' }, source.token);
    answer.catch(() => undefined);
    await question('git worktree add');
    await quickInput.choose('Run');
    await eventually('the hook runs', () => existsSync(pidFile) && readFileSync(pidFile, 'utf8').trim() !== '');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    process.kill(pid, 0);
    source.cancel();
    await eventually('what the hook started is gone', () => {
      try {
        process.kill(pid, 0);
        return false;
      } catch {
        return true;
      }
    });
    rmSync(hook);
  });
});

describe('9 toolsets', () => {
  const settings = () => workspace.getConfiguration('sluice');
  const set = (name: string, value: boolean | undefined) =>
    settings().update(`tools.${name}`, value, ConfigurationTarget.Global);

  // The editor keeps them in the list that extensions see, and offers agents those whose `when` holds.
  it('one that is switched off answers no call, with what needs it, until it is on again', async () => {
    const read = (name: string, command: string) => invoke(name, { command }).catch(String);
    const isOff = async (name: string, command: string) => /unknown-tool/.test(await read(name, command));
    await set('github', false);
    await eventually('gh is off', () => isOff('gh_execute', 'gh pr list'));
    assert.match(await read('git_execute', 'git log -1'), /^Panel/);
    await set('github', undefined);
    await eventually('gh is on', async () => !(await isOff('gh_execute', 'gh pr list')));
    await set('git', false);
    await eventually('git is off', () => isOff('git_execute', 'git branch hidden'));
    assert.ok(await isOff('gh_execute', 'gh pr list'));
    assert.match(await invoke('panel_list', {}), /P8/);
    assert.ok(!branches().includes('hidden'));
    await set('git', undefined);
    await eventually('git is on', async () => !(await isOff('git_execute', 'git log -1')));
  });
});
