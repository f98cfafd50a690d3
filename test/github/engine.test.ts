import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeSampleRepository } from '../../scripts/sample-repository.mjs';
import { addEngine, type Engine } from './engine.ts';
import { Gh, ghPrograms } from './gh.ts';
import { type LocalGitHub, startGitHub } from './server.ts';

/** What somebody sees first in the demo. */
const SIGHTS = [
  ['pr status', /Created by you\n {2}#\d+ {2}Turn the dial faster/],
  ['pr status', /Requesting a code review from you\n {2}#\d+ {2}Compose a fugue/],
  ['pr list', /Prepare 1\.1/],
  ['issue list --assignee @me', /Cards jam when the air is damp/],
  ['run list --branch main', /failure/],
  ['release list', /Note G runs/],
] as const;

describe.each(ghPrograms)('gh $version', program => {
  let github: LocalGitHub;
  let gh: Gh;
  let engine: Engine;
  beforeAll(async () => {
    github = await startGitHub();
    gh = new Gh(program, github);
    makeSampleRepository(join(gh.cwd, 'engine'));
    engine = addEngine(github, join(gh.cwd, 'engine'));
    github.clock.run();
  });
  afterAll(async () => {
    gh.remove();
    await github.stop();
  });

  test.each(SIGHTS)('the demo has something for gh %s', async (line, sight) => {
    const env = gh.environment({ GH_TOKEN: engine.token });
    const cwd = join(gh.cwd, 'engine');
    const { stdout } = await execa(program.path, line.split(' '), { cwd, env, extendEnv: false });
    expect(stdout).toMatch(sight);
    expect(github.log.missing()).toEqual([]);
  });
});
