import * as z from 'zod/mini';
import { ghPrograms } from '../test/github/gh.ts';
import { bySluice, type Effort } from '../test/tasks/by-sluice.ts';
import { openCore } from '../test/tasks/open-core.ts';
import type { Task } from '../test/tasks/task.ts';
import { TASKS } from '../test/tasks/tasks.ts';
import { makeWorlds, type World, type Worlds } from '../test/tasks/world.ts';
import { hasPeer, PEER, type PeerServer, startPeer } from './peer-server.ts';
import { byShell } from './shell-tool.ts';
import { printTable } from './table.ts';

interface Row {
  readonly task: Task;
  readonly sluice: Effort;
  readonly shell: Effort;
  /** Undefined where it has no tool for the task, or is not there. */
  readonly peer: Effort | undefined;
}

/** The same thirty tasks by Sluice's tools, by a shell tool, and by another server of git tools, each with a repository and a GitHub of its own. */
export async function benchTasks(): Promise<void> {
  const program = ghPrograms.at(-1);
  if (program === undefined) return console.log('\nNo gh on this machine: the tasks are not run.');
  if (!hasPeer()) console.log(`\n${PEER} is not there; npm run bench -- peer tasks brings it in.`);
  const worlds = [await makeWorlds(program), await makeWorlds(program), await makeWorlds(program)] as const;
  const [ours, shells, peers] = worlds;
  const peer = hasPeer() ? await startPeer(peers.begin(false)) : undefined;
  try {
    const rows: Row[] = [];
    for (const task of TASKS)
      rows.push({
        task,
        sluice: await ourEffort(task, worldFor(task, ours), program.path),
        shell: await byShell(task, worldFor(task, shells)),
        peer: await peerEffort(task, peers, peer),
      });
    printKinds(rows, peer !== undefined);
    printTasks(rows);
    await printDescriptions(worldFor(TASKS[0] as Task, ours), program.path, peer);
  } finally {
    await peer?.end();
    for (const each of worlds) await each.end();
  }
}

function worldFor(task: Task, worlds: Worlds): World {
  const world = worlds.begin(task.merging ?? false);
  task.before?.(world);
  return world;
}

async function ourEffort(task: Task, world: World, gh: string): Promise<Effort> {
  const effort = await bySluice(task, world, gh);
  const [useless] = effort.useless;
  return useless === undefined ? effort : { ...effort, wrong: useless };
}

const peerEffort = async (task: Task, worlds: Worlds, peer: PeerServer | undefined): Promise<Effort | undefined> =>
  peer && task.peer && peer.run(task, worldFor(task, worlds));

const NAMES = { sluice: 'Sluice', shell: 'shell', peer: 'server' } as const;
type Way = keyof typeof NAMES;
const WAYS = ['sluice', 'shell', 'peer'] as const satisfies readonly Way[];

function printKinds(rows: readonly Row[], hasServer: boolean): void {
  const groups = [
    ...(['look', 'github', 'change'] as const).map(
      kind => [kind, rows.filter(({ task }) => task.kind === kind)] as const,
    ),
    ['all', rows] as const,
    ...(hasServer ? [['all that the server has', rows.filter(({ peer }) => peer !== undefined)] as const] : []),
  ];
  const table = groups.flatMap(([name, some]) =>
    WAYS.filter(way => some.every(row => row[way] !== undefined)).map(way => totalsRow(name, way, some)),
  );
  printTable(
    'Thirty tasks of agents',
    ['tasks', 'by', 'done', 'calls', 'characters', 'questions', 'for reads', 'ms'],
    table,
  );
}

function totalsRow(name: string, way: Way, rows: readonly Row[]): string[] {
  const efforts = rows.flatMap(row => row[way] ?? []);
  const sum = (of: (effort: Effort) => number) => efforts.reduce((total, effort) => total + of(effort), 0);
  const done = efforts.filter(({ wrong }) => wrong === undefined).length;
  const ofReads = rows.filter(({ task }) => task.questions === 0).reduce((n, row) => n + (row[way]?.questions ?? 0), 0);
  return [
    name,
    NAMES[way],
    `${done} of ${rows.length}`,
    String(sum(({ calls }) => calls)),
    sum(({ characters }) => characters).toLocaleString('en'),
    String(sum(({ questions }) => questions)),
    String(ofReads),
    sum(({ ms }) => ms).toFixed(0),
  ];
}

function printTasks(rows: readonly Row[]): void {
  const both = (of: (effort: Effort) => number, { sluice, shell, peer }: Row) =>
    [sluice, shell, peer].map(effort => (effort === undefined ? '–' : String(of(effort)))).join(' / ');
  printTable(
    'Each task: Sluice / shell / server',
    ['task', 'calls', 'characters', 'questions', 'could not'],
    rows.map(row => [
      row.task.name,
      both(({ calls }) => calls, row),
      both(({ characters }) => characters, row),
      both(({ questions }) => questions, row),
      WAYS.flatMap(way => shortcoming(way, row)).join('; '),
    ]),
  );
}

const shortcoming = (way: Way, row: Row): readonly string[] => {
  const effort = row[way];
  if (effort === undefined) return [`${NAMES[way]}: no tool`];
  return effort.wrong === undefined ? [] : [`${NAMES[way]}: ${effort.wrong.replaceAll('|', '/').slice(0, 100)}`];
};

/** What a model is told of the tools before it does anything. */
async function printDescriptions(world: World, ghPath: string, peer: PeerServer | undefined): Promise<void> {
  const core = await openCore(world, { ghPath }, () => {});
  const told = (await core.tools()).list('chat').map(({ name, description, input }) => ({
    name,
    description,
    inputSchema: z.toJSONSchema(input, { io: 'input' }),
  }));
  core.dispose();
  printTable(
    'What a model is told of the tools before it begins',
    ['by', 'tools', 'characters'],
    [
      ['Sluice', String(told.length), JSON.stringify(told).length.toLocaleString('en')],
      ...(peer ? [['server', String(peer.tools), peer.described.toLocaleString('en')]] : []),
    ],
  );
}
