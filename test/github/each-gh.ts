import { afterAll, beforeAll, describe, test } from 'vitest';
import { Gh, type GhProgram, ghPrograms } from './gh.ts';
import { addSample, type Sample } from './sample.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

export interface World {
  program: GhProgram;
  gh: Gh;
  github: LocalGitHub;
  sample: Sample;
}

/** Runs tests with every gh of this machine, each with a GitHub of its own that has the sample. */
export function eachGh(tests: (world: () => World, program: GhProgram) => void): void {
  for (const program of ghPrograms)
    describe(`gh ${program.version}`, () => {
      let world: World | undefined;
      beforeAll(async () => {
        const github = await startGitHub();
        world = { program, github, sample: addSample(github), gh: new Gh(program, github) };
      });
      afterAll(async () => {
        world?.gh.remove();
        await world?.github.stop();
      });
      const started = (): World => {
        if (world === undefined) throw new Error('The local GitHub has not been started.');
        return world;
      };
      tests(started, program);
    });
  const absent = ['gh itself', 'the second gh (run node scripts/second-gh.mjs)'][ghPrograms.length];
  if (absent !== undefined) test.skip(`not on this machine: ${absent}`, () => {});
}

/** Whether a program is at least that version. */
export function atLeast(program: GhProgram, version: string): boolean {
  const numbers = (text: string) => text.split('.').map(Number);
  const [a, b] = [numbers(program.version), numbers(version)];
  for (const at of [0, 1, 2]) if (a[at] !== b[at]) return (a[at] ?? 0) > (b[at] ?? 0);
  return true;
}
