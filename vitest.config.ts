import { defineConfig } from 'vitest/config'

const common = { testTimeout: 30_000, hookTimeout: 60_000 }

export default defineConfig({
  test: {
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
        },
      },
    ],
  },
})
