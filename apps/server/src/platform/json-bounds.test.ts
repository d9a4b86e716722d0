import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTooDeepOrLong } from './json-bounds.ts'

const MAX_DEPTH = 16
const MAX_VALUES = 5000
const BOUNDS = { maxDepth: MAX_DEPTH, maxValues: MAX_VALUES }

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const list = (length: number) => JSON.stringify(Array(length).fill(1))

test.each([
  ['nothing', '', false],
  ['as deep as a form may be', nested(MAX_DEPTH), false],
  ['deeper', nested(MAX_DEPTH + 1), true],
  ['a megabyte of brackets that never close', '['.repeat(1_000_000), true],
  ['objects in objects', '{"a":'.repeat(MAX_DEPTH + 1), true],
  ['a long list', list(MAX_VALUES - 2), false],
  ['a longer one', list(MAX_VALUES), true],
  ['a megabyte of empty lists', `[${'[],'.repeat(300_000)}[]]`, true],
  ['brackets and commas in a text', JSON.stringify({ text: '[{,'.repeat(10_000) }), false],
  ['quotes and backslashes in a text', JSON.stringify(['"\\'.repeat(10_000), '\\']), false],
  ['brackets behind a text that ends with a backslash', `["\\\\"${nested(MAX_DEPTH)}`, true],
  ['a text that never ends', `"${'['.repeat(100)}`, false],
  ['an end in the middle of an escape', '"\\', false],
  ['more ends than beginnings', ']'.repeat(10_000), false],
])('%s is too deep or too long: %#', (_what, json, expected) => {
  expect(isTooDeepOrLong(Buffer.from(json), BOUNDS)).toBe(expected)
})

test('whatever a small form holds is let through', () => {
  const form = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.array(fc.string())))
  fc.assert(
    fc.property(form, (value) => !isTooDeepOrLong(Buffer.from(JSON.stringify(value)), BOUNDS)),
  )
})
