import { strict as assert } from 'node:assert';
import { describe, it } from 'mocha';
import { extensions, Uri, workspace } from 'vscode';

interface Binding {
  readonly key: string;
  readonly mac?: string;
  readonly command: string;
  readonly when?: string;
}

/** The editor's own list, with its comments taken out: a line of them is never inside a text there. */
async function defaults(): Promise<readonly Binding[]> {
  const document = await workspace.openTextDocument(Uri.parse('vscode://defaultsettings/keybindings.json'));
  const lines = document.getText().split('\n');
  return JSON.parse(lines.filter(line => !line.trimStart().startsWith('//')).join('\n'));
}

describe('keybindings', () => {
  it('collide with nothing the editor has', async () => {
    const ours: Binding[] = extensions.getExtension('sluice.sluice')?.packageJSON.contributes.keybindings;
    const sorted = (key: string) => key.toLowerCase().split('+').sort().join('+');
    // Escape is ours only while a question of ours is shown.
    const always = ours.filter(({ when = '' }) => !when.includes('sluice.asking'));
    const all = await defaults();
    const isMac = process.env.SLUICE_KEYS === 'mac';
    assert.equal(
      all.some(({ key }) => key.includes('cmd+')),
      isMac,
    );
    assert.ok(all.length > 500, `only ${all.length} keybindings were read`);
    assert.ok(always.length > 0);
    const theirs = all.filter(({ command }) => !command.startsWith('sluice.'));
    // The focus is in an editor or in a quick input, never in both.
    const meet = ({ when = '' }: Binding, { when: other = '' }: Binding) =>
      !(when.includes('editorTextFocus') && other.includes('inQuickInput'));
    const taken = always.flatMap(own => {
      const { key, mac = key } = own;
      return theirs.filter(each => sorted(each.key) === sorted(isMac ? mac : key) && meet(own, each));
    });
    assert.deepEqual(taken, []);
  });
});
