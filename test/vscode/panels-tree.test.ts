import { beforeEach, expect, it, vi } from 'vitest';
import type { Core } from '../../src/core/core.ts';
import type { Panels } from '../../src/core/panels/panels.ts';
import type { Reader } from '../../src/core/panels/readers.ts';
import { spellOutMisleading } from '../../src/shared/invisible-characters.ts';
import { makePanels, NOW, REPOSITORY, reading } from '../core/panels/fixture.ts';

interface Item {
  readonly label: string;
  readonly description: string;
  readonly contextValue: string;
  readonly tooltip: { readonly text: string } | string;
  readonly command?: { readonly command: string; readonly arguments: readonly unknown[] };
}
interface Provider {
  getChildren(node?: unknown): readonly unknown[];
  getTreeItem(node: unknown): Item;
}

let provider: Provider;
let fired = 0;
vi.mock('vscode', async original => ({
  ...(await original<object>()),
  TreeItemCollapsibleState: { Expanded: 2 },
  TreeItem: class {
    constructor(readonly label: string) {}
  },
  MarkdownString: class {
    text = '';
    appendCodeblock(text: string) {
      this.text += `${text}\n`;
      return this;
    }
    appendText(text: string) {
      this.text += text;
      return this;
    }
  },
  EventEmitter: class {
    event = () => {};
    fire() {
      fired += 1;
    }
    dispose() {}
  },
  window: {
    createTreeView(_id: string, options: { readonly treeDataProvider: Provider }) {
      provider = options.treeDataProvider;
      return { dispose() {} };
    },
  },
}));
const { createPanelsTree } = await import('../../src/vscode/views/panels-tree.ts');

const agent = (name: string, at: number, origin: Reader['origin'] = 'mcp'): Reader => ({ origin, name, at });
const time = (at: number) => new Date(at).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });

let panels: Panels;
beforeEach(() => {
  fired = 0;
  panels = makePanels();
  createPanelsTree({ panels: { panels }, forDisplay: spellOutMisleading } as unknown as Core);
});
const open = (text: string, reader: Reader) => panels.open(reading(text), REPOSITORY, reader).panel.id;
const rows = (node?: unknown) => provider.getChildren(node).map(each => provider.getTreeItem(each));

it('the person’s panels come first; what only agents look at is in a group, the last read first', () => {
  open('git log', { origin: 'palette', at: NOW });
  const diff = open('git diff', agent('Claude Code', NOW));
  open('git show', agent('Copilot', NOW + 60_000, 'chat'));
  expect(rows().map(({ label, description }) => [label, description])).toEqual([
    ['git log', 'P8 · stale'],
    ['Looked at by agents', '2 · Copilot, Claude Code'],
  ]);
  const group = provider.getChildren().at(-1);
  expect(rows(group).map(({ label, description }) => [label, description])).toEqual([
    ['git show', `P10 · Copilot · ${time(NOW + 60_000)}`],
    ['git diff', `P9 · Claude Code · ${time(NOW)}`],
  ]);
  panels.send(diff, { type: 'read', by: agent('Claude Code', NOW + 120_000) });
  expect(rows(provider.getChildren().at(-1)).map(({ label }) => label)).toEqual(['git diff', 'git show']);
});

it('a click opens one, which makes it the person’s', () => {
  const id = open('git diff', agent('Claude Code', NOW));
  const [row] = rows(provider.getChildren()[0]);
  expect([row?.command?.command, row?.command?.arguments]).toEqual(['sluice.openPanel', [id]]);
  panels.send(id, { type: 'claimed', by: { origin: 'view', at: NOW + 1 } });
  expect(rows().map(({ label, contextValue }) => [label, contextValue])).toEqual([['git diff', 'panel.stale']]);
});

it('what a program calls itself is shown as its claim, and cannot hide or crowd out anything', () => {
  open('git diff', agent(`You\u202e · stale${'x'.repeat(200)}`, NOW));
  open('git log', agent('', NOW, 'cli'));
  const [log, diff] = rows(provider.getChildren()[0]).sort((a, b) => b.label.localeCompare(a.label));
  expect(diff?.description).toBe(`P8 · You\\u202e · stalexxxxxx… · ${time(NOW)}`);
  expect(diff?.tooltip).toMatchObject({ text: expect.stringContaining('read by “You\\u202e · stalexx') });
  expect(log?.description).toBe(`P9 · command line · ${time(NOW)}`);
});

it('is drawn again for a read, not for a result alone', () => {
  const id = open('git diff', agent('Claude Code', NOW));
  const before = fired;
  panels.send(id, { type: 'may-lag', fields: ['mergeable'] });
  expect(fired).toBe(before);
  panels.send(id, { type: 'read', by: agent('Claude Code', NOW + 1) });
  expect(fired).toBe(before + 1);
});
