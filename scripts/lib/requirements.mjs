import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** @typedef {{ id: string, text: string, reading: string, section: string }} Requirement */

const HEADING = /^# (.+)$/
const ROW = /^- `([2-9]\.[a-z][a-z0-9.-]*)`: (.+)$/
const READING = /^ {2}- Reading: (.+)$/

/**
 * The requirements in a folder of Markdown files, in the order of the files: each a line "- `id`:
 * text", below it, where it is not read to the letter, " - Reading: why". Other list lines are
 * refused.
 * @param {string} folder
 * @returns {Requirement[]}
 */
export function readRequirements(folder) {
  const rows = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .flatMap((name) => rowsOf(readFileSync(join(folder, name), 'utf8'), name))
  const known = new Set()
  for (const { id } of rows) {
    if (known.has(id)) throw new Error(`${id} stands twice among the requirements.`)
    known.add(id)
  }
  return rows
}

/**
 * @param {string} text
 * @param {string} name
 */
function rowsOf(text, name) {
  /** @type {Requirement[]} */
  const rows = []
  let section = name
  for (const line of text.split('\n')) {
    const [, heading] = line.match(HEADING) ?? []
    const [, id, requirement = ''] = line.match(ROW) ?? []
    const [, reading] = line.match(READING) ?? []
    const last = rows.at(-1)
    if (heading) section = heading
    else if (id) rows.push({ id, text: requirement, reading: '', section })
    else if (reading && last) last.reading = reading
    else if (/^\s*- /.test(line)) throw new Error(`${name} has a line of no known form: ${line}`)
  }
  return rows
}
