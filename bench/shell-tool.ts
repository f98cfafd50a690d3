import { execa } from 'execa';
import { classifyText } from '../src/core/command/classify-text.ts';
import { programOf } from '../src/core/command/parse.ts';
import { splitShell } from '../src/core/tools/split-shell.ts';
import type { Effort } from '../test/tasks/by-sluice.ts';
import type { Task } from '../test/tasks/task.ts';
import type { World } from '../test/tasks/world.ts';
import { endOf } from './task-end.ts';

/** Where common clients cut what a command prints. */
const MOST_CHARACTERS = 30_000;

/** Does a task by a tool that gives each line to bash and answers with all it prints. */
export async function byShell(task: Task, world: World): Promise<Effort> {
  const { repository: cwd, environment } = world;
  let [said, all, characters, questions, ms] = ['', '', 0, 0, 0];
  for (const step of task.shell) {
    const command = typeof step === 'function' ? step(said) : step;
    const begun = performance.now();
    const { all: printed } = await execa('bash', ['-c', command], {
      cwd,
      env: environment,
      extendEnv: false,
      all: true,
      reject: false,
    });
    ms += performance.now() - begun;
    said = printed.slice(0, MOST_CHARACTERS);
    all += said;
    characters += JSON.stringify({ command }).length + said.length;
    if (changes(command, cwd)) questions += 1;
  }
  return { calls: task.shell.length, characters, questions, ms, wrong: endOf(task, world, all) };
}

/** Whether a line has a git or gh command that is no read. */
const changes = (line: string, cwd: string): boolean =>
  splitShell(line).some(({ text }) => {
    if (!/^(?:git|gh) /.test(text)) return false;
    const classified = classifyText(programOf(text), text, { roots: [cwd], cwd, hosts: [] });
    return !classified.ok || classified.command.verdict.class !== 'read-only';
  });
