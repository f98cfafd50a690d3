import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { registeredWindows } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { git } from '../support/git.ts';
import { folder, sluice } from '../support/sluice.ts';

describe('13.3 after the window that asked has gone', () => {
  it('the command was declined and did not run', async () => {
    await sluice();
    const ended = join(process.env.XDG_STATE_HOME ?? '', 'ended');
    assert.equal(
      await eventually('the command line has ended', () => readFileSync(ended, 'utf8') || undefined),
      '10\n',
    );
    assert.doesNotMatch(git(folder(), 'branch'), /orphaned/);
  });

  it('the new window can be found, and the old one cannot', async () => {
    await eventually('one window is there', () => registeredWindows().length === 1);
  });
});
