import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAtomically } from '../../core/panels/atomic-file.ts';
import { ifMissing } from '../../shared/file-errors.ts';
import type { ClientName } from '../clients.ts';
import { quoted } from '../own-command.ts';
import { editHooks, type FileEdit, ownersIn } from './edit-hooks.ts';
import { HOOK_FILES, type HookFile } from './hook-files.ts';
import { signedEntry } from './signed-entry.ts';
import { editSkill, skillPath } from './skill-file.ts';

/** A file as it was read, and what is to become of it. */
export interface PlannedEdit {
  readonly path: string;
  /** Undefined for one that is not there. */
  readonly before: string | undefined;
  readonly edit: FileEdit;
  /** What would stand in the place of what somebody edited. */
  readonly wanted: object | string;
}

/** Where Sluice is, and for whom it is set up. */
export interface SetupPlace {
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The words that start a door. */
  readonly own: (door: 'cli' | 'hook') => readonly string[];
  /** The text of the skill; undefined where it does not come along. */
  readonly skill: string | undefined;
}

/** Whatever becomes of it, a hook that does not answer stops the call: that is what this exit code says to every client. */
export const hookCommand = (client: ClientName, place: Pick<SetupPlace, 'own'>): string =>
  `${tellCommand(client, place)} || exit 2`;

/** For an event that asks nothing: whatever becomes of it, no call is stopped. */
export const tellCommand = (client: ClientName, { own }: Pick<SetupPlace, 'own'>): string =>
  quoted([...own('hook'), client]);

/** An entry in the list of an event. */
export interface HookEntry {
  readonly event: string;
  readonly entry: object;
}

/** The entries of a client, the one that asks first. */
export const hookEntries = (
  client: ClientName,
  file: HookFile,
  place: Pick<SetupPlace, 'own'>,
): readonly HookEntry[] => [
  { event: file.event, entry: signedEntry(hookCommand(client, place), file.entry) },
  ...(file.events ?? []).map(({ name: event, entry }) => ({
    event,
    entry: signedEntry(tellCommand(client, place), entry),
  })),
];

/** Every file of a client that is to change, the hook first. */
export async function planSetup(
  act: 'install' | 'remove',
  client: ClientName,
  place: SetupPlace,
): Promise<readonly PlannedEdit[]> {
  const { home, environment, skill } = place;
  const plans: PlannedEdit[] = [];
  const file = HOOK_FILES[client];
  if (file !== undefined) {
    const path = file.path(home, environment);
    plans.push(planHooks(act, path, await read(path), hookEntries(client, file, place), file.start));
  }
  const path = skillPath(client, home);
  if (path !== undefined && skill !== undefined) {
    const before = await read(path);
    plans.push({ path, before, edit: editSkill(before, act === 'install' ? skill : undefined), wanted: skill });
  }
  return plans;
}

/** All entries at once; one that somebody edited keeps the others from being written too. */
function planHooks(
  act: 'install' | 'remove',
  path: string,
  before: string | undefined,
  entries: readonly HookEntry[],
  start: HookFile['start'],
): PlannedEdit {
  let after = before;
  for (const { event, entry } of entries) {
    const edit = editHooks(after, act === 'install' ? entry : undefined, { event, start });
    if (edit.kind === 'edited' || edit.kind === 'unreadable') return { path, before, edit, wanted: entry };
    if (edit.kind === 'write') after = edit.text;
  }
  const [{ entry } = { entry: {} }] = entries;
  const isSame = after === undefined || after === before;
  return { path, before, edit: isSame ? { kind: 'unchanged' } : { kind: 'write', text: after ?? '' }, wanted: entry };
}

/** Carries out what a person has said yes to; false when the file has changed meanwhile, and nothing was written. */
export async function carryOut({ path, before, edit }: PlannedEdit): Promise<boolean> {
  if (edit.kind !== 'write' && edit.kind !== 'remove') return true;
  // The client may have written it while the person read.
  if ((await read(path)) !== before) return false;
  if (edit.kind === 'remove') await rm(dirname(path), { recursive: true });
  else {
    await mkdir(dirname(path), { recursive: true });
    // A link, which people keep their settings by, stays one.
    await writeAtomically(await realpath(path).catch(ifMissing(path)), edit.text);
  }
  return true;
}

/** Whether the hook of a client is there. */
export async function hookState(
  client: ClientName,
  { home, environment }: Pick<SetupPlace, 'home' | 'environment'>,
): Promise<'installed' | 'edited' | 'notInstalled'> {
  const file = HOOK_FILES[client];
  const owners = file === undefined ? [] : ownersIn(await read(file.path(home, environment)), file);
  return owners.includes('edited') ? 'edited' : owners.includes('ours') ? 'installed' : 'notInstalled';
}

export const read = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(ifMissing(undefined));
