import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tidyLine } from './tidy-line.ts'

test.each([
  ['Aisyah', 'Aisyah'],
  [' Kedai \n\t Kopi\u2028Pagi ', 'Kedai Kopi Pagi'],
  ['Ali\u202e\u200f', 'Ali'],
  ['ශ්\u200dරී', 'ශ්\u200dරී'],
  ['می\u200cنا', 'می\u200cنا'],
  ['👩\u200d🚀 Aina', '👩\u200d🚀 Aina'],
  [
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Tom',
    '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} Tom',
  ],
  ['\u200b\u3164', ''],
  [`${'\u2800'.repeat(60)}Ali`, ''],
  [`${'a'.repeat(59)}😀`, 'a'.repeat(59)],
  [`${'a'.repeat(58)}😀`, `${'a'.repeat(58)}😀`],
  // No language uses thirty marks on one letter.
  [`a${'\u0301'.repeat(100)}`, `á${'\u0301'.repeat(29)}`],
  [`${'👩\u200d'.repeat(30)}👩`, ''],
])('%j is called %j', (name, called) => {
  expect(tidyLine(name)).toBe(called)
})

test('is one short line, of whole characters, whatever the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (name) => {
      const called = tidyLine(name)
      expect(called.length).toBeLessThanOrEqual(60)
      expect(called.isWellFormed()).toBe(true)
      expect(called).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      expect(tidyLine(called)).toBe(called)
    }),
  )
})
