import { homedir } from 'node:os';
import { environmentFor } from '../../git/environment.ts';
import { GH_RUNS } from '../../git/guards.ts';
import { type Environment, runProcess } from '../../git/process.ts';
import { findProgram } from '../../git/programs.ts';

export interface TokenOfGhOptions {
  readonly gh: () => string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The workspace folders: gh is not looked for in them. */
  readonly roots: () => readonly string[];
}

const TIMEOUT_MS = 10_000;
const MOST_BYTES = 4096;

/** Asks the person's own gh, with its own config, for the token it keeps for a host; before 2.40 it knows no accounts. */
export function createTokenOfGh({ gh, environment, roots }: TokenOfGhOptions) {
  return async (host: string, account?: string): Promise<string | undefined> => {
    const env = ownEnvironment(environment, roots());
    const file = await findProgram(gh(), env);
    if (file === undefined) return undefined;
    const ofAccount = account === undefined ? [] : ['--user', account];
    const chunks: Buffer[] = [];
    const { exitCode } = await runProcess(file, ['auth', 'token', '--hostname', host, ...ofAccount], {
      // Not the repository: what lies there has no say in it.
      cwd: homedir(),
      env,
      timeoutMs: TIMEOUT_MS,
      stdout: chunk => void (chunks.length < 4 && chunks.push(chunk)),
      stderr: () => {},
    });
    const text = Buffer.concat(chunks);
    return exitCode === 0 && text.length <= MOST_BYTES ? text.toString().trim() : undefined;
  };
}

/** The person's own config, but no token of the environment: that is another source. */
function ownEnvironment(inherited: TokenOfGhOptions['environment'], roots: readonly string[]): Environment {
  const { GH_CONFIG_DIR } = inherited;
  const guarded = environmentFor({ program: 'git', kind: 'read', inherited, roots });
  return { ...guarded, ...GH_RUNS, ...(GH_CONFIG_DIR !== undefined && { GH_CONFIG_DIR }) };
}
