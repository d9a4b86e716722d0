import { afterEach, expect, it } from 'vitest'
import { i18n } from './i18n.ts'

afterEach(() => i18n.changeLanguage('en'))

it.each([
  ['en', 1, '1 campaign'],
  ['en', 0, '0 campaigns'],
  ['en', 2, '2 campaigns'],
  ['ms', 1, '1 kempen'],
  ['id', 1, '1 kampanye'],
  ['id', 2, '2 kampanye'],
])('in %s the plural of %i is %s', async (language, count, text) => {
  await i18n.changeLanguage(language)
  expect(i18n.t('{n} campaigns', { count, n: count })).toBe(text)
})
