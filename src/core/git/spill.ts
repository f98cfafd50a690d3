import { randomUUID } from 'node:crypto';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';

export interface Spilled {
  /** Absent when the file could not be made. */
  readonly path?: string;
  /** Why the file does not hold everything. */
  readonly problem?: string;
}

/** A file for the whole of an output that is too long to show. */
export interface Spill {
  /** Resolves once the bytes are taken, so that the process waits for the disk. */
  write(bytes: Buffer): Promise<void>;
  end(): Promise<Spilled>;
}

/** A tab that shows the file is called by this much of the command. */
const NAME_LENGTH = 60;

/** A file's name that says what printed it: words of the command, and enough of an id to be the only one. */
function fileName(command: string): string {
  const words = command.replace(/[^\w.=@^~-]+/g, '-').slice(0, NAME_LENGTH);
  return `${words.replace(/^[-.]+|[-.]+$/g, '') || 'output'} ${randomUUID().slice(0, 8)}.txt`;
}

/** `command` has been redacted: it names the file. */
export function createSpill(folder: string, limit: number, command = ''): Spill {
  const path = join(folder, fileName(command));
  let file: FileHandle | undefined;
  let problem: string | undefined;
  let written = 0;

  const create = async () => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return open(path, 'wx', 0o600);
  };

  return {
    async write(bytes) {
      if (problem !== undefined) return;
      try {
        file ??= await create();
        const fitting = bytes.subarray(0, limit - written);
        await file.writeFile(fitting);
        written += fitting.length;
        if (fitting.length < bytes.length) {
          problem = `saved output ends after ${limit} bytes`;
          await file.writeFile(`\n… ${problem} …\n`);
        }
      } catch (error) {
        problem = `saved output is incomplete: ${(error as Error).message}`;
      }
    },
    async end() {
      await file?.close().catch(() => {});
      return { ...(file && { path }), ...(problem !== undefined && { problem }) };
    },
  };
}
