import { strict as assert } from 'node:assert';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { commands, window } from 'vscode';
import { quickInput } from '../support/quick-input.ts';
import { workbench } from '../support/ui.ts';

const WRITE = '.monaco-dialog-box .monaco-button:has-text("Write")';

describe('Protect Other Agents…', () => {
  const { HOME } = process.env;
  const home = mkdtempSync(join(tmpdir(), 'sluice-home-'));
  const settings = join(home, '.claude', 'settings.json');
  const skill = join(home, '.claude', 'skills', 'sluice', 'SKILL.md');
  before(() => {
    process.env.HOME = home;
    mkdirSync(join(home, '.claude'));
    writeFileSync(settings, '{ "model": "opus" }\n');
  });
  after(() => {
    process.env.HOME = HOME;
    rmSync(home, { recursive: true });
  });

  it('shows each change as a diff, and writes nothing before the person says so', async () => {
    const done = commands.executeCommand('sluice.protectAgents');
    await quickInput.title('Protect other agents');
    await quickInput.row('Claude Code');
    await quickInput.choose('Claude Code');
    await workbench.shown(WRITE);
    assert.equal(readFileSync(settings, 'utf8'), '{ "model": "opus" }\n');
    await workbench.shown('.tab:has-text("settings.json (what will change)")');
    await workbench.click(WRITE);
    await workbench.shown('.tab:has-text("SKILL.md (what will change)")');
    assert.equal(existsSync(skill), false);
    await workbench.click(WRITE);
    await done;
    const { model, hooks } = JSON.parse(readFileSync(settings, 'utf8'));
    assert.equal(model, 'opus');
    assert.match(hooks.PreToolUse[0].hooks[0].command, /hook\.cjs claude \|\| exit 2 # sluice:[\da-f]{16}$/);
    assert.match(readFileSync(skill, 'utf8'), /^---\nname: sluice\n/);
  });

  it('puts a hook for the chat of this editor where the editor reads it', async () => {
    const done = commands.executeCommand('sluice.protectAgents');
    await quickInput.title('Protect other agents');
    await quickInput.choose('The chat of this editor');
    await workbench.click(WRITE);
    await done;
    const { hooks } = JSON.parse(readFileSync(join(home, '.copilot', 'hooks', 'sluice-vscode.json'), 'utf8'));
    assert.match(hooks.PreToolUse[0].command, /hook\.cjs vscode \|\| exit 2 # sluice:[\da-f]{16}$/);
  });

  it('takes both out again', async () => {
    const done = commands.executeCommand('sluice.protectAgents');
    await quickInput.title('Protect other agents');
    await quickInput.choose('Claude Code');
    await quickInput.choose('Remove');
    await workbench.click(WRITE);
    await workbench.shown('.tab:has-text("SKILL.md (what will change)")');
    await workbench.click(WRITE);
    await done;
    assert.deepEqual(JSON.parse(readFileSync(settings, 'utf8')), { model: 'opus' });
    assert.equal(existsSync(skill), false);
    await commands.executeCommand('workbench.action.closeAllEditors');
    assert.equal(window.tabGroups.all.flatMap(({ tabs }) => tabs).length, 0);
  });
});
