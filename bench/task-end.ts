import type { Task } from '../test/tasks/task.ts';
import type { World } from '../test/tasks/world.ts';

/** What is missing after a task: what was to be read, or how the repository was to be; undefined when all is well. */
export function endOf(task: Task, world: World, said: string): string | undefined {
  const { answer = task.questions > 0 ? undefined : task.sluice.at(-1)?.useful } = task;
  if (answer !== undefined && !answer.test(said)) return 'the answer is not in what it read';
  return task.after?.(world);
}
