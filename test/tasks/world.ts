import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeSampleRepository } from '../../scripts/sample-repository.mjs';
import { addEngine, type Engine } from '../github/engine.ts';
import { Gh, type GhProgram } from '../github/gh.ts';
import { type LocalGitHub, startGitHub } from '../github/server.ts';

/** The sample repository with work under way, and its GitHub. */
export interface World {
  readonly folder: string;
  readonly repository: string;
  readonly socket: string;
  readonly url: string;
  /** Of a person who is signed in, for whatever is started for them. */
  readonly environment: Readonly<Record<string, string>>;
  /** What is on its GitHub. */
  readonly engine: Engine;
  readonly git: (...words: readonly string[]) => string;
  readonly write: (file: string, text: string) => void;
}

export interface Worlds {
  readonly github: LocalGitHub;
  readonly engine: Engine;
  /** The repository as it is at the beginning, in the middle of a merge or not; there is one at a time. */
  readonly begin: (merging: boolean) => World;
  readonly end: () => Promise<void>;
}

/** Makes one GitHub, and a fresh repository for every task. */
export async function makeWorlds(program: GhProgram): Promise<Worlds> {
  const folder = mkdtempSync(join(tmpdir(), 'sluice-tasks-'));
  const github = await startGitHub();
  const person = new Gh(program, github);
  const template = makeSampleRepository(join(folder, 'template'));
  const engine = addEngine(github, template);
  const { token } = engine;
  github.clock.run();
  const repository = join(folder, 'engine');
  const environment = {
    ...person.environment({ GH_TOKEN: token, GITHUB_TOKEN: token }),
    GIT_SSH_COMMAND: github.ssh,
    GIT_SSH_VARIANT: 'simple',
  };
  const git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: repository, env: environment, encoding: 'utf8', stdio: 'pipe' });
  const write = (file: string, text: string) => {
    mkdirSync(join(repository, file, '..'), { recursive: true });
    writeFileSync(join(repository, file), text);
  };
  return {
    ...{ github, engine },
    begin(merging) {
      rmSync(repository, { recursive: true, force: true });
      cpSync(template, repository, { recursive: true });
      if (!merging) {
        git('reset', '-q', '--hard');
        git('clean', '-fdq');
        appendFileSync(join(repository, 'src/engine.ts'), 'export const brake = (turns: number) => turns - 1;\n');
        write('src/printer.ts', 'export const print = (digits: string) => console.log(digits);\n');
      }
      return { folder, repository, engine, socket: github.socket, url: github.url, environment, git, write };
    },
    async end() {
      person.remove();
      await github.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
