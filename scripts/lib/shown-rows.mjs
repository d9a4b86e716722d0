import { relative, sep } from 'node:path'

/** @typedef {{ id: string, file: string, title: string, passed: boolean }} Shown */
/** @typedef {{ title: string, error?: object, steps?: Step[] }} Step */
/** @typedef {{ status: string, steps?: Step[] }} Result */
/** @typedef {{ title: string, file: string, ok: boolean, tests: { results: Result[] }[] }} Spec */
/** @typedef {{ specs?: Spec[], suites?: Suite[] }} Suite */
/** @typedef {{ fullName: string, title: string, status: string }} Assertion */

const TAG = /\[([2-9]\.[a-z][a-z0-9.-]*)\]/g

/**
 * What Vitest's JSON report shows: one entry for each `[id]` in a test's title or in those around
 * it.
 * @param {{ testResults: { name: string, assertionResults: Assertion[] }[] }} report
 * @param {string} root
 * @returns {Shown[]}
 */
export function shownByVitest(report, root) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.flatMap(({ fullName, title, status }) =>
      entries(fullName, {
        file: relative(root, name).split(sep).join('/'),
        title,
        passed: status === 'passed',
      }),
    ),
  )
}

/**
 * What Playwright's JSON report shows: `[id]` in titles of tests and of their steps.
 * @param {{ suites: Suite[] }} report
 * @param {string} folder
 * @returns {Shown[]}
 */
export function shownByPlaywright(report, folder) {
  return report.suites
    .flatMap(specsOf)
    .flatMap((spec) => shownBySpec(spec, `${folder}/${spec.file}`))
}

/**
 * @param {Suite} suite
 * @returns {Spec[]}
 */
function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)]
}

/**
 * @param {Spec} spec
 * @param {string} file
 * @returns {Shown[]}
 */
function shownBySpec({ title, ok, tests }, file) {
  // The last attempt counts; a test that passed only on retry also fails `npm test`.
  const results = tests.flatMap(({ results }) => results.at(-1) ?? [])
  const ran = ok && results.length > 0 && results.every(({ status }) => status === 'passed')
  const steps = results.flatMap(({ steps = [] }) => steps.flatMap(withInnerSteps))
  return [
    ...entries(title, { file, title, passed: ran }),
    ...steps.flatMap((step) => entries(step.title, { file, title, passed: ran && !step.error })),
  ]
}

/**
 * @param {Step} step
 * @returns {Step[]}
 */
function withInnerSteps(step) {
  return [step, ...(step.steps ?? []).flatMap(withInnerSteps)]
}

/**
 * @param {string} tagged
 * @param {Omit<Shown, 'id'>} shown
 * @returns {Shown[]}
 */
function entries(tagged, { title, ...entry }) {
  const plain = title.replace(TAG, '').replace(/\s+/g, ' ').trim()
  return [...tagged.matchAll(TAG)].map(([, id = '']) => ({ id, title: plain, ...entry }))
}
