import { globSync, readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Longer than any wait within a test, so that a test that fails says what it waited for.
const timeouts = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  expect: { poll: { timeout: 60_000 } },
}

const cores = availableParallelism()
/**
 * The server's tests wait for killed servers, and for gaps between messages, most of the time: so
 * many of their workers for each core, where there is the memory for them.
 */
const WAITING_WORKERS = Math.max(cores, Math.min(3 * cores, Math.floor(totalmem() / 1.5e9)))

/** Groups of projects run one after the other; vitest leaves out what comes before 0. */
const [FIRST, THEN] = [{ groupOrder: 0 }, { groupOrder: 1 }]

const NEEDS_DOCUMENT = /^\/\/ @vitest-environment jsdom$/m

const projects: TestProjectInlineConfiguration['test'][] = [
  {
    name: 'packages',
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'prove/**/*.test.ts'],
    sequence: THEN,
  },
  {
    name: 'server',
    include: ['apps/server/src/**/*.test.ts', 'bench/*.test.ts'],
    globalSetup: [
      'packages/testing/src/vitest-postgres.ts',
      'apps/server/src/testing/migrated-databases.ts',
      'apps/server/src/testing/built-servers.ts',
    ],
    setupFiles: ['apps/server/src/testing/quiet.ts'],
    sequence: THEN,
  },
  {
    name: 'web',
    root: 'apps/web',
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    setupFiles: [`${import.meta.dirname}/apps/web/src/shared/testing/setup.ts`],
    // These never wait. First, so that the end of the run is one of many workers.
    maxWorkers: 2 * cores,
    sequence: FIRST,
  },
]

/**
 * Crash suites take longest and wait most. One after the other, among the first half of the
 * server's files, they leave the cores to those, and no worker is left with one at the end.
 * Files that need a browser's document come one after the other: between two of them, another
 * environment would end a worker that has loaded everything.
 */
class Order extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return crashSuitesSpread(byEnvironment(await super.sort(files)))
  }
}

function crashSuitesSpread(sorted: TestSpecification[]): TestSpecification[] {
  const isServers = ({ project }: TestSpecification) => project.name === 'server'
  const crash = sorted.filter((file) => isServers(file) && /crash\.test\.ts$/.test(file.moduleId))
  const others = sorted.filter((file) => !crash.includes(file))
  const first = Math.max(0, others.findIndex(isServers))
  const between = Math.floor(others.filter(isServers).length / 2 / (crash.length + 1)) + 1
  for (const [index, file] of crash.entries()) others.splice(first + index * between, 0, file)
  return others
}

/** Keeps the order of the projects, and within an environment that of the files. */
function byEnvironment(sorted: TestSpecification[]): TestSpecification[] {
  const projects = Map.groupBy(sorted, ({ project }) => project)
  return [...projects.values()].flatMap((files) => {
    const [inDocument, others] = [true, false].map((wanted) =>
      files.filter(
        ({ moduleId }) => NEEDS_DOCUMENT.test(readFileSync(moduleId, 'utf8')) === wanted,
      ),
    )
    return [...(inDocument ?? []), ...(others ?? [])]
  })
}

export default defineConfig({
  test: {
    sequence: { sequencer: Order },
    maxWorkers: WAITING_WORKERS,
    // At the end this process removes PostgreSQL's hundreds of databases, and hears only afterwards
    // that the last workers are gone.
    teardownTimeout: 60_000,
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
      ...timeouts,
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
      ...timeouts,
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
