import { strict as assert } from 'node:assert';
import { afterEach, before, describe, it } from 'mocha';
import { ConfigurationTarget, extensions, workspace } from 'vscode';
import { invoke } from '../support/chat.ts';
import { startCommandLine } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { asking, clearAway, DECLINED } from '../support/gate.ts';
import { git } from '../support/git.ts';
import { quickInput } from '../support/quick-input.ts';
import { folder, sluice } from '../support/sluice.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const setDay = (day: string | undefined) =>
  workspace.getConfiguration('noPush').update('day', day, ConfigurationTarget.Global);
const today = () => DAYS[new Date().getDay()] ?? '';
const PUSH = 'git push nowhere main';

// examples/no-push-on-fridays, as a person would install it.
describe('8.9 the example extension', () => {
  before(async () => {
    const example = extensions.getExtension('sluice-example.no-push-on-fridays');
    assert.ok(example, 'it is installed');
    await example.activate();
    git(folder(), 'remote', 'add', 'nowhere', '/nowhere');
  });
  afterEach(clearAway);

  it('stops a push on its day: nobody is asked, and whoever asked is told who objects and why', async () => {
    await setDay(today());
    const why = `No Push on Fridays does not allow it: Nothing leaves this machine on a ${today()}.`;
    assert.deepEqual(await (await sluice()).execute(PUSH), { kind: 'refused', message: why });
    assert.ok((await invoke('git_execute', { command: PUSH })).startsWith(`Error (refused): ${why}`));
    assert.match(await invoke('git_plan', { commands: ['git tag x', PUSH] }), /Error \(refused\): Step 2 .*No Push/);
    await quickInput.gone();
  });

  it('stops that of another process, which asks nobody else then', async () => {
    const { ended } = startCommandLine('run', PUSH);
    const { code, stderr } = await ended;
    assert.equal(code, 10);
    assert.match(stderr, /No Push on Fridays does not allow it/);
  });

  it('leaves all else alone, and a push on another day waits for the person as ever', async () => {
    assert.equal((await (await sluice()).execute('git log -1')).kind, 'panel');
    await setDay('never');
    await eventually('the setting is taken', () => workspace.getConfiguration('noPush').get('day') === 'never');
    const { answer } = await asking(PUSH);
    await quickInput.press('Escape');
    assert.deepEqual(await answer, DECLINED);
    await setDay(undefined);
  });

  it('a listener cannot make a write run without its question', async () => {
    const { onWillRun, onDidRun } = await sluice();
    const ran: string[] = [];
    const stops = [onWillRun('Yes-sayer', () => ({ allow: true })), onDidRun(({ command }) => ran.push(command))];
    const { kind, message } = await (await sluice()).execute('git branch never');
    assert.equal(kind, 'refused');
    assert.equal(message, 'Yes-sayer may object to it, and could not be asked.');
    stops[0]?.dispose();
    const { answer } = await asking('git branch later');
    await quickInput.choose('Run');
    assert.equal((await answer).kind, 'ran');
    await eventually('it was told of', () => ran.includes('git branch later'));
    assert.ok(!ran.includes('git branch never'));
    stops[1]?.dispose();
  });
});
