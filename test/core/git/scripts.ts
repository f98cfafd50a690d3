import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build } from 'esbuild';

/** Bundles a script of the tests, given by its address or as text, so that it can run as a process of its own. */
export async function bundleScript(script: URL | { readonly text: string }, outfile: string): Promise<void> {
  const from: BuildOptions =
    script instanceof URL
      ? { entryPoints: [fileURLToPath(script)] }
      : { stdin: { contents: script.text, resolveDir: process.cwd() } };
  // What execa needs of CommonJS asks for it by name.
  const banner = { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" };
  await build({ ...from, outfile, bundle: true, platform: 'node', format: 'esm', banner, logLevel: 'error' });
}

/** A script that runs as a process of its own. */
export interface Script {
  readonly child: ChildProcess;
  /** Its first word, by which it says that it has begun; empty when it ended without one. */
  readonly begun: Promise<string>;
  /** What it has printed so far. */
  readonly printed: () => string;
  /** Everything that it printed, once it has ended. */
  readonly ended: Promise<string>;
}

export function startScript(
  file: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = process.env,
): Script {
  const child = spawn(process.execPath, [file, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    printed += chunk;
  });
  const ended = once(child, 'close').then(() => printed);
  const begun = Promise.race([once(child.stdout, 'data'), ended]).then(() => printed);
  return { child, begun, printed: () => printed, ended };
}
