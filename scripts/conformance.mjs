// `npm run conformance`: checks the requirements against the reports of the last `npm test` and
// writes docs/conformance.md, which names the tests of `npm test` alone: not those of a deep run.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { browserTestsOnBoth, serverTestsOnBoth } from './lib/both-engines.mjs'
import { conformancePage } from './lib/conformance-table.mjs'
import { readRequirements } from './lib/requirements.mjs'
import { shownByPlaywright, shownByVitest } from './lib/shown-rows.mjs'

/** A broken run could list hundreds. */
const TOLD = 40

const root = fileURLToPath(new URL('..', import.meta.url))
const page = join(root, 'docs/conformance.md')
const isDeep = process.argv.includes('--deep')

/** @type {string[]} */
const problems = []
const rows = readRequirements(join(root, 'docs/requirements'))
const known = new Set(rows.map(({ id }) => id))
const reports = { vitest: report('vitest'), playwright: report('playwright') }
const shown = [
  ...shownByVitest(reports.vitest, root),
  ...shownByPlaywright(reports.playwright, 'e2e'),
]
const shares = {
  server: serverTestsOnBoth(reports.vitest),
  browser: browserTestsOnBoth(reports.playwright),
}
const shownById = Map.groupBy(shown, ({ id }) => id)

for (const { id, text } of rows)
  if (!shownById.has(id)) problems.push(`No test shows ${id}: ${text}`)
for (const { id, file, title, passed } of shown) {
  if (!known.has(id)) problems.push(`${file} › ${title} names ${id}, which is no requirement.`)
  else if (!passed) problems.push(`${file} › ${title} did not pass, and is to show ${id}.`)
}
if (problems.length === 0 && !isDeep) keepPage(conformancePage(rows, shownById, shares))

for (const problem of problems.slice(0, TOLD)) console.error(problem)
if (problems.length > TOLD) console.error(`… and ${problems.length - TOLD} more.`)
const tests = new Set(shown.map(({ file, title }) => `${file} › ${title}`)).size
console.log(
  problems.length === 0
    ? `${rows.length} requirements, each shown by at least one of ${tests} tests.`
    : `Requirements: ${rows.length}. Problems: ${problems.length}.`,
)
process.exitCode = problems.length === 0 ? 0 : 1

/** @param {'vitest' | 'playwright'} name */
function report(name) {
  const kind = isDeep ? 'deep-' : ''
  const file = join(root, '.cache', `${kind}${name}.json`)
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8'))
  console.error(`There is no report of ${name}. Run npm test first.`)
  process.exit(1)
}

/**
 * Writes the page when it is out of date, which is a problem: the one in the history was not this
 * one.
 * @param {string} text
 */
function keepPage(text) {
  if (existsSync(page) && readFileSync(page, 'utf8') === text) return
  writeFileSync(page, text)
  problems.push('docs/conformance.md was out of date. It is written anew: commit it.')
}
