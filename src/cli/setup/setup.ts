import { mkdir, readFile, realpath } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { writeAtomically } from '../../core/panels/atomic-file.ts';
import { type ClientName, isClientName } from '../../hook/clients.ts';
import { ownCommand, quoted } from '../../hook/own-command.ts';
import { ifMissing } from '../../shared/file-errors.ts';
import { EXIT } from '../exit.ts';
import { checkHook } from './check-hook.ts';
import { editHooks, type HooksEdit, ownersIn } from './edit-hooks.ts';
import { codexEntry, HOOK_FILES, type HookFile } from './hook-files.ts';
import { lineDiff } from './line-diff.ts';
import { signedEntry } from './signed-entry.ts';
import { SETUP_TEXT as TEXT } from './text.ts';

/** Who sets up, and how they are asked. */
export interface SetupPerson {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly print: (line: string) => void;
  /** Undefined where nobody can be asked. */
  readonly ask: ((prompt: string) => Promise<string>) | undefined;
}

const ACTS = ['--install', '--remove', '--check'] as const;

/** `sluice setup <client>`: shows, writes, takes out or tries the entries by which a client's agent passes through Sluice. */
export async function setup([name = '', ...words]: readonly string[], person: SetupPerson): Promise<number> {
  const { print } = person;
  const [word] = words;
  const act = ACTS.find(each => each === word);
  const isHelp = ['-h', '--help', 'help'].includes(name) || words.includes('--help');
  if (isHelp) print(TEXT.usage);
  if (isHelp) return 0;
  if (!isClientName(name) || words.length > 1 || (word !== undefined && act === undefined)) {
    print(`${isClientName(name) ? '' : `${TEXT.unknownClient(name)}\n\n`}${TEXT.usage}`);
    return EXIT.error;
  }
  const file = HOOK_FILES[name];
  const command = hookCommand(name);
  if (file === undefined) return showOnly(name, command, act, print);
  const entries = [
    { event: file.event, entry: signedEntry(command, file.entry) },
    ...(file.events ?? []).map(({ name: event, entry }) => ({ event, entry: signedEntry(tellCommand(name), entry) })),
  ];
  const path = file.path(person.home, person.environment);
  if (act === '--check') return check(name, { file, path, command }, person);
  if (act === undefined) return show(name, { file, path, entries }, print);
  return change(act, { file, path, entries }, person);
}

/** Whatever becomes of it, a hook that does not answer stops the call: that is what this exit code says to every client. */
const hookCommand = (client: ClientName): string => `${tellCommand(client)} || exit 2`;

/** For an event that asks nothing: whatever becomes of it, no call is stopped. */
const tellCommand = (client: ClientName): string => quoted([...ownCommand('hook'), client]);

function showOnly(client: ClientName, command: string, act: string | undefined, print: SetupPerson['print']): number {
  print(`${client === 'codex' ? `${TEXT.codexEntry}\n\n${codexEntry(command, tellCommand(client))}` : command}\n`);
  if (client === 'codex') print(TEXT.besides.codex);
  if (act !== undefined) print(TEXT.notInstallable);
  return act === undefined ? 0 : EXIT.mutating;
}

interface Place {
  readonly file: HookFile;
  readonly path: string;
}

/** The entries of a client, the one that asks first. */
interface Entries {
  readonly entries: readonly { readonly event: string; readonly entry: object }[];
}

function show(client: ClientName, { file, path, entries }: Place & Entries, print: SetupPerson['print']): number {
  const mcp = quoted([...ownCommand('cli'), 'mcp']);
  for (const { event, entry } of entries)
    print(`${TEXT.entry(path, event)}\n\n${JSON.stringify(entry, undefined, 2)}\n`);
  print(client === 'claude' ? TEXT.mcpOfClaude(mcp) : TEXT.mcp(mcp));
  if (file.besides) print(`\n${TEXT.besides[file.besides]}`);
  return 0;
}

async function change(
  act: '--install' | '--remove',
  { file, path, entries }: Place & Entries,
  { print, ask }: SetupPerson,
): Promise<number> {
  const before = await read(path);
  let after = before;
  for (const { event, entry } of entries) {
    const edit: HooksEdit = editHooks(after, act === '--install' ? entry : undefined, { event, start: file.start });
    switch (edit.kind) {
      case 'unchanged':
        break;
      case 'unreadable':
        print(TEXT.unreadable(path));
        return EXIT.mutating;
      case 'edited': {
        const diff = lineDiff(JSON.stringify(edit.found, undefined, 2), JSON.stringify(entry, undefined, 2));
        print([TEXT.edited(path), ...diff].join('\n'));
        return EXIT.mutating;
      }
      case 'write':
        after = edit.text;
    }
  }
  if (after === undefined || after === before) {
    print(TEXT.unchanged(path));
    return 0;
  }
  print([TEXT.change(path), ...lineDiff(before ?? '', after)].join('\n'));
  const answer = await ask?.(TEXT.ask);
  if (answer === undefined || !/^y(es)?$/i.test(answer)) {
    print(ask === undefined ? TEXT.noTerminal : TEXT.declined);
    return EXIT.mutating;
  }
  // The client may have written it while the person read.
  if ((await read(path)) !== before) {
    print(TEXT.meanwhile(path));
    return EXIT.mutating;
  }
  await mkdir(dirname(path), { recursive: true });
  // A link, which people keep their settings by, stays one.
  await writeAtomically(await realpath(path).catch(ifMissing(path)), after);
  print(act === '--install' ? TEXT.written(path) : TEXT.removed(path));
  if (act === '--install' && file.besides) print(TEXT.besides[file.besides]);
  return 0;
}

async function check(
  client: ClientName,
  { file, path, command }: Place & { readonly command: string },
  { print }: SetupPerson,
): Promise<number> {
  const text = await read(path);
  const owners = ownersIn(text, file);
  const state = owners.includes('edited') ? 'edited' : owners.includes('ours') ? 'installed' : 'notInstalled';
  const lines = [
    TEXT.check[state](path),
    ...(/"disableAllHooks"\s*:\s*true/.test(text ?? '') ? [TEXT.check.off(path)] : []),
    ...(await checkHook(client, command, tmpdir())),
  ];
  print(lines.join('\n'));
  return lines.every(line => line.startsWith('ok')) ? 0 : EXIT.mutating;
}

const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(ifMissing(undefined));
