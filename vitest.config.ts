import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'

// Longer than any wait within a test, so that a test that fails says what it waited for.
const patience = { testTimeout: 60_000, hookTimeout: 60_000 }

const projects: TestProjectInlineConfiguration['test'][] = [
  { name: 'packages', include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts'] },
  {
    name: 'server',
    include: ['apps/server/src/**/*.test.ts'],
    globalSetup: [
      'packages/testing/src/vitest-postgres.ts',
      'apps/server/src/testing/migrated-databases.ts',
    ],
    setupFiles: ['apps/server/src/testing/quiet.ts'],
  },
  {
    name: 'web',
    root: 'apps/web',
    include: ['src/**/*.test.{ts,tsx}'],
    setupFiles: [`${import.meta.dirname}/apps/web/src/shared/testing/patience.ts`],
  },
]

export default defineConfig({
  test: {
    // Much of the time is spent waiting, for servers that were killed and for gaps between
    // messages: one worker more than there are cores.
    maxWorkers: availableParallelism() + 1,
    projects: projects.flatMap((project) => [shared(project), alone(project)]),
  },
})

/**
 * Loading the server, or a browser's document, anew for each file would take as long as the tests:
 * files share a worker, and so each leaves nothing behind.
 */
function shared(project: TestProjectInlineConfiguration['test']) {
  return {
    test: {
      ...patience,
      ...project,
      exclude: filesThatMock(project),
      isolate: false,
      unstubGlobals: true,
      unstubEnvs: true,
    },
  }
}

/**
 * A module that a test replaces is to be loaded by that test alone. None of them needs a database.
 */
function alone(project: TestProjectInlineConfiguration['test']) {
  return {
    test: {
      ...patience,
      ...project,
      name: `${project?.name}-alone`,
      include: filesThatMock(project),
      globalSetup: [],
    },
  }
}

function filesThatMock(project: TestProjectInlineConfiguration['test']): string[] {
  const cwd = project?.root ?? '.'
  return globSync(project?.include ?? [], { cwd }).filter((file) =>
    readFileSync(`${cwd}/${file}`, 'utf8').includes('vi.mock('),
  )
}
