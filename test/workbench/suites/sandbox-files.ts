import { strict as assert } from 'node:assert';
import { before, describe, it } from 'mocha';
import { commands, FileChangeType, FileType, RelativePattern, Uri, window, workspace } from 'vscode';
import { invoke } from '../support/chat.ts';
import { eventually } from '../support/eventually.ts';
import { fingerprint } from '../support/sandbox.ts';
import { sluice } from '../support/sluice.ts';
import { workbench } from '../support/ui.ts';

const { fs } = workspace;
const uri = (path: string) => Uri.parse(`sluice-sandbox:/chat${path}`);
const read = async (at: Uri) => Buffer.from(await fs.readFile(at)).toString();
const write = (path: string, text: string) => fs.writeFile(uri(path), Buffer.from(text));
const code = (promise: PromiseLike<unknown>) =>
  Promise.resolve(promise).then(
    () => 'nothing thrown',
    error => error.code,
  );

let outside = '';
before(async () => {
  await sluice();
  outside = fingerprint();
});

describe('10.1 the files of a sandbox in the editor', () => {
  it('are what the agent wrote, by either address, and what the person saves is what the agent reads', async () => {
    await invoke('sandbox_write', { path: 'docs/a.md', content: 'one\n' });
    assert.equal(await read(uri('/workspace/docs/a.md')), 'one\n');
    assert.equal(await read(Uri.parse('sluice-sandbox:/workspace/docs/a.md')), 'one\n');
    assert.deepEqual(await fs.readDirectory(uri('')), [['workspace', FileType.Directory]]);
    assert.deepEqual(await fs.readDirectory(uri('/workspace')), [['docs', FileType.Directory]]);
    await write('/workspace/docs/a.md', 'two\n');
    assert.match(await invoke('sandbox_read', { path: 'docs/a.md' }), /two/);
    assert.equal(await code(fs.readFile(uri('/workspace/docs/b.md'))), 'FileNotFound');
    assert.equal(await code(fs.stat(Uri.parse('sluice-sandbox:/nobody/workspace'))), 'FileNotFound');
  });

  it('the time of a file moves with every change, also of one that is deleted and made again', async () => {
    const time = async () => (await fs.stat(uri('/workspace/docs/a.md'))).mtime;
    const times = [await time()];
    for (const text of ['three\n', 'three\n']) {
      await write('/workspace/docs/a.md', text);
      times.push(await time());
    }
    await fs.delete(uri('/workspace/docs/a.md'));
    assert.equal(await code(fs.stat(uri('/workspace/docs/a.md'))), 'FileNotFound');
    await write('/workspace/docs/a.md', 'four\n');
    times.push(await time());
    assert.deepEqual(
      times,
      [...new Set(times)].sort((a, b) => a - b),
    );
  });

  it('an open tab shows what an agent writes, and again after the file was deleted and made anew', async () => {
    const document = await workspace.openTextDocument(uri('/workspace/docs/a.md'));
    await window.showTextDocument(document);
    await invoke('sandbox_write', { path: 'docs/a.md', content: 'five\n' });
    await eventually('the tab has it', () => document.getText() === 'five\n');
    await invoke('sandbox_delete', { path: 'docs/a.md' });
    await workbench.shown('.tab:has-text("a.md") .label-name.strikethrough, .tab .strikethrough');
    await invoke('sandbox_write', { path: 'docs/a.md', content: 'six\n' });
    await eventually('the tab has it again', () => document.getText() === 'six\n' && !document.isClosed);
    await commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('a folder is made, filled, renamed and deleted, and whoever watches hears of it', async () => {
    const heard: string[] = [];
    const watcher = workspace.createFileSystemWatcher(new RelativePattern(uri(''), '**/*'));
    const note = (kind: FileChangeType) => (at: Uri) => {
      if (at.scheme === 'sluice-sandbox' && at.path.startsWith('/chat/')) heard.push(`${kind} ${at.path}`);
    };
    watcher.onDidCreate(note(FileChangeType.Created));
    watcher.onDidDelete(note(FileChangeType.Deleted));
    await fs.createDirectory(uri('/workspace/new'));
    assert.equal((await fs.stat(uri('/workspace/new'))).type, FileType.Directory);
    await write('/workspace/new/x.txt', 'x');
    await write('/workspace/new/deep/y.txt', 'y');
    await fs.rename(uri('/workspace/new'), uri('/workspace/moved'));
    assert.equal(await read(uri('/workspace/moved/deep/y.txt')), 'y');
    assert.equal(await code(fs.stat(uri('/workspace/new'))), 'FileNotFound');
    assert.equal(await code(fs.rename(uri('/workspace/moved/x.txt'), uri('/workspace/docs/a.md'))), 'FileExists');
    await fs.rename(uri('/workspace/moved/x.txt'), uri('/workspace/docs/a.md'), { overwrite: true });
    assert.equal(await read(uri('/workspace/docs/a.md')), 'x');
    await fs.delete(uri('/workspace/moved'), { recursive: true });
    assert.equal(await code(fs.stat(uri('/workspace/moved'))), 'FileNotFound');
    await eventually('all of it was heard', () =>
      [
        `${FileChangeType.Created} /chat/workspace/moved/deep/y.txt`,
        `${FileChangeType.Deleted} /chat/workspace/moved`,
      ].every(each => heard.includes(each)),
    );
    watcher.dispose();
  });

  it('what is no path of a sandbox is refused, and nothing on the disk has changed', async () => {
    for (const path of [
      '/workspace/.git/config',
      '/workspace/a\\b',
      '/workspace/con.txt',
      '/.vscode/tasks.json',
      '/new-zone/a',
    ])
      assert.equal(await code(write(path, 'x')), 'NoPermissions', path);
    assert.equal(await code(fs.delete(uri('/workspace'), { recursive: true })), 'NoPermissions');
    assert.equal(fingerprint(), outside);
  });

  it('stand in the Explorer as a folder above the one in which agents write', async () => {
    await invoke('sandbox_write', { path: '.vscode/settings.json', content: '{"editor.fontSize": 40}' });
    await commands.executeCommand('sluice.openSandbox');
    await eventually('it is a folder of the workspace', () =>
      workspace.workspaceFolders?.some(each => each.uri.toString() === 'sluice-sandbox:/chat'),
    );
    const added = workspace.workspaceFolders?.find(each => each.uri.scheme === 'sluice-sandbox');
    assert.equal(workspace.getConfiguration('editor', added?.uri).get('fontSize'), 14);
    await workbench.shown('.explorer-folders-view .monaco-list-row:has-text("Sandbox chat")');
    await invoke('sandbox_delete', { path: '.vscode/settings.json' });
    assert.match(await invoke('sandbox_delete', { path: 'docs' }), /^Deleted/);
    await workbench.gone('.explorer-folders-view .monaco-list-row:has-text("workspace"):has-text("docs")');
  });
});
