import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SOURCE = new URL('../../', import.meta.url).pathname
const EVERY_COLUMN = /\b(?:selectAll|returningAll)\(/

/** The texts of the calls that prepare a statement. */
function preparedIn(text: string): string[] {
  return [...text.matchAll(/= prepared(?:ForSome|ForKeys)?\(/g)].map(({ 0: call, index }) => {
    let depth = 1
    let end = index + call.length
    for (; depth > 0 && end < text.length; end += 1) {
      if (text[end] === '(') depth += 1
      if (text[end] === ')') depth -= 1
    }
    return text.slice(index, end)
  })
}

test('every prepared statement names the columns that it reads', () => {
  const files = globSync('**/*.ts', { cwd: SOURCE }).filter((name) => !name.endsWith('.test.ts'))
  const statements = files.flatMap((name) =>
    preparedIn(readFileSync(SOURCE + name, 'utf8')).map((statement) => ({ name, statement })),
  )
  expect(statements.length).toBeGreaterThan(20)
  expect(statements.filter(({ statement }) => EVERY_COLUMN.test(statement))).toEqual([])
})
