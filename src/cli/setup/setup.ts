import { tmpdir } from 'node:os';
import { type ClientName, isClientName } from '../../hook/clients.ts';
import { ownCommand, quoted } from '../../hook/own-command.ts';
import { codexEntry, HOOK_FILES, type HookFile } from '../../hook/setup/hook-files.ts';
import {
  carryOut,
  type HookEntry,
  hookCommand,
  hookEntries,
  hookState,
  type PlannedEdit,
  planSetup,
  read,
  type SetupPlace,
  tellCommand,
} from '../../hook/setup/planned-edit.ts';
import { EXIT } from '../exit.ts';
import { checkHook } from './check-hook.ts';
import { lineDiff } from './line-diff.ts';
import { SETUP_TEXT as TEXT } from './text.ts';

/** Who sets up, and how they are asked. */
export interface SetupPerson extends Pick<SetupPlace, 'home' | 'environment'> {
  /** The text of the skill, where it comes along. */
  readonly skill?: string | undefined;
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
  const place: SetupPlace = { ...person, own: ownCommand, skill: person.skill };
  const file = HOOK_FILES[name];
  const command = hookCommand(name, place);
  if (file === undefined) showOnly(name, command, tellCommand(name, place), print);
  if (act === '--install' || act === '--remove') return change(act, name, place, person);
  if (file === undefined && act === '--check') print(TEXT.notInstallable);
  if (file === undefined) return act === undefined ? 0 : EXIT.mutating;
  const path = file.path(person.home, person.environment);
  if (act === '--check') return check(name, { path, command }, place, person);
  return show(name, { file, path, entries: hookEntries(name, file, place) }, print);
}

function showOnly(client: ClientName, command: string, tell: string, print: SetupPerson['print']): void {
  print(`${client === 'codex' ? `${TEXT.codexEntry}\n\n${codexEntry(command, tell)}` : command}\n`);
  if (client === 'codex') print(TEXT.besides.codex);
}

interface Place {
  readonly file: HookFile;
  readonly path: string;
}

interface Entries {
  readonly entries: readonly HookEntry[];
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
  client: ClientName,
  place: SetupPlace,
  person: SetupPerson,
): Promise<number> {
  const { print } = person;
  const file = HOOK_FILES[client];
  if (file === undefined) print(TEXT.notInstallable);
  const plans = await planSetup(act === '--install' ? 'install' : 'remove', client, place);
  const codes: number[] = [file === undefined ? EXIT.mutating : 0];
  for (const plan of plans) codes.push(await changeFile(act, plan, person));
  if (act === '--install' && file?.besides && codes.every(code => code === 0)) print(TEXT.besides[file.besides]);
  return Math.max(...codes);
}

/** Changes one file after showing what will change and asking. */
async function changeFile(
  act: '--install' | '--remove',
  plan: PlannedEdit,
  { print, ask }: SetupPerson,
): Promise<number> {
  const { path, before = '', edit, wanted } = plan;
  const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value, undefined, 2));
  switch (edit.kind) {
    case 'unchanged':
      print(TEXT.unchanged(path));
      return 0;
    case 'unreadable':
      print(TEXT.unreadable(path));
      return EXIT.mutating;
    case 'edited':
      print([TEXT.edited(path), ...lineDiff(textOf(edit.found), textOf(wanted))].join('\n'));
      return EXIT.mutating;
    default:
      break;
  }
  print([TEXT.change(path), ...lineDiff(before, edit.kind === 'write' ? edit.text : '')].join('\n'));
  const answer = await ask?.(TEXT.ask);
  if (answer === undefined || !/^y(es)?$/i.test(answer)) {
    print(ask === undefined ? TEXT.noTerminal : TEXT.declined);
    return EXIT.mutating;
  }
  if (!(await carryOut(plan))) {
    print(TEXT.meanwhile(path));
    return EXIT.mutating;
  }
  print(act === '--install' ? TEXT.written(path) : TEXT.removed(path));
  return 0;
}

async function check(
  client: ClientName,
  { path, command }: { readonly path: string; readonly command: string },
  place: SetupPlace,
  { print }: SetupPerson,
): Promise<number> {
  const lines = [
    TEXT.check[await hookState(client, place)](path),
    ...(/"disableAllHooks"\s*:\s*true/.test((await read(path)) ?? '') ? [TEXT.check.off(path)] : []),
    ...(await checkHook(client, command, tmpdir())),
  ];
  print(lines.join('\n'));
  return lines.every(line => line.startsWith('ok')) ? 0 : EXIT.mutating;
}
