import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeAtomically } from '../../core/panels/atomic-file.ts';
import { ifMissing } from '../../shared/file-errors.ts';
import type { ClientName } from '../clients.ts';
import { quoted } from '../own-command.ts';
import { editHooks, type FileEdit, ownersIn } from './edit-hooks.ts';
import { HOOK_FILES } from './hook-files.ts';
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
export const hookCommand = (client: ClientName, { own }: SetupPlace): string =>
  `${quoted([...own('hook'), client])} || exit 2`;

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
    const entry = signedEntry(hookCommand(client, place), file.entry);
    const before = await read(path);
    plans.push({ path, before, edit: editHooks(before, act === 'install' ? entry : undefined, file), wanted: entry });
  }
  const path = skillPath(client, home);
  if (path !== undefined && skill !== undefined) {
    const before = await read(path);
    plans.push({ path, before, edit: editSkill(before, act === 'install' ? skill : undefined), wanted: skill });
  }
  return plans;
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
