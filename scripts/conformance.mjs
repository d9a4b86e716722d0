// `npm run conformance`: checks the requirements against the reports of the last `npm test`, and
// writes them to .cache/conformance.md with the tests that show each.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readRequirements } from './lib/requirements.mjs'
import { shownByPlaywright, shownByVitest } from './lib/shown-rows.mjs'

/** A broken run could list hundreds. */
const PRINTED_MAX = 40
const SHOWN_OF_A_FILE = 2
const HEAD = `# Conformance

Every requirement, and the tests that show it. A test names the requirements it shows in brackets, in
its title or in the title of a step. It would fail if the requirement did not hold where it looks: on
that page, at that call, in that rule, but not in every browser, language and size of screen.
`

const root = fileURLToPath(new URL('..', import.meta.url))
const isDeep = process.argv.includes('--deep')

/** @type {string[]} */
const problems = []
const rows = readRequirements(join(root, 'docs/requirements'))
const known = new Set(rows.map(({ id }) => id))
const shown = [
  ...shownByVitest(report('vitest'), root),
  ...shownByPlaywright(report('playwright'), 'e2e'),
]
const shownById = Map.groupBy(shown, ({ id }) => id)

for (const { id, text } of rows)
  if (!shownById.has(id)) problems.push(`No test shows ${id}: ${text}`)
for (const { id, file, title, passed } of shown) {
  if (!known.has(id)) problems.push(`${file} › ${title} names ${id}, which is no requirement.`)
  else if (!passed) problems.push(`${file} › ${title} did not pass, and is to show ${id}.`)
}
writeFileSync(join(root, '.cache/conformance.md'), page())

for (const problem of problems.slice(0, PRINTED_MAX)) console.error(problem)
if (problems.length > PRINTED_MAX) console.error(`… and ${problems.length - PRINTED_MAX} more.`)
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

function page() {
  const sections = Map.groupBy(rows, ({ section }) => section)
  const parts = [...sections].map(([section, its]) =>
    [
      `## ${section}`,
      '',
      '| id | requirement | shown by | reading |',
      '| --- | --- | --- | --- |',
      ...its.map(rowLine),
      '',
    ].join('\n'),
  )
  return [HEAD, ...parts].join('\n')
}

/** @param {import('./lib/requirements.mjs').Requirement} row */
function rowLine({ id, text, reading }) {
  const files = [...Map.groupBy(shownById.get(id) ?? [], ({ file }) => file)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, its]) => fileCell(file, [...new Set(its.map(({ title }) => title))].sort()))
  return `| ${[`\`${id}\``, cell(text), files.join('<br>'), cell(reading)].join(' | ')} |`
}

/**
 * @param {string} file
 * @param {string[]} titles
 */
function fileCell(file, titles) {
  const more = titles.length - SHOWN_OF_A_FILE
  const named = titles.slice(0, SHOWN_OF_A_FILE).map(cell)
  return `\`${file}\` › ${[...named, ...(more > 0 ? [`${more} more`] : [])].join('; ')}`
}

/** @param {string} text */
function cell(text) {
  return text.replace(/[|<]/g, (char) => (char === '|' ? '\\|' : '&lt;')).replace(/\s+/g, ' ')
}
