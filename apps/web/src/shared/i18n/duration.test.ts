import { describe, expect, it } from 'vitest'
import { durationText } from './duration.ts'
import { i18n } from './i18n.ts'

describe('a length of time', () => {
  it.each([
    [0, '1 s'],
    [7, '7 s'],
    [59.2, '60 s'],
    [60, '1 min'],
    [61, '2 min'],
    [59 * 60, '59 min'],
    [59 * 60 + 1, '1 h'],
    [3600 + 38 * 60, '1 h 38 min'],
    [23 * 3600 + 59 * 60 + 30, '1 d'],
    [52 * 3600, '2 d 4 h'],
    [52 * 3600 + 1, '2 d 5 h'],
  ])('of %d seconds reads %s', (seconds, text) => {
    expect(durationText(seconds, i18n.t)).toBe(text)
  })
})
