import { join } from 'node:path';
import { addComment } from '../../github/changes/conversations.ts';
import { openPull } from '../../github/changes/pulls.ts';
import { addSample, hubotToken, token } from '../../github/sample.ts';
import { type LocalGitHub, startGitHub } from '../../github/server.ts';
import { git } from './git.ts';
import { OTHER_WINDOW } from './other-window.ts';

/** What a suite may have done on the local GitHub, or ask of it: `ask('github', { act, … })`. */
export type GitHubAct = keyof ReturnType<typeof actsOn>;

function actsOn(github: LocalGitHub, { demo, fix, hubot }: ReturnType<typeof addSample>) {
  const { state, log, tokens, rateLimit } = github;
  let opened = 0;
  /** When each request came. */
  const times = new WeakMap<object, number>();
  const note = log.add.bind(log);
  log.add = request => {
    times.set(request, Date.now());
    note(request);
  };
  return {
    /** Somebody opens a pull request. */
    'open-pull': ({ title = 'A new idea' }) => {
      opened += 1;
      const head = `idea-${opened}`;
      const from = demo.git.branch('main') ?? '';
      demo.git.commitFiles(
        head,
        { [`${head}.md`]: `${title}\n` },
        { message: title, author: state.signature(hubot), from },
      );
      openPull(state, { repository: demo, author: hubot, title, head });
    },
    /** Somebody comments, which is in no list. */
    comment: () => void addComment(state, fix, hubot, 'Ping'),
    'new-log': () => log.clear(),
    /** One line a request since then. */
    lines: () => log.lines(),
    /** The shortest time between two questions about the list of pull requests, in seconds. */
    'shortest-gap': () => {
      const asked = log.requests.filter(({ path }) => path === 'repos/octo/demo/pulls?per_page=100&state=open');
      const at = asked.map(request => (times.get(request) ?? 0) / 1000);
      return Math.min(...at.slice(1).map((time, before) => time - (at[before] ?? 0)));
    },
    writes: () => log.writes().length,
    missing: () => log.missing(),
    revoke: () => tokens.revoke(token),
    'use-up': () => {
      for (const bucket of ['core', 'graphql'] as const) rateLimit.leave(token, bucket, 0);
    },
  } as const satisfies Record<string, (details: { readonly title?: string }) => unknown>;
}

/** A local GitHub with the sample, two clones of `octo/demo` beside it, and an editor's environment that leads there; with no token unless it is wanted. */
export async function gitHubBeside(folder: string, { signedIn = false } = {}) {
  const github = await startGitHub();
  const sample = addSample(github);
  github.clock.run();
  const [clone, other] = ['demo', OTHER_WINDOW].map(name => {
    git(folder, 'clone', '-q', '--branch', 'fix-crash', sample.demo.git.path, name);
    git(join(folder, name), 'remote', 'set-url', 'origin', 'git@github.com:octo/demo.git');
    return join(folder, name);
  }) as [string, string];
  const acts: Readonly<Record<string, (details: { readonly title?: string }) => unknown>> = actsOn(github, sample);
  return {
    clone,
    other,
    env: {
      SLUICE_GITHUB_SOCKET: github.socket,
      SLUICE_GITHUB_API: github.url,
      GIT_SSH_COMMAND: github.ssh,
      GIT_SSH_VARIANT: 'simple',
      GITHUB_TOKEN: signedIn ? token : '',
      GH_TOKEN: '',
      SLUICE_TEST_TOKEN: token,
      SLUICE_TEST_OTHER_TOKEN: hubotToken,
    },
    act: ({ act, ...details }: { readonly act: string; readonly title?: string }) => {
      const perform = acts[act];
      if (perform === undefined) throw new Error(`The local GitHub has no act ${act}.`);
      return perform(details);
    },
    stop: github.stop,
  };
}
