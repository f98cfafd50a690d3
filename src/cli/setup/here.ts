import { readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { ifMissing } from '../../shared/file-errors.ts';
import { canAsk } from '../say.ts';
import { setup } from './setup.ts';

/** Sets up for the person at this terminal, who is asked there. */
export async function setUpHere(words: readonly string[], print: (line: string) => void): Promise<number> {
  const ask = canAsk() ? (await import('../terminal.ts')).askPerson : undefined;
  const { env: environment } = process;
  return setup(words, { home: homedir(), environment, skill: await ownSkill(), print, ask });
}

/** The text of the skill, which lies beside the doors where they are installed. */
async function ownSkill(): Promise<string | undefined> {
  const door = await realpath(process.argv[1] ?? '');
  return readFile(join(dirname(door), '..', 'media', 'skills', 'sluice', 'SKILL.md'), 'utf8').catch(
    ifMissing(undefined),
  );
}
