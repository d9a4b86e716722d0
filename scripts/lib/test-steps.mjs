import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { changedJourneys } from './changed-journeys.mjs'
import { playwrightCounts, playwrightFormat } from './playwright-report.mjs'
import { run } from './run.mjs'
import { testStep } from './test-step.mjs'
import { vitestCounts, vitestFormat } from './vitest-report.mjs'

/** @typedef {import('./test-step.mjs').Step} Step */
/**
 * `changed`: the commit since which changed files and what imports them are tested, instead of all.
 * @typedef {{ deep: boolean, changed: string | null }} Scope
 */

const SMALLEST_LEDGER = ['--engine=SQLite', '--kills=1', '--cuts=0', '--people=1']
const SMALLEST_WEATHER = ['--engine=SQLite', '--minutes=0.1']
/** The tests' folder in memory is gone afterwards, with whatever a failed proof has logged. */
const PROOF = { TEST_MACHINE_FACTOR: '1', TMPDIR: tmpdir() }

/**
 * What `npm test` runs: one list of steps after the other, and those of one list side by side. Each
 * step answers how many tests (or, for a check, itself) passed and failed, a few words for its
 * line, the output that is shown when something failed, and the tests that passed only when tried
 * again.
 * @param {string} root
 * @param {Scope} scope
 * @param {NodeJS.ProcessEnv} env
 * @returns {Step[][]}
 */
export function testSteps(root, { deep, changed }, env) {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  // `npm run conformance` reads the reports of a whole `npm test`.
  const kind = changed ? 'changed-' : deep ? 'deep-' : ''

  /**
   * @param {string} program
   * @param {readonly string[]} args
   * @param {NodeJS.ProcessEnv} [more]
   */
  const start = (program, args, more = {}) =>
    run(program, args, {
      cwd: root,
      shell: process.platform === 'win32',
      env: { ...env, ...more },
    })

  /**
   * @param {string} name
   * @param {string} program
   * @param {string[]} args
   * @returns {Step}
   */
  const check = (name, program, ...args) => checkIn({}, name, program, ...args)

  /**
   * @param {NodeJS.ProcessEnv} more
   * @param {string} name
   * @param {string} program
   * @param {string[]} args
   * @returns {Step}
   */
  const checkIn = (more, name, program, ...args) => ({
    name,
    run: async () => {
      const { code, output } = await start(program, args, more)
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, detail: '', output }
    },
  })

  const unit = testStep(cache, {
    name: 'unit',
    report: `${kind}vitest.json`,
    counts: vitestCounts,
    format: vitestFormat(root),
    // The JSON report omits them.
    hasOtherErrors: (_report, output) =>
      /Vitest caught \d+ unhandled error|error during close/.test(output),
    start: (report, alone) =>
      start('vitest', [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(changed && !alone ? [`--changed=${changed}`, '--passWithNoTests'] : []),
        ...(alone ? [alone.file] : []),
      ]),
  })
  const browser = testStep(cache, {
    name: 'browser',
    report: `${kind}playwright.json`,
    counts: playwrightCounts,
    format: playwrightFormat,
    hasOtherErrors: ({ errors }) => errors.length > 0,
    start: (report, alone) =>
      start(
        'playwright',
        [
          'test',
          '--config=e2e/playwright.config.ts',
          '--reporter=list,json',
          ...(alone
            ? [
                onlyFile(alone.file),
                `--project=${alone.project}`,
                `--output=${join(cache, 'again')}`,
              ]
            : []),
          ...(changed && !alone ? changedJourneys(root, changed) : []),
        ],
        { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      ),
  })

  /**
   * A proof that fails has a second chance, too, at once. Its own clocks and limits fit together,
   * so it takes no factor; what it logs is kept.
   * @param {string} name
   * @param {string[]} args
   * @returns {Step}
   */
  const proof = (name, ...args) => {
    const file = `prove/${name}.ts`
    const once = checkIn(PROOF, name, 'node', file, ...args, `--seed=${env.TEST_SEED}`)
    return {
      name,
      run: async () => {
        const first = await once.run()
        if (first.failed === 0) return first
        const second = await once.run()
        const output = `${first.output}\n${second.output}`
        const flaky = second.failed === 0 ? [{ file, test: args.join(' ') }] : []
        return { ...second, output, flaky }
      },
    }
  }
  const ledger = proof('ledger', ...(deep ? ['--kills=20', '--cuts=2'] : SMALLEST_LEDGER))
  const weather = proof('weather', ...(deep ? ['--minutes=2'] : SMALLEST_WEATHER))
  const nodes = proof('nodes', '--minutes=1', '--kills=3')

  return [
    [
      check(
        'format, lint',
        'biome',
        'ci',
        '--colors=off',
        '--error-on-warnings',
        '--max-diagnostics=none',
      ),
      // A global declaration also affects files that have not changed. Several threads would each
      // check much of what the others check, for twice the processor time.
      check('types', 'tsc', '--build', '--noEmit', '--force', '--singleThreaded'),
      check('commit', 'node', 'scripts/commit-subject.mjs'),
    ],
    [
      check('boundaries', 'npm', 'run', '--silent', 'boundaries'),
      check('unused', 'knip', '--no-progress'),
    ],
    // The proof of weather is mostly idle, so it runs beside the unit tests.
    changed ? [unit] : [unit, weather],
    [browser],
    ...(changed ? [] : [[ledger]]),
    ...(deep ? [[nodes]] : []),
    ...(changed
      ? []
      : [[check('conformance', 'node', 'scripts/conformance.mjs', ...(deep ? ['--deep'] : []))]]),
  ]
}

/**
 * Playwright's filter for this file and no other whose name ends like it.
 * @param {string} file
 */
function onlyFile(file) {
  return `[\\\\/]${file.replaceAll('.', '\\.')}$`
}
