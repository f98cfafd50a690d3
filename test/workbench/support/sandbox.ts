import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commands } from 'vscode';
import { invoke } from './chat.ts';
import { eventually } from './eventually.ts';
import { git } from './git.ts';
import { folder } from './sluice.ts';
import { type Surface, workbench } from './ui.ts';

/** The bare repository that staged commits are pushed to. */
export const bare = () => join(folder(), '..', 'store.git');
export const BARE = { type: 'local-bare', path: '../store.git' } as const;

/** A sum over everything that nobody may change before the person has approved: work tree, index, refs and objects of the remote. */
export function fingerprint(): string {
  const sum = createHash('sha256');
  const add = (path: string) => {
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const whole = join(path, entry.name);
      if (entry.isDirectory() && entry.name !== '.git') add(whole);
      else if (entry.isFile()) sum.update(whole).update(readFileSync(whole));
    }
  };
  add(folder());
  add(bare());
  sum.update(git(folder(), 'ls-files', '--stage')).update(git(folder(), 'for-each-ref'));
  return sum.digest('hex');
}

/** Stages files of the sandbox as an agent does; answers with the short id. */
export async function stage(message: string, files: Readonly<Record<string, string>>): Promise<string> {
  for (const [path, content] of Object.entries(files)) await invoke('sandbox_write', { path, content });
  const text = await invoke('sandbox_stage', { files: Object.keys(files), message });
  const [, id] = /^Staged \[([0-9a-f]{6})\]/.exec(text) ?? [];
  assert.ok(id, text);
  return id;
}

/** Asks to push as an agent does, which waits as long as the person takes. */
export async function push(commitId: string): Promise<string> {
  let text = await invoke('sandbox_push', { commitId, target: BARE });
  for (;;) {
    const [, handle] = /^(?:Waiting|Still running)[\s\S]*"handle":"([0-9a-f]+)"/.exec(text) ?? [];
    if (handle === undefined) return text;
    text = await invoke('sluice_wait', { handle, timeoutMs: 30_000 });
  }
}

const VIEW = '.pane:has(.pane-header[aria-label*="Staged Commits"])';

/** The view of staged commits. */
export const stagedView: Pick<Surface, 'shown' | 'gone' | 'click' | 'texts'> = {
  shown: selector => workbench.shown(`${VIEW} ${selector}`),
  gone: selector => workbench.gone(`${VIEW} ${selector}`),
  click: selector => workbench.click(`${VIEW} ${selector}`),
  texts: selector => workbench.texts(`${VIEW} ${selector}`),
};

/** A row of it with these words. */
export const row = (words: string) => `.monaco-list-row:has-text(${JSON.stringify(words)})`;

/** Brings the view to the front; it is there once the repositories are known. */
export const showStaged = () =>
  eventually('the view is in front', async () => {
    await commands.executeCommand('sluice.staged.focus');
    return (await workbench.texts(VIEW)).length > 0;
  });
