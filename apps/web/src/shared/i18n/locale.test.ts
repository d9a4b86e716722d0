import { expect, it } from 'vitest'
import { localeOf } from './locale.ts'

it.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['en-US', 'de-DE'], 'en-DE'],
  ['en', ['en-US', 'en'], 'en-MY'],
  ['en', ['ms-MY', 'en-US', 'en'], 'en-MY'],
  ['en', ['de-DE', 'de', 'en-US', 'en'], 'en-DE'],
  ['en', ['de'], 'en-DE'],
  ['en', ['zh-Hans-SG'], 'en-SG'],
  ['en', ['ar-EG', 'en-US'], 'en-001'],
  ['en', ['en-US@posix'], 'en-MY'],
  ['en', [], 'en-MY'],
  ['ms', ['en-GB'], 'ms-MY'],
  ['ms', ['en-GB', 'ms-SG'], 'ms-SG'],
  ['ms', ['id-ID'], 'ms-ID'],
  ['ms', [], 'ms-MY'],
  ['id', ['id-ID', 'en-US'], 'id-ID'],
  ['id', ['ms-MY'], 'id-ID'],
])('%s for a reader of %j is written as in %s', (language, preferred, locale) => {
  expect(localeOf(language, preferred)).toBe(locale)
})

it.each([
  ['de-DE', '21/11/2026'],
  ['ar-EG', '21/11/2026'],
  ['en-US', '21/11/2026'],
])('a reader in %s sees %s', (reader, day) => {
  const format = new Intl.DateTimeFormat(localeOf('en', [reader]), {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  expect(format.format(new Date('2026-11-21T12:00:00Z'))).toBe(day)
})
