// The local GitHub (test/github) beside an editor: PRs, issues and runs of the sample repository, with no account.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { root } from './prepare.mjs';
import { bundleProgram } from './run-bundled.mjs';
import { onLeave } from './workbench/leave.mjs';

/** Starts it for the sample repository in `folder`, which becomes a clone; gives the environment of an editor that is to use it. */
export async function startLocalGitHub(folder, { busy = false } = {}) {
  const program = await bundleProgram('test/github/demo.ts');
  const words = [program, folder, ...(busy ? ['--busy'] : [])];
  const child = spawn(process.execPath, words, { cwd: root, stdio: ['pipe', 'pipe', 'inherit'] });
  onLeave(() => child.kill());
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`The local GitHub ended with ${code}: see above.`);
  });
  // Later it is no news: whoever asks it hears of it.
  ended.catch(() => undefined);
  const [line] = await Promise.race([once(createInterface(child.stdout), 'line'), ended]);
  const { socket, url, ssh, token } = JSON.parse(line);
  return {
    SLUICE_GITHUB_SOCKET: socket,
    SLUICE_GITHUB_API: url,
    // Over those of the person, which are for the real GitHub.
    GITHUB_TOKEN: token,
    GH_TOKEN: token,
    GIT_SSH_COMMAND: ssh,
    GIT_SSH_VARIANT: 'simple',
  };
}
