import { beforeAll, expect, test } from 'vitest';
import type { ReadOnlyCommand } from '../../../../src/core/command/command.ts';
import { walkGh } from '../../../../src/core/command/gh/walk-gh.ts';
import { costOfRun } from '../../../../src/core/github/probes/find-probes.ts';
import type { Probes } from '../../../../src/core/github/probes/probe.ts';
import { mapInBatches } from '../../../../src/shared/map-in-batches.ts';
import { Random } from '../../../differential/random.ts';
import { addComment } from '../../../github/changes/conversations.ts';
import { addRelease } from '../../../github/changes/releases.ts';
import { atLeast, eachGh } from '../../../github/each-gh.ts';
import { Refusal } from '../../../github/refusal.ts';
import { seed } from '../../../support/seeded.ts';
import { COMMANDS, type ProbedCommand } from './commands.ts';
import type { Chance } from './edits/place.ts';
import { EDITS } from './edits.ts';
import { reading } from './reading.ts';
import { movedSince, outputOf, prepare, steadyPart, type Validators, validatorsOf } from './two-sided.ts';

/** How many commands are looked at around each edit, half of them those that are likely to show it, and how often every edit is made; `npm run test:long` sets more. */
const COMMANDS_AN_EDIT = Number(process.env.SLUICE_PROBE_COMMANDS ?? 2);
const ROUNDS = Number(process.env.SLUICE_PROBE_ROUNDS ?? 1);

/** The long run takes an hour. */
const LONG_MS = 7_200_000;

const ALL = EDITS.flatMap(({ edits, shownBy }) =>
  Object.entries(edits).map(([name, edit]) => ({ name, edit, shownBy })),
);

/** Processes at once. */
const AT_ONCE = 4;

const pathOf = (text: string): string => walkGh({ args: text.split(' ') })?.path ?? text;

interface Seen {
  readonly command: ReadOnlyCommand;
  readonly output: string;
  readonly probes: Probes | undefined;
  readonly validators: Validators | undefined;
}

function chanceOf(random: Random): Chance {
  let words = 0;
  return {
    one: items => items[random.between(0, items.length - 1)],
    some: items => items.filter(() => random.chance(0.5)),
    word: () => {
      words += 1;
      return `word${words}`;
    },
  };
}

