import { readFileSync } from 'node:fs';
import { benchActivation } from './activation.ts';
import { benchAgents } from './agents.ts';
import { benchAllowLists } from './allow-lists.ts';
import { benchClassify } from './classify.ts';
import { benchDay } from './day.ts';
import { benchGate } from './gate.ts';
import { benchMcp } from './mcp.ts';
import { benchPages } from './pages.ts';
import { installPeer } from './peer-server.ts';
import { benchRunner } from './runner.ts';
import { benchSandbox } from './sandbox.ts';
import { benchSizes } from './sizes.ts';
import { benchSnapshot } from './snapshot.ts';
import { benchStatus } from './status.ts';
import { benchTasks } from './tasks.ts';
import { benchWindowLink } from './window-link.ts';
import { benchWrites } from './writes.ts';

const everyday = ['test/core/command/everyday-reads.txt', 'test/core/command/gh/everyday-reads.txt'].flatMap(file =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#')),
);

/** `npm run bench` runs them all but the one that installs something, `npm run bench -- status pages` only those named. */
const sections: Readonly<Record<string, () => void | Promise<void>>> = {
  classify: () => benchClassify(everyday),
  runner: benchRunner,
  status: benchStatus,
  gate: benchGate,
  snapshot: benchSnapshot,
  writes: benchWrites,
  sandbox: benchSandbox,
  link: benchWindowLink,
  mcp: benchMcp,
  agents: benchAgents,
  pages: benchPages,
  activation: benchActivation,
  sizes: benchSizes,
  day: benchDay,
  peer: installPeer,
  tasks: benchTasks,
  lists: () => benchAllowLists(everyday.filter(text => text.startsWith('git '))),
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter(name => !Object.hasOwn(sections, name));
if (unknown.length > 0)
  throw new Error(`No section ${unknown.join(', ')}; there are ${Object.keys(sections).join(', ')}.`);
for (const [name, run] of Object.entries(sections))
  if (wanted.includes(name) || (wanted.length === 0 && run !== installPeer)) await run();
