/** If more files than this fail, the cause is not chance: none is run again. */
export const MOST_FLAKY = 10

/**
 * A test file, in Playwright with the project that it ran in.
 * @typedef {{ file: string, project?: string }} TestFile
 * @typedef {{ file: string, test: string }} FlakyTest
 */
/**
 * What both runners' reports have in common: their failed files, what failed in one, whether a file
 * was run and passed, and a report in which another run's results of a file stand in place of the
 * first ones.
 * @template R
 * @typedef {{
 *   failedFiles: (report: R) => TestFile[],
 *   failedTests: (report: R, file: TestFile) => string[],
 *   hasPassed: (report: R, file: TestFile) => boolean,
 *   replace: (report: R, file: TestFile, again: R) => R,
 * }} ReportFormat
 */

/**
 * Runs each failed file once more. A file that passes then is flaky: its results replace the failed
 * ones. A file that fails again keeps its first results.
 * @template R
 * @param {ReportFormat<R>} format
 * @param {R} report
 * @param {(file: TestFile) => Promise<R | null>} runAlone in a fresh process; null when it ended
 *   badly
 * @returns {Promise<{ report: R, flaky: FlakyTest[] }>}
 */
export async function giveSecondChance(format, report, runAlone) {
  const failed = format.failedFiles(report)
  if (failed.length > MOST_FLAKY) return { report, flaky: [] }
  let merged = report
  /** @type {FlakyTest[]} */
  const flaky = []
  for (const file of failed) {
    const again = await runAlone(file)
    if (!again || !format.hasPassed(again, file)) continue
    flaky.push(...format.failedTests(report, file).map((test) => ({ file: nameOf(file), test })))
    merged = format.replace(merged, file, again)
  }
  return { report: merged, flaky }
}

/** @param {TestFile} file */
function nameOf({ file, project }) {
  return project ? `${file} (${project})` : file
}