eachGh((world, program) => {
  const commands = COMMANDS.filter(({ since = '0.0.0' }) => atLeast(program, since));
  let tools: ReturnType<typeof prepare>;
  const filledIn = (text: string) => {
    const { bad, gist } = world().sample;
    return text
      .replace('{run}', `${bad.databaseId}`)
      .replace('{job}', `${bad.jobs[0]?.databaseId}`)
      .replace('{gist}', gist.name);
  };
  const readings = () => commands.map(({ text }) => reading(filledIn(text), world().gh.cwd));
  beforeAll(() => {
    const { github, sample } = world();
    addRelease(github.state, {
      ...{ repository: sample.demo, author: sample.monalisa, tagName: 'sketch', isDraft: true },
    });
    tools = prepare(world());
  });

  /** The output of a command with its probes and what they answered. */
  const look = async (command: ReadOnlyCommand): Promise<Seen> => {
    const output = await outputOf(world(), command);
    const probes = await tools.findProbes(command);
    return { command, output, probes, validators: probes && (await validatorsOf(tools.client, probes)) };
  };

  test('while nothing changes every probe is a 304, and costs nothing, but for what churns', {
    timeout: LONG_MS,
  }, async () => {
    const { github, sample } = world();
    github.clock.advance({ hours: 2 });
    const seen = await mapInBatches(readings(), look, AT_ONCE);
    // Mergeability is found by the second who asks.
    for (const command of readings()) await tools.findProbes(command);
    github.clock.advance({ minutes: 10 });
    github.log.clear();
    // With checks that fail or wait gh ends in another way.
    const failed = seen.filter(
      ({ command, output }) =>
        !output.startsWith('0\n') && !/^[18]\n\n/.test(command.rest[0] === 'checks' ? output : ''),
    );
    expect(failed.map(({ command, output }) => [command.canonical, output])).toEqual([]);
    const churned = new Set<string>();
    for (const { command, output, probes, validators } of seen) {
      expect(probes?.paths.length, command.canonical).toBeGreaterThan(0);
      const moved = await movedSince(tools.client, 'github.com', validators ?? new Map());
      expect(probes?.churning, command.canonical).toEqual(expect.arrayContaining(moved));
      for (const path of moved) churned.add(path);
      // Somebody has downloaded a file meanwhile, which is not printed unless one asks for it.
      if (moved.length > 0 && !command.canonical.includes('assets'))
        expect(await outputOf(world(), command), command.canonical).toBe(output);
    }
    // Without the trap nothing would have been tried.
    expect(churned.size).toBeGreaterThan(2);
    const counted = github.log.counted().filter(({ path, operation }) => !operation && !path.includes('/releases'));
    expect(counted).toEqual([]);
    sample.asset.downloadedEvery = 0;
    for (const { command, probes } of seen) if (probes?.churning.length) await tools.findProbes(command);
    github.log.clear();
    // Nor does looking them up again, but for a draft, which is none by its tag.
    for (const { command, probes } of seen) expect(await tools.findProbes(command), command.canonical).toEqual(probes);
    expect(github.log.counted().map(({ path }) => path)).toEqual(['repos/octo/demo/releases/tags/sketch']);
    sample.asset.downloadedEvery = 90;
  });

  test('a comment moves nothing for a command that prints none', { timeout: LONG_MS }, async () => {
    const { github, sample } = world();
    const texts = ['issue list', 'pr checks 4', 'pr diff 4', 'pr list', 'pr list --state all --limit 3'];
    const before = await mapInBatches(
      texts.map(text => reading(text, world().gh.cwd)),
      look,
      AT_ONCE,
    );
    github.clock.advance({ minutes: 30 });
    addComment(github.state, sample.fix, sample.hubot, 'Looks good.');
    for (const { command, output, validators } of before) {
      expect(await movedSince(tools.client, 'github.com', validators ?? new Map()), command.canonical).toEqual([]);
      expect(await outputOf(world(), command), command.canonical).toBe(output);
    }
    const [view] = await mapInBatches([reading('pr view 4', world().gh.cwd)], look, AT_ONCE);
    addComment(github.state, sample.fix, sample.hubot, 'Indeed.');
    expect(await movedSince(tools.client, 'github.com', view?.validators ?? new Map())).not.toEqual([]);
  });

  test('running a command again costs what its row says', { timeout: LONG_MS }, async () => {
    const { github } = world();
    const isFirst = ({ text }: ProbedCommand, at: number) =>
      commands.findIndex(each => pathOf(each.text) === pathOf(text)) === at;
    const dearer: unknown[] = [];
    for (const { text } of commands.filter(isFirst)) {
      const command = reading(filledIn(text), world().gh.cwd);
      github.log.clear();
      await outputOf(world(), command);
      const spent: Record<string, number> = {};
      for (const { bucket = '' } of github.log.counted()) spent[bucket] = (spent[bucket] ?? 0) + 1;
      const costs: Record<string, number | undefined> = { ...costOfRun(command) };
      if (Object.entries(spent).some(([bucket, count]) => count > (costs[bucket] ?? 0)))
        dearer.push([text, spent, costs]);
    }
    expect(dearer).toEqual([]);
  });

  test('a change of the output changes a validator, whatever happens', { timeout: LONG_MS }, async () => {
    const random = new Random(seed);
    const chance = chanceOf(random);
    const { github, sample } = world();
    const missed: string[] = [];
    const seen: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1)
      for (const { name, edit, shownBy } of random.shuffle(ALL)) {
        const chosen = random.shuffle(readings()).slice(0, COMMANDS_AN_EDIT / 2);
        const likely = random.shuffle(readings().filter(({ args }) => shownBy.test(args.join(' '))));
        const before = await mapInBatches(
          [...likely.slice(0, COMMANDS_AN_EDIT - chosen.length), ...chosen],
          look,
          AT_ONCE,
        );
        github.clock.advance({ minutes: 30 });
        try {
          edit({ github, sample }, chance);
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
        }
        const compare = async ({ command, output, probes, validators }: Seen) => {
          if (probes === undefined || validators === undefined) return;
          const moved = await movedSince(tools.client, probes.host, validators);
          const [old, now] = [output, await outputOf(world(), command)].map(text => steadyPart(text, probes.mayLag));
          if (old === now) return;
          if (moved.length > 0) seen.push(name);
          else missed.push(`${name}: ${command.canonical}\n${old}\n${now}`);
        };
        await mapInBatches(before, compare, AT_ONCE);
      }
    expect(missed).toEqual([]);
    // Otherwise nothing would have been tried.
    expect(seen.length).toBeGreaterThan((ROUNDS * COMMANDS_AN_EDIT * ALL.length) / 20);
  });
});
