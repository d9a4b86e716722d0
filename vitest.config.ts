import { defineConfig } from 'vitest/config'

// Longer than any wait within a test, so that a test that fails says what it waited for.
const common = { testTimeout: 60_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
    // Much of the time is spent waiting for servers that were killed: one worker a core, none held back.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...common,
          name: 'packages',
          include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          globalSetup: ['packages/testing/src/vitest-postgres.ts'],
          setupFiles: ['apps/server/src/testing/quiet.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [`${import.meta.dirname}/apps/web/src/shared/testing/patience.ts`],
        },
      },
    ],
  },
})
