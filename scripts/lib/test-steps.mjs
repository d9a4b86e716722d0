import { existsSync, globSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.mjs'
import { temporaryFolder } from './temporary-folder.mjs'
import { installTestTools } from './test-tools.mjs'

/** @typedef {{ passed: number, failed: number, detail: string, output: string }} StepResult */
/** @typedef {{ name: string, run: () => Promise<StepResult> }} Step */
/** @typedef {{ passed: number, failed: number, skipped: number }} Counts */
/** @typedef {{ code: number | null, output: string }} Ended */
/** @typedef {{ status: string, assertionResults: object[] }} TestFile */
/**
 * @typedef {{ testResults: TestFile[], numPassedTests: number, numFailedTests: number,
 *   numPendingTests: number, numTodoTests: number }} VitestReport
 */
/**
 * @typedef {{ stats: { expected: number, unexpected: number, flaky: number, skipped: number } }}
 *   PlaywrightReport
 */

/** All variables of the README's table, and NODE_ENV. */
const SERVER_VARIABLES = [
  'NODE_ENV HOST PORT DATA_DIR DATABASE_URL WHATSAPP_NETWORK WHATSAPP_URL WHATSAPP_ROOT_KEY SECRET_KEY',
  'PUBLIC_URL MEDIA_URL REGISTER_LIMIT ADMIN_EMAIL ADMIN_PASSWORD TRUST_PROXY ALLOWED_HOSTS ALLOW_PRIVATE_ADDRESSES NODE_NAME LOG_LEVEL WHATSAPP_VERSION FFMPEG_PATH RETENTION_DAYS',
  'MEDIA_S3_ENDPOINT MEDIA_S3_BUCKET MEDIA_S3_REGION MEDIA_S3_ACCESS_KEY_ID MEDIA_S3_SECRET_ACCESS_KEY MEDIA_S3_PATH_STYLE',
].flatMap((names) => names.split(' '))

/**
 * What `npm test` runs: one list of steps after the other, and those of one list side by side. Each
 * step answers how many tests (or, for a check, itself) passed and failed, a few words for its
 * line, and the output that is shown when something failed.
 * @param {string} root
 * @returns {Step[][]}
 */
export function steps(root) {
  const cache = join(root, '.cache')
  mkdirSync(cache, { recursive: true })
  const temporary = temporaryFolder()
  const hasBrowserTests = globSync('e2e/**/*.spec.ts', { cwd: root }).length > 0
  const scripts = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).scripts

  /**
   * @param {string} program
   * @param {string[]} args
   */
  const start = (program, args) =>
    run(program, args, {
      cwd: root,
      shell: process.platform === 'win32',
      env: testEnvironment(),
    })
  /**
   * @param {string} name
   * @param {string} program
   * @param {string[]} args
   */
  const check = (name, program, ...args) => ({
    name,
    run: async () => asCheck(await start(program, args)),
  })
  /**
   * @template R
   * @param {string} name
   * @param {string} report
   * @param {(report: R | null) => Counts} counts
   * @param {string} program
   * @param {string[]} args
   */
  const tests = (name, report, counts, program, args) => ({
    name,
    run: async () => {
      rmSync(report, { force: true })
      return asTests(await start(program, args), counts(readReport(report)))
    },
  })

  const unit = tests('unit', join(cache, 'vitest.json'), vitestCounts, 'vitest', [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(cache, 'vitest.json')}`,
  ])
  const browser = tests('browser', join(cache, 'playwright.json'), playwrightCounts, 'playwright', [
    'test',
    '--config=e2e/playwright.config.ts',
    '--reporter=list,json',
  ])

  return [
    [{ name: 'tools', run: () => installTestTools({ browser: hasBrowserTests }) }],
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
      check('boundaries', 'npm', 'run', '--silent', 'boundaries'),
      check('unused', 'knip', '--no-progress'),
    ],
    // Each waits now and then for what the other can use the processor for.
    [unit, ...(hasBrowserTests ? [browser] : [])],
    ...(scripts.conformance
      ? [[check('conformance', 'npm', 'run', '--silent', 'conformance')]]
      : []),
  ]

  function testEnvironment() {
    // Variables meant for a server must not affect the tests.
    const others = Object.entries(process.env).filter(([name]) => !SERVER_VARIABLES.includes(name))
    return {
      ...Object.fromEntries(others),
      NO_COLOR: '1',
      ...(temporary && { TMPDIR: temporary }),
      // Workers come and go, and load the same packages.
      NODE_COMPILE_CACHE: join(cache, 'compiled'),
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(cache, 'playwright.json'),
    }
  }
}

/**
 * @param {Ended} ended
 * @returns {StepResult}
 */
function asCheck({ code, output }) {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, detail: '', output }
}

/**
 * A run that ended badly has a failure, even when no test of it failed: a file that does not load,
 * say.
 * @param {Ended} ended
 * @param {Counts} counts
 * @returns {StepResult}
 */
function asTests({ code, output }, counts) {
  const failed = code === 0 ? counts.failed : Math.max(1, counts.failed)
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  return { passed: counts.passed, failed, detail: `${counts.passed} passed${skipped}`, output }
}

/** @param {string} file */
function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

/**
 * @param {VitestReport | null} report
 * @returns {Counts}
 */
function vitestCounts(report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/**
 * A test that passed only when tried again is a failure: it would not be trusted next time.
 * @param {PlaywrightReport | null} report
 * @returns {Counts}
 */
function playwrightCounts(report) {
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected, failed: unexpected + flaky, skipped }
}
