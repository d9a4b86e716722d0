/**
 * @typedef {{ title: string, error?: object, steps?: Step[] }} Step
 * @typedef {{ status: string, steps?: Step[] }} Result
 * @typedef {{ projectName: string, status: string, results: Result[] }} Run
 * @typedef {{ title: string, file: string, tests: Run[] }} Spec
 * @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite
 * @typedef {{ suites: Suite[], errors: object[] }} PlaywrightReport
 */

/**
 * All tests of Playwright's JSON report.
 * @param {Pick<PlaywrightReport, 'suites'>} report
 */
export function specsOf(report) {
  return report.suites.flatMap(specsOfSuite)
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOfSuite({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOfSuite)]
}

/** @param {PlaywrightReport} report */
export function playwrightCounts(report) {
  const statuses = specsOf(report).flatMap(({ tests }) => tests.map(({ status }) => status))
  const passed = statuses.filter((status) => status === 'expected').length
  const skipped = statuses.filter((status) => status === 'skipped').length
  return { passed, failed: statuses.length - passed - skipped, skipped }
}

/** @type {import('./second-chance.mjs').ReportFormat<PlaywrightReport>} */
export const playwrightFormat = {
  failedFiles(report) {
    const failed = runsOf(report).filter(({ run }) => hasFailed(run))
    const byFile = Map.groupBy(failed, ({ spec, run }) => `${run.projectName} ${spec.file}`)
    return [...byFile.values()].flatMap(([first]) =>
      first ? [{ file: first.spec.file, project: first.run.projectName }] : [],
    )
  },
  failedTests: (report, file) =>
    runsOf(report)
      .filter(({ spec, run }) => isOf(file, spec, run) && hasFailed(run))
      .map(({ spec }) => spec.title),
  hasPassed(report, file) {
    const runs = runsOf(report).filter(({ spec, run }) => isOf(file, spec, run))
    return runs.length > 0 && !runs.some(({ run }) => hasFailed(run))
  },
  replace: (report, file, again) => ({
    ...report,
    suites: [
      {
        specs: [
          ...specsWhere(report, (spec, run) => !isOf(file, spec, run)),
          ...specsWhere(again, (spec, run) => isOf(file, spec, run)),
        ],
      },
    ],
  }),
}

/**
 * @param {PlaywrightReport} report
 * @param {(spec: Spec, run: Run) => boolean} isWanted
 * @returns {Spec[]}
 */
function specsWhere(report, isWanted) {
  return specsOf(report)
    .map((spec) => ({ ...spec, tests: spec.tests.filter((run) => isWanted(spec, run)) }))
    .filter(({ tests }) => tests.length > 0)
}

/** @param {PlaywrightReport} report */
function runsOf(report) {
  return specsOf(report).flatMap((spec) => spec.tests.map((run) => ({ spec, run })))
}

/** @param {Run} run */
function hasFailed({ status }) {
  return status === 'unexpected' || status === 'flaky'
}

/**
 * @param {import('./second-chance.mjs').TestFile} file
 * @param {Spec} spec
 * @param {Run} run
 */
function isOf({ file, project }, spec, run) {
  return spec.file === file && run.projectName === project
}
