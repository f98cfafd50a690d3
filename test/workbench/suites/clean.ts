import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { commands } from 'vscode';
import { git } from '../support/git.ts';
import { folder } from '../support/sluice.ts';
import { statusPage } from '../support/ui.ts';

describe('in a repository without changes', () => {
  it('the status view says so', async () => {
    await commands.executeCommand('sluice.focusStatus');
    await statusPage.shown('.clean:has-text("No changes")');
  });

  it('follows an edit, a second edit and a commit from outside', async () => {
    const file = join(folder(), 'a.txt');
    const counts = (added: number) => `.entry-file:has-text("a.txt"):has-text("+${added}")`;
    writeFileSync(file, 'hello\none\n');
    await statusPage.shown(counts(1));
    writeFileSync(file, 'hello\none\ntwo\n');
    await statusPage.shown(counts(2));
    git(folder(), 'commit', '-q', '-a', '-m', 'Outside');
    await statusPage.shown('.clean:has-text("No changes")');
  });
});
