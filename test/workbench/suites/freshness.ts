import { strict as assert } from 'node:assert';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, it } from 'mocha';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { folder, panelOf, sluice } from '../support/sluice.ts';

const LOG = 'git log --format=%s';

describe('freshness', () => {
  it('a panel sees a commit from outside', async () => {
    assert.equal((await (await sluice()).execute(LOG, undefined, { show: true })).kind, 'panel');
    git(folder(), 'commit', '-q', '--allow-empty', '-m', 'Outside');
    const { state } = await panelOf(LOG, ({ text }) => text.startsWith('Outside'));
    assert.equal(state, 'fresh');
  });

  it('the text of the status follows', async () => {
    const { statusText } = await sluice();
    assert.doesNotMatch(await statusText(), /b\.txt/);
    git(folder(), 'mv', 'a.txt', 'b.txt');
    assert.match(await statusText(), /b\.txt \| Renamed/);
  });

  it('nothing is started while nothing changes', async () => {
    const { processes } = await sluice();
    const quiet = async () => {
      const before = processes();
      await sleep(5000);
      return processes() - before;
    };
    // What the tests above set off comes to its end first, however slow the machine is.
    await eventually('it comes to rest', async () => (await quiet()) === 0, 60_000);
    assert.equal(await quiet(), 0);
  });
});
