import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ghPrograms } from '../github/gh.ts';
import { bySluice } from './by-sluice.ts';
import { TASKS } from './tasks.ts';
import { makeWorlds, type Worlds } from './world.ts';

test('there are thirty of them, each with a name of its own', () => {
  expect(new Set(TASKS.map(({ name }) => name)).size).toBe(30);
});

describe.each(ghPrograms.slice(-1))('what agents are asked to do, with gh $version', program => {
  let worlds: Worlds;
  beforeAll(async () => {
    worlds = await makeWorlds(program);
  });
  afterAll(() => worlds.end());

  test.each(TASKS)('$name', async task => {
    const world = worlds.begin(task.merging ?? false);
    task.before?.(world);
    const { useless, wrong, questions, longest } = await bySluice(task, world, program.path);
    expect(useless).toEqual([]);
    expect(wrong).toBeUndefined();
    expect(questions).toBe(task.questions);
    expect(longest).toBeLessThanOrEqual(16_000);
  });
});
