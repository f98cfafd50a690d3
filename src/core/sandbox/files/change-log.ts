import { open, readFile, truncate } from 'node:fs/promises';
import { ifMissing } from '../../../shared/file-errors.ts';
import { writeAtomically } from '../../panels/atomic-file.ts';
import { SandboxFailure } from '../failure.ts';
import { sha256 } from './contents.ts';
import { applyChange, type Change, change, newState, type State, wholeChange } from './state.ts';

/** Where the changes of a sandbox are kept. */
export interface ChangeLog {
  /** Resolves when the change is on disk. */
  append(change: Change): Promise<void>;
}

/** Forgets everything: for a sandbox that is gone with the process. */
export const NO_LOG: ChangeLog = { append: async () => {} };

/** A log with more lines than this, and more than four times what is in the sandbox, is written anew when it is opened. */
const MANY_LINES = 200;

/**
 * Opens the log of a sandbox: a line for each change, with the sum by which it is known to be whole. The last line without its end was being
 * written when the process was killed, and nobody was told that it was; a damaged one before it is an error, for what follows
 * was built on it.
 */
export async function openChangeLog(path: string): Promise<{ readonly log: ChangeLog; readonly state: State }> {
  const { state, lines, whole, bytes } = await readChangeLog(path);
  let length = whole;
  if (lines > MANY_LINES && lines > 4 * (state.files.size + state.bases.size)) {
    const text = lineOf(wholeChange(state));
    await writeAtomically(path, text);
    length = Buffer.byteLength(text);
  } else if (whole < bytes) await truncate(path, whole);
  return {
    state,
    log: {
      async append(made) {
        const text = Buffer.from(lineOf(made));
        const file = await open(path, 'a', 0o600);
        try {
          await file.writeFile(text);
          await file.datasync();
          length += text.length;
        } catch (error) {
          // Half a line would be the beginning of the next one.
          await file.truncate(length);
          throw error;
        } finally {
          await file.close();
        }
      },
    },
  };
}

/** Reads a log that another process may be writing, up to its last whole line. */
export async function readChangeLog(path: string) {
  const bytes = await readFile(path).catch(ifMissing(Buffer.alloc(0)));
  const whole = bytes.lastIndexOf('\n') + 1;
  const lines = bytes.toString('utf8', 0, whole).split('\n').slice(0, -1);
  const state = newState();
  for (const [at, line] of lines.entries()) applyChange(state, changeOf(line, at + 1, path));
  return { state, lines: lines.length, whole, bytes: bytes.length };
}

const sumOf = (json: string): string => sha256(Buffer.from(json)).slice(0, 16);

function lineOf(made: Change): string {
  const json = JSON.stringify(made);
  return `${sumOf(json)} ${json}\n`;
}

function changeOf(line: string, number: number, path: string): Change {
  const json = line.slice(17);
  const parsed = line.slice(0, 17) === `${sumOf(json)} ` ? change.safeParse(JSON.parse(json)) : undefined;
  if (parsed?.success) return parsed.data;
  throw new SandboxFailure(
    'sandbox-damaged',
    `Line ${number} of ${path} is not what was written.`,
    'Use another sandbox by its name, and tell the person: what was in this one is beside that file.',
  );
}
