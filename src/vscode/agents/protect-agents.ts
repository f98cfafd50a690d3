import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { commands, env, type QuickPickItem, Uri, window, workspace } from 'vscode';
import type { ClientName } from '../../hook/clients.ts';
import { codexEntry, HOOK_FILES } from '../../hook/setup/hook-files.ts';
import {
  carryOut,
  hookCommand,
  hookState,
  type PlannedEdit,
  planSetup,
  type SetupPlace,
  tellCommand,
} from '../../hook/setup/planned-edit.ts';
import { plainMessage } from '../plain-text.ts';
import { AGENT_TEXT as TEXT } from './text.ts';

const NAMES = {
  claude: 'Claude Code',
  codex: 'Codex',
  copilot: 'Copilot CLI',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  vscode: TEXT.editor,
} as const satisfies Partial<Record<ClientName, string>>;
type Client = keyof typeof NAMES;

const CODEX_FILE = join('.codex', 'config.toml');
const PROPOSED = 'sluice-proposed';

/** Lists the agents' clients that are here, and sets Sluice up for the one that is chosen, or takes it out again. */
export async function protectAgents(extensionPath: string): Promise<void> {
  const place = await placeOf(extensionPath);
  const rows = await Promise.all((Object.keys(NAMES) as Client[]).map(client => rowOf(client, place)));
  const chosen = await window.showQuickPick(
    // What is there first.
    rows.toSorted((one, other) => Number(other.isFound) - Number(one.isFound)),
    { title: TEXT.title, placeHolder: TEXT.placeholder },
  );
  if (chosen === undefined) return;
  if (chosen.client === 'codex') return showCodexEntry(place);
  const act = chosen.state === 'installed' ? await chooseAct(chosen.client) : 'install';
  if (act !== undefined) await change(act, chosen.client, place);
}

interface Row extends QuickPickItem {
  readonly client: Client;
  readonly state: Awaited<ReturnType<typeof hookState>>;
  readonly isFound: boolean;
}

async function rowOf(client: Client, place: SetupPlace): Promise<Row> {
  const path = HOOK_FILES[client]?.path(place.home, place.environment) ?? join(place.home, CODEX_FILE);
  const state = await hookState(client, place);
  // A person's own settings of it are in this folder, or in the one around it.
  const isFound = client === 'vscode' || existsSync(client === 'copilot' ? dirname(dirname(path)) : dirname(path));
  const description = client === 'codex' ? TEXT.byHand : TEXT.states[state];
  return { client, state, isFound, label: NAMES[client], description, detail: isFound ? path : TEXT.notFound };
}

async function placeOf(extensionPath: string): Promise<SetupPlace> {
  // The editor is a Node only for who says so.
  const node = 'electron' in process.versions ? ['/usr/bin/env', 'ELECTRON_RUN_AS_NODE=1'] : [];
  const skill = await readFile(join(extensionPath, 'media', 'skills', 'sluice', 'SKILL.md'), 'utf8');
  const own: SetupPlace['own'] = door => [...node, process.execPath, join(extensionPath, 'dist', `${door}.cjs`)];
  return { home: homedir(), environment: process.env, own, skill };
}

async function chooseAct(client: Client): Promise<'install' | 'remove' | undefined> {
  const rows = [
    { label: TEXT.update, act: 'install' as const },
    { label: TEXT.remove, act: 'remove' as const },
  ];
  return (await window.showQuickPick(rows, { title: NAMES[client] }))?.act;
}

/** Shows every change as a diff and asks before it is written. */
async function change(act: 'install' | 'remove', client: Client, place: SetupPlace): Promise<void> {
  const plans = await planSetup(act, client, place);
  const kept = plans.filter(({ edit }) => edit.kind === 'edited' || edit.kind === 'unreadable');
  for (const { path } of kept) void window.showWarningMessage(plainMessage(TEXT.leftAlone(path)));
  const wanted = plans.filter(({ edit }) => edit.kind === 'write' || edit.kind === 'remove');
  if (wanted.length === 0 && kept.length === 0)
    return void window.showInformationMessage(plainMessage(TEXT.nothing(NAMES[client])));
  for (const plan of wanted) {
    if (!(await isWanted(plan))) return;
    if (!(await carryOut(plan))) return void window.showWarningMessage(plainMessage(TEXT.meanwhile(plan.path)));
  }
  if (wanted.length > 0) void window.showInformationMessage(plainMessage(TEXT.done(NAMES[client])));
}

async function isWanted({ path, before, edit }: PlannedEdit): Promise<boolean> {
  const texts: Readonly<Record<string, string>> = {
    before: before ?? '',
    after: edit.kind === 'write' ? edit.text : '',
  };
  const provider = workspace.registerTextDocumentContentProvider(PROPOSED, {
    provideTextDocumentContent: ({ query }) => texts[query] ?? '',
  });
  try {
    const [old, now] = ['before', 'after'].map(query =>
      Uri.from({ scheme: PROPOSED, path: Uri.file(path).path, query }),
    );
    await commands.executeCommand('vscode.diff', old, now, TEXT.diff(path));
    const answer = await window.showInformationMessage(plainMessage(TEXT.ask(path)), { modal: true }, TEXT.write);
    return answer === TEXT.write;
  } finally {
    provider.dispose();
  }
}

/** Its file is TOML, which people write by hand: the entry is put where they can paste it. */
async function showCodexEntry(place: SetupPlace): Promise<void> {
  await env.clipboard.writeText(`${codexEntry(hookCommand('codex', place), tellCommand('codex', place))}\n`);
  void window.showInformationMessage(plainMessage(TEXT.codex(join(place.home, CODEX_FILE))));
}
