import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

/** Tests that wait for timers and processes: not for the fast loop. */
const patient = [
  'test/cli/**/*.test.ts',
  'test/mcp/{disappearing,elicitation,processes,resources,time-out,unattended,windows}.test.ts',
  'test/core/writes/{journal,impact,matrix,edits}/**/*.test.ts',
  'test/core/writes/commands/!(examples).test.ts',
  'test/core/writes/{binding,fetch-first,gate,mistakes,plans}.test.ts',
  'test/core/panels/{kill,rebase}.test.ts',
  'test/core/sandbox/{checked-out,for-editors,github,kill,pull,push,race,worktrees}.test.ts',
  'test/core/tools/kill.test.ts',
  'test/core/repository/{nested,repositories,status/patch,status/scan,status/status-view}.test.ts',
  'test/core/git/{process,lease}.test.ts',
  'test/core/github/impact/**/*.test.ts',
  'test/core/github/poll/{day,processes,windows}.test.ts',
  'test/core/shell-line/differential.test.ts',
  'test/hook/with-guard.test.ts',
  'test/hook/{agent-events,hook,install}.test.ts',
  'test/core/windows/kills.test.ts',
];

/** The same, with a place, a watcher or a stand-in that a file must have for itself. */
const apart = [
  'test/core/writes/durable/**/*.test.ts',
  'test/core/repository/watch/**/*.test.ts',
  'test/vscode/untrusted.test.ts',
];

/** The longest of both, which a slow machine leaves to the long run (scripts/test.mjs). */
const deep = [
  'test/core/writes/{edits,matrix}/**/*.test.ts',
  'test/core/writes/mistakes.test.ts',
  'test/core/writes/durable/{kill-matrix,tidy-kills}.test.ts',
  'test/core/writes/journal/{cancel,hidden,in-the-way,many-files,shallow,space,submodules,work-trees}.test.ts',
];
const tooMuch = process.env.SLUICE_SLOW ? deep : [];

/** Tests of the core that start the real ghs, or wait for the real Octokit. */
const withGh = [
  'test/core/github/{authorship,client,exit-codes,hunt,hunt-doors,run-gh,probes/two-sided,pull-requests/pull-requests}.test.ts',
  'test/mcp/outsiders.test.ts',
  'test/webview/render/real-gh.test.ts',
];

/** Tests with a stand-in for the editor, which remembers what was done to it: they share no module. */
const isolated = ['test/vscode/!(untrusted).test.ts', 'test/vscode/*/**/*.test.ts'];

const resolve = { alias: { vscode: new URL('test/vscode/vscode-module.ts', import.meta.url).pathname } };

function project(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  // On a machine that others use too, a wait may end too soon: what fails there twice in a row fails.
  const retry = process.env.CI ? 1 : 0;
  return { resolve, test: { setupFiles: ['test/support/clean-up.ts'], retry, ...test } };
}

export default defineConfig({
  test: {
    // One less than there are cores is the default, and of two that is one: most tests wait for git.
    maxWorkers: '100%',
    projects: [
      // Where files may share their modules they do: loading them for each file anew took as long as the tests.
      project({
        name: 'unit',
        isolate: false,
        include: [
          'test/{core,cli,hook,mcp,project,protocol,shared,vscode}/**/*.test.ts',
          'test/webview/render/**/*.test.ts',
        ],
        exclude: [...patient, ...apart, ...isolated, ...withGh],
        testTimeout: 30_000,
      }),
      project({ name: 'isolated', include: isolated, testTimeout: 60_000 }),
      project({
        name: 'patient',
        isolate: false,
        include: patient,
        exclude: tooMuch,
        testTimeout: 120_000,
        hookTimeout: 60_000,
      }),
      project({ name: 'apart', include: apart, exclude: tooMuch, testTimeout: 120_000, hookTimeout: 60_000 }),
      // The local GitHub, with the real ghs and the real Octokit; the files share its schema, and each has its own server.
      project({
        name: 'github',
        isolate: false,
        include: ['test/{github,tasks}/**/*.test.ts', ...withGh],
        testTimeout: 60_000,
        hookTimeout: 60_000,
      }),
      // The agents' real clients, against a scripted model.
      project({ name: 'agents', include: ['test/agents/**/*.test.ts'], testTimeout: 180_000, hookTimeout: 120_000 }),
      project({
        name: 'differential',
        include: ['test/differential/**/*.test.ts'],
        testTimeout: 900_000,
        hookTimeout: 120_000,
        retry: 0,
      }),
      // The pages in a real browser.
      project({
        name: 'pages',
        include: ['test/gallery/**/*.test.ts', 'test/webview/{mcp-app,result,status}/**/*.test.ts'],
        testTimeout: 300_000,
        hookTimeout: 120_000,
      }),
    ],
  },
});
