import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { IS_DEEP, onThisMachine } from './packages/testing/src/test-run.ts'

// Longer than any wait within a test, so that a test that fails says what it waited for.
const timeouts = {
  testTimeout: onThisMachine(300_000),
  hookTimeout: onThisMachine(300_000),
  expect: { poll: { timeout: onThisMachine(30_000) } },
}

/**
 * One more than cores: the server's tests wait a third of the time, for gaps between messages and
 * for servers that come up.
 */
const maxWorkers = availableParallelism() + 1

/** Groups of projects run one after the other; vitest leaves out what comes before 0. */
const [FIRST, THEN] = [{ groupOrder: 0 }, { groupOrder: 1 }]

const SEED_PROPERTIES = 'packages/testing/src/seed-properties.ts'
/** Files for `npm run test:deep` alone. */
const DEEP = '**/*.deep.test.ts'

const NEEDS_DOCUMENT = /^\/\/ @vitest-environment jsdom$/m

const projects: TestProjectInlineConfiguration['test'][] = [
  {
    name: 'packages',
    include: ['packages/*/src/**/*.test.ts', 'scripts/**/*.test.ts', 'prove/**/*.test.ts'],
    setupFiles: [SEED_PROPERTIES],
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
    setupFiles: [SEED_PROPERTIES, 'apps/server/src/testing/quiet.ts'],
    sequence: THEN,
  },
  {
    name: 'web',
    root: 'apps/web',
    include: ['{src,build}/**/*.test.{ts,tsx}'],
    setupFiles: [
      `${import.meta.dirname}/${SEED_PROPERTIES}`,
      `${import.meta.dirname}/apps/web/src/shared/testing/setup.ts`,
    ],
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
    maxWorkers,
    // At the end this process removes PostgreSQL's hundreds of databases, and hears only afterwards
    // that the last workers are gone.
    teardownTimeout: onThisMachine(60_000),
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
      exclude: [...(IS_DEEP ? [] : [DEEP]), ...filesAlone(project)],
      isolate: false,
      unstubGlobals: true,
      unstubEnvs: true,
    },
  }
}

/**
 * A module that a test replaces is to be loaded by that test alone, and what the server changes at
 * run time is to be seen as it was before. None of them needs a database.
 */
function alone(project: TestProjectInlineConfiguration['test']) {
  return {
    test: {
      ...timeouts,
      ...project,
      name: `${project?.name}-alone`,
      include: filesAlone(project),
      globalSetup: [],
    },
  }
}

function filesAlone(project: TestProjectInlineConfiguration['test']): string[] {
  const cwd = project?.root ?? '.'
  return globSync(project?.include ?? [], { cwd }).filter(
    (file) =>
      file.endsWith('.alone.test.ts') ||
      readFileSync(`${cwd}/${file}`, 'utf8').includes('vi.mock('),
  )
}
