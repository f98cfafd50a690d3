import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      { test: { name: 'unit', include: ['test/{core,cli,project}/**/*.test.ts'], testTimeout: 30_000 } },
      {
        test: {
          name: 'differential',
          include: ['test/differential/**/*.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
