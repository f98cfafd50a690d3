import { type ProcessOptions, runProcess } from './process.ts';

const MOST_BYTES = 8 * 1024 * 1024;

/** What a small query of our own prints; undefined when it fails or prints too much. Not for showing: it is not redacted. */
export async function capture(
  file: string,
  args: readonly string[],
  options: Omit<ProcessOptions, 'stdout' | 'stderr'>,
): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stdout = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MOST_BYTES) chunks.push(chunk);
  };
  const { exitCode } = await runProcess(file, args, { ...options, stdout, stderr: () => {} });
  return exitCode === 0 && bytes <= MOST_BYTES ? Buffer.concat(chunks).toString() : undefined;
}
