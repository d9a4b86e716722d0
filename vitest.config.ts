import { defineConfig } from 'vitest/config'

// Longer than any wait within a test, so that a test that fails says what it waited for.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }

// Loading the server, or a browser's document, anew for each file would take as long as the tests: files
// share a worker, and so each leaves nothing behind.
const common = {
  ...patience,
  isolate: false,
  unstubGlobals: true,
  unstubEnvs: true,
}

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
