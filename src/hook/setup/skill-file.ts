import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ClientName } from '../clients.ts';
import type { FileEdit } from './edit-hooks.ts';

/** Where a client looks for the skills of a person, below the home. */
const FOLDERS: Readonly<Partial<Record<ClientName, string>>> = {
  claude: '.claude',
  codex: '.codex',
  copilot: '.copilot',
  gemini: '.gemini',
};

/** Undefined for a client that has none. */
export function skillPath(client: ClientName, home: string): string | undefined {
  const folder = FOLDERS[client];
  return folder && join(home, folder, 'skills', 'sluice', 'SKILL.md');
}

/** At the end of the file, where it shows nothing. */
const MARKER = /\n<!-- sluice:([\da-f]{16}) -->\n$/;
const signatureOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);
const signed = (text: string): string => `${text}\n<!-- sluice:${signatureOf(text)} -->\n`;

/** Writes the skill or takes it out; one that somebody wrote or edited stays as it is. */
export function editSkill(before: string | undefined, skill: string | undefined): FileEdit {
  const found = before === undefined ? undefined : MARKER.exec(before);
  const isOurs = found !== null && found !== undefined && signatureOf(before?.slice(0, found.index) ?? '') === found[1];
  if (before !== undefined && !isOurs)
    return skill === undefined ? { kind: 'unchanged' } : { kind: 'edited', found: before };
  if (skill === undefined) return before === undefined ? { kind: 'unchanged' } : { kind: 'remove' };
  return before === signed(skill) ? { kind: 'unchanged' } : { kind: 'write', text: signed(skill) };
}
