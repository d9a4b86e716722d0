import { relative, sep } from 'node:path'

/**
 * @typedef {{ fullName: string, title: string, status: string }} Assertion
 * @typedef {{ name: string, status: string, assertionResults: Assertion[] }} FileResults
 * @typedef {{ testResults: FileResults[] }} VitestReport
 */

/** @param {VitestReport} report of Vitest's JSON reporter */
export function vitestCounts(report) {
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  const passed = results.filter(({ status }) => status === 'passed').length
  const failed = results.filter(({ status }) => status === 'failed').length
  const unloaded = report.testResults.filter(isUnloaded).length
  return { passed, failed: failed + unloaded, skipped: results.length - passed - failed }
}

/**
 * @param {string} root
 * @returns {import('./second-chance.mjs').ReportFormat<VitestReport>}
 */
export function vitestFormat(root) {
  /** @param {FileResults} results */
  const pathOf = ({ name }) => relative(root, name).split(sep).join('/')
  return {
    failedFiles: (report) =>
      report.testResults.filter(hasFailed).map((results) => ({ file: pathOf(results) })),
    failedTests: (report, { file }) =>
      report.testResults
        .filter((results) => pathOf(results) === file)
        .flatMap(({ assertionResults }) => {
          const failed = assertionResults.filter(({ status }) => status === 'failed')
          return failed.length > 0 ? failed.map(({ fullName }) => fullName) : ['(the whole file)']
        }),
    hasPassed(report, { file }) {
      const [results, ...others] = report.testResults.filter((one) => pathOf(one) === file)
      const tests = results?.assertionResults ?? []
      const hasRun = tests.some(({ status }) => status === 'passed')
      return (
        Boolean(results) && hasRun && ![results, ...others].some((one) => one && hasFailed(one))
      )
    },
    replace: (report, { file }, again) => ({
      ...report,
      testResults: [
        ...report.testResults.filter((results) => pathOf(results) !== file),
        ...again.testResults.filter((results) => pathOf(results) === file),
      ],
    }),
  }
}

/** @param {FileResults} results */
function hasFailed(results) {
  return isUnloaded(results) || results.assertionResults.some(({ status }) => status === 'failed')
}

/** @param {FileResults} results */
function isUnloaded({ status, assertionResults }) {
  return status === 'failed' && assertionResults.every(({ status }) => status !== 'failed')
}
