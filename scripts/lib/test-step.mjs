import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { giveSecondChance } from './second-chance.mjs'

/**
 * @typedef {{ passed: number, failed: number, detail: string, output: string,
 *   flaky?: import('./second-chance.mjs').FlakyTest[] }} StepResult
 * @typedef {{ name: string, run: () => Promise<StepResult> }} Step
 * @typedef {{ passed: number, failed: number, skipped: number }} Counts
 * @typedef {{ code: number | null, output: string }} Ended
 */
/**
 * How a runner is started, and its report read. `start` runs all of its tests, or one file alone,
 * and writes the report; `hasOtherErrors` tells of errors outside of any test.
 * @template R
 * @typedef {{
 *   name: string,
 *   report: string,
 *   counts: (report: R) => Counts,
 *   format: import('./second-chance.mjs').ReportFormat<R>,
 *   hasOtherErrors: (report: R, output: string) => boolean,
 *   start: (report: string, file?: import('./second-chance.mjs').TestFile) => Promise<Ended>,
 * }} Runner
 */

/**
 * A step that runs tests, and each failed file once more. The folder keeps the report, in which the
 * second results of a file that passed stand in place of the first ones.
 * @template R
 * @param {string} folder
 * @param {Runner<R>} runner
 * @returns {Step}
 */
export function testStep(folder, runner) {
  return {
    name: runner.name,
    run: async () => {
      const file = join(folder, runner.report)
      const again = join(folder, `again-${runner.report}`)
      const first = await startForReport(file, () => runner.start(file))
      if (!first.report) return { passed: 0, failed: 1, detail: '', output: first.output }
      let output = first.output
      const { report, flaky } = await giveSecondChance(
        runner.format,
        first.report,
        async (alone) => {
          const second = await startForReport(again, () => runner.start(again, alone))
          output += `\n${second.output}`
          return second.code === 0 ? second.report : null
        },
      )
      writeFileSync(file, JSON.stringify(report))
      const isExplained =
        first.code === 0 || (flaky.length > 0 && !runner.hasOtherErrors(first.report, first.output))
      return asResult(runner.counts(report), isExplained, output, flaky)
    },
  }
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
 * @param {Counts} counts
 * @param {boolean} isExplained whether the counted failures explain a bad exit code
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
