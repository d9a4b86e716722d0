import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { playwrightCounts, playwrightFormat } from './playwright-report.mjs'
import { run } from './run.mjs'
import { giveSecondChance } from './second-chance.mjs'
import { vitestCounts, vitestFormat } from './vitest-report.mjs'

/**
 * @typedef {{ passed: number, failed: number, detail: string, output: string,
 *   flaky?: import('./second-chance.mjs').FlakyTest[] }} StepResult
 * @typedef {{ name: string, run: () => Promise<StepResult> }} Step
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ code: number | null, output: string }} Ended
 */
/**
 * `changed`: the commit since which changed files and what imports them are tested, instead of all.
 * @typedef {{ deep: boolean, changed: string | null }} Scope
 */

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
  const check = (name, program, ...args) => ({
    name,
    run: async () => {
      const { code, output } = await start(program, args)
      return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, detail: '', output }
    },
  })

  /**
   * @template R
   * @param {{
   *   name: string, report: string, counts: (report: R) => Counts,
   *   format: import('./second-chance.mjs').ReportFormat<R>,
   *   hasOtherErrors: (report: R, output: string) => boolean,
   *   start: (report: string, file?: import('./second-chance.mjs').TestFile) => Promise<Ended>,
   * }} tests
   * @returns {Step}
   */
  const testRun = (tests) => ({
    name: tests.name,
    run: async () => {
      const file = join(cache, tests.report)
      const first = await startForReport(file, () => tests.start(file))
      if (!first.report) return notRun(first.output)
      const again = join(cache, `again-${tests.report}`)
      let output = first.output
      const { report, flaky } = await giveSecondChance(
        tests.format,
        first.report,
        async (alone) => {
          const second = await startForReport(again, () => tests.start(again, alone))
          output += `\n${second.output}`
          return second.code === 0 ? second.report : null
        },
      )
      writeFileSync(file, JSON.stringify(report))
      // An error outside of any test fails the run, too.
      const isExplained =
        first.code === 0 || (flaky.length > 0 && !tests.hasOtherErrors(first.report, first.output))
      return asResult(tests.counts(report), isExplained, output, flaky)
    },
  })

  const unit = testRun({
    name: 'unit',
    report: 'vitest.json',
    counts: vitestCounts,
    format: vitestFormat(root),
    // Its report does not have them.
    hasOtherErrors: (_report, output) => /Vitest caught \d+ unhandled error/.test(output),
    start: (report, alone) =>
      start('vitest', [
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${report}`,
        ...(changed ? [`--changed=${changed}`, '--passWithNoTests'] : []),
        ...(alone ? [alone.file] : []),
      ]),
  })
  const browser = testRun({
    name: 'browser',
    report: 'playwright.json',
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
          ...(alone ? [alone.file, `--project=${alone.project}`] : []),
          ...(changed && !alone ? ['main-journey'] : []),
        ],
        { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      ),
  })

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
    ],
    [
      check('boundaries', 'npm', 'run', '--silent', 'boundaries'),
      check('unused', 'knip', '--no-progress'),
    ],
    [unit],
    [browser],
    ...(changed
      ? []
      : [[check('conformance', 'node', 'scripts/conformance.mjs', ...(deep ? ['--deep'] : []))]]),
  ]
}

/**
 * @param {string} file
 * @param {() => Promise<Ended>} start
 */
async function startForReport(file, start) {
  rmSync(file, { force: true })
  const ended = await start()
  return { ...ended, report: existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null }
}

/**
 * @param {string} output
 * @returns {StepResult}
 */
function notRun(output) {
  return { passed: 0, failed: 1, detail: '', output }
}

/**
 * @param {Counts} counts
 * @param {boolean} isExplained whether a run that ended badly did so for what is counted
 * @param {string} output
 * @param {import('./second-chance.mjs').FlakyTest[]} flaky
 * @returns {StepResult}
 */
function asResult({ passed, failed, skipped }, isExplained, output, flaky) {
  const detail = [
    `${passed} passed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky.length > 0 ? [`${flaky.length} of them when tried again`] : []),
  ].join(', ')
  return { passed, failed: isExplained ? failed : Math.max(1, failed), detail, output, flaky }
}
