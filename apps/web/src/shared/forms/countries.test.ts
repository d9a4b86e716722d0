import { Country } from '@kirim/contract/accounts'
import { describe, expect, it } from 'vitest'
import { countriesIn } from './countries.ts'

describe.each(['en', 'ms'])('in %s', (language) => {
  const countries = countriesIn(language)

  it('every country has a name and a unique code that the contract accepts', () => {
    expect(countries.length).toBeGreaterThan(200)
    expect(new Set(countries.map(({ code }) => code)).size).toBe(countries.length)
    for (const { code, name } of countries) {
      expect(Country.safeParse(code).success).toBe(true)
      expect(name).not.toBe(code)
    }
  })

  it('they are sorted by name', () => {
    const names = countries.map(({ name }) => name)
    expect(names).toEqual([...names].sort(new Intl.Collator(language).compare))
  })
})
