import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { buildDoors } from '../../esbuild.mjs';
import { git, temporaryFolder } from '../core/git/support.ts';
import { ghPrograms } from '../github/gh.ts';
import { addSample, token } from '../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../github/server.ts';
import { endServers, type ServerProcess, startServer } from './process.ts';
import { ERAS } from './support.ts';

const doors = temporaryFolder();
let github: LocalGitHub;
beforeAll(async () => {
  github = await startGitHub();
  addSample(github);
  await buildDoors(doors);
});
afterEach(endServers);
afterAll(() => github.stop());

const start = (environment: NodeJS.ProcessEnv) =>
  startServer({
    ...{ doors, era: ERAS[0] },
    prepare: repository => void git(repository, 'remote', 'add', 'origin', 'https://github.com/octo/demo.git'),
    environment: {
      ...{ GITHUB_TOKEN: token, SLUICE_GITHUB_SOCKET: github.socket, SLUICE_GITHUB_API: github.url },
      ...environment,
    },
  });
/** Written by an outsider, and by one who may push. */
const [OUTSIDER, INSIDER] = [1, 2].map(number => ({ command: `gh issue view ${number} --json title,body` })) as [
  { command: string },
  { command: string },
];

/** The answer itself: a machine with much to do gives a handle first. */
const read = (server: ServerProcess, command: object) =>
  vi.waitFor(
    async () => {
      const answer = await server.call('gh_read', { ...command });
      expect(answer).toMatch(/content from|\[hidden: /);
      return answer;
    },
    { timeout: 50_000 },
  );

const withGh = it.skipIf(ghPrograms.length === 0);

withGh('11.6 SLUICE_HIDE_OUTSIDERS keeps what outsiders wrote out of every frame of a built server', async () => {
  const server = await start({ SLUICE_HIDE_OUTSIDERS: '1' });
  expect(await read(server, OUTSIDER)).toMatch(/\[hidden: .*\]$/);
  expect(await server.call('panel_read', { id: 'P8' })).not.toContain('It crashes');
  await server.client.readResource({ uri: 'sluice://panel/P8' });
  expect(await read(server, INSIDER)).toContain('Support quotes');
  expect(server.output()).not.toMatch(/It crashes|Crash on/);
});

withGh('without it they are marked, and shown', async () => {
  const server = await start({ SLUICE_HIDE_OUTSIDERS: '' });
  const shown = await read(server, OUTSIDER);
  expect(shown).toContain('author has no push access');
  expect(shown).toContain('It crashes');
});
