import { openCore } from './open-core.ts';
import type { Task } from './task.ts';
import type { World } from './world.ts';

/** What a task took. */
export interface Effort {
  readonly calls: number;
  /** What the model wrote and read. */
  readonly characters: number;
  readonly questions: number;
  readonly ms: number;
  /** What is not as it should be afterwards. */
  readonly wrong: string | undefined;
}

export interface SluiceEffort extends Effort {
  /** Answers that were of no use, each with the step it was for. */
  readonly useless: readonly string[];
  readonly longest: number;
}

/** As much as a model is given at once. */
const BUDGET = 16_000;

/** Does a task by the tools, for a person who says yes to everything. */
export async function bySluice(task: Task, world: World, ghPath: string): Promise<SluiceEffort> {
  let questions = 0;
  const core = await openCore(world, { ghPath }, () => {
    questions += 1;
  });
  const tools = await core.tools();
  const useless: string[] = [];
  let [said, characters, longest, ms] = ['', 0, 0, 0];
  for (const { tool, input, useful } of task.sluice) {
    const given = typeof input === 'function' ? input(said) : input;
    const begun = performance.now();
    const result = await tools.call(tool, given, { origin: 'chat', signal: new AbortController().signal });
    said = result.text(BUDGET);
    ms += performance.now() - begun;
    characters += JSON.stringify(given).length + said.length;
    longest = Math.max(longest, said.length);
    if (!useful.test(said)) useless.push(`${tool} ${JSON.stringify(given)}: ${said}`);
  }
  core.dispose();
  return { calls: task.sluice.length, characters, questions, ms, wrong: task.after?.(world), useless, longest };
}
