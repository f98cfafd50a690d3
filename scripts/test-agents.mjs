// Every scenario with the agents' real clients: npm run test:agents [-- filter].
import { installAgents } from './agents/install.mjs';
import { fail, prepare, step } from './prepare.mjs';

prepare();
const { installed, reason } = installAgents({ all: true });
if (!installed) fail(`The clients cannot be installed: ${reason}.`);
process.exitCode = step('agents', 'npx', ['vitest', 'run', '--project', 'agents', ...process.argv.slice(2)], {
  env: { ...process.env, SLUICE_AGENTS: 'all' },
});
