import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boundedText, normalised } from './bounded-text.ts'
import { MULTILINGUAL_TEXTS } from './testing/multilingual-texts.ts'

const ROOT = join(import.meta.dirname, '../../..')

test.each(MULTILINGUAL_TEXTS)('%s keeps every mark it is written with', (_script, text) => {
  for (const form of ['NFC', 'NFKC', 'NFKD'] as const) {
    expect(normalised(text, form)).toBe(text.normalize(form))
  }
})

test('thirty marks on one letter are kept, further ones are removed', () => {
  const marks = '\u0315'.repeat(30)
  expect(normalised(`a${marks}`, 'NFC')).toBe(`a${marks}`)
  expect(normalised(`a${marks}\u0315\u0315b`, 'NFC')).toBe(`a${marks}b`)
})

test.each(['NFC', 'NFKC', 'NFKD'] as const)(
  '%s is what it is of every text without such runs',
  (form) => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (text) => {
        expect(normalised(text, form)).toBe(text.normalize(form))
      }),
    )
  },
)

test.each([
  ['two marks in turn', '\u0315\u0300'],
  ['marks of one class', '\u0300'],
  ['marks that come apart', '\u0f77'],
  ['half-width voicing, a mark once it is decomposed', '\uff9e'],
  ['thirty on every letter', `a${'\u0315\u0300'.repeat(15)}`],
])('%s: twice the text takes about twice the time', (_what, marks) => {
  const costOf = (length: number) => {
    const text = marks.repeat(length / marks.length)
    return leastCpu(() => normalised(text, 'NFKD'))
  }
  // Quadratic time would take four times as long.
  expect(costOf(800_000)).toBeLessThan(3 * costOf(400_000) + 20)
})

test('a text is cut at its length, but not inside a surrogate pair', () => {
  expect(boundedText('abc', 3)).toBe('abc')
  expect(boundedText('abcd', 3)).toBe('abc')
  expect(boundedText('ab😀', 3)).toBe('ab')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(20), (text, length) => {
      const cut = boundedText(text, length)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.length).toBeLessThanOrEqual(length)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
})

test('no other code of the product normalises text', () => {
  const files = globSync('{apps,packages}/*/src/**/*.{ts,tsx}', { cwd: ROOT }).filter(
    (file) => !/\.test\.|\/testing\//.test(file),
  )
  const normalising = files.filter((file) =>
    readFileSync(join(ROOT, file), 'utf8').includes('.normalize('),
  )
  expect(normalising).toEqual(['packages/contract/src/bounded-text.ts'])
})

/** Milliseconds of this process, the least of three: what runs beside the test does not count. */
function leastCpu(work: () => void): number {
  const times = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
