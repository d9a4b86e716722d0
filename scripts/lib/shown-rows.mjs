import { relative, sep } from 'node:path'
import { specsOf } from './playwright-report.mjs'

/** @typedef {{ id: string, file: string, title: string, passed: boolean }} Shown */
/** @typedef {import('./playwright-report.mjs').Spec} Spec */
/** @typedef {import('./playwright-report.mjs').Step} Step */

const TAG = /\[([2-9]\.[a-z][a-z0-9.-]*)\]/g

/**
 * What Vitest's JSON report shows: one entry for each `[id]` in a test's title or in those around
 * it.
 * @param {import('./vitest-report.mjs').VitestReport} report
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
 * @param {import('./playwright-report.mjs').PlaywrightReport} report
 * @param {string} folder
 * @returns {Shown[]}
 */
export function shownByPlaywright(report, folder) {
  return specsOf(report).flatMap((spec) => shownBySpec(spec, `${folder}/${spec.file}`))
}

/**
 * @param {Spec} spec
 * @param {string} file
 * @returns {Shown[]}
 */
function shownBySpec({ title, tests }, file) {
  const results = tests.flatMap(({ results }) => results.at(-1) ?? [])
  const ran = results.length > 0 && results.every(({ status }) => status === 'passed')
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
