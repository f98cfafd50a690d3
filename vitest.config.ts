import { defineConfig } from 'vitest/config';

/** Tests that wait for watchers, timers and processes: not for the fast loop. */
const patient = [
  'test/cli/**/*.test.ts',
  'test/core/writes/{journal,impact,matrix,durable}/**/*.test.ts',
  'test/core/writes/commands/!(examples).test.ts',
  'test/core/writes/{binding,fetch-first,gate,mistakes,plans}.test.ts',
  'test/core/panels/{kill,rebase}.test.ts',
  'test/core/repository/watch/**/*.test.ts',
  'test/core/repository/{repositories,status/patch,status/scan,status/status-view}.test.ts',
  'test/core/git/{process,lease}.test.ts',
  'test/vscode/untrusted.test.ts',
];

export default defineConfig({
  test: {
    // One less than there are cores is the default, and of two that is one: most tests wait for git.
    maxWorkers: '100%',
    projects: [
      {
        resolve: { alias: { vscode: new URL('test/vscode/vscode-module.ts', import.meta.url).pathname } },
        test: {
          name: 'unit',
          include: ['test/{core,cli,project,protocol,shared,vscode}/**/*.test.ts', 'test/webview/render/**/*.test.ts'],
          exclude: patient,
          testTimeout: 30_000,
        },
      },
      { test: { name: 'patient', include: patient, testTimeout: 120_000, hookTimeout: 60_000 } },
      {
        // The local GitHub, with the real ghs and the real Octokit; the files share its schema, and each has its own server.
        test: {
          name: 'github',
          include: ['test/github/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'differential',
          include: ['test/differential/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The pages in a real browser.
        test: {
          name: 'pages',
          include: ['test/gallery/**/*.test.ts', 'test/webview/{result,status}/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
