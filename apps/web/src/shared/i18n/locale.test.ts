import { expect, it } from 'vitest'
import { localeOf } from './locale.ts'

it.each([
  ['en', ['en-GB', 'en-US'], 'en-GB'],
  ['en', ['ms-MY', 'en-MY', 'en'], 'en-MY'],
  ['en', ['de-DE'], 'en'],
  ['en', [], 'en'],
  ['ms', ['en-GB'], 'ms-MY'],
  ['ms', ['en-GB', 'ms-SG'], 'ms-SG'],
])('%s for a reader of %j is written as in %s', (language, preferred, locale) => {
  expect(localeOf(language, preferred)).toBe(locale)
})
