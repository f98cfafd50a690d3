import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['test/{core,cli,project}/**/*.test.ts', 'test/webview/render/**/*.test.ts'],
          testTimeout: 30_000,
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
