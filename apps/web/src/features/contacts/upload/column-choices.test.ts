import { describe, expect, it } from 'vitest'
import { sheetColumns } from '#shared/testing/sheet-columns.ts'
import { firstChoices, mappingOf, withChoice } from './column-choices.ts'

const column = (column: number, heading: string) => ({
  column,
  heading,
  samples: [],
  filled: 1,
  phones: 0,
})
const SHEET = sheetColumns({
  rows: 3,
  fromRow: 2,
  columns: [column(0, 'Nama'), column(1, 'Tel'), column(3, 'CITY '), column(4, 'Tags')],
  phone: 1,
  name: 0,
  otherPhones: [],
  countryCode: null,
  csv: null,
})
const FIELDS = [
  { id: 'f1', key: 'city', label: 'City' },
  { id: 'f2', key: 'born', label: 'Birthday' },
]

describe('the columns of a file', () => {
  it('become what their headings say', () => {
    const choices = firstChoices(SHEET, FIELDS)
    expect(choices.map(({ as }) => as)).toEqual(['name', 'phone', 'field:city', 'tags'])
    expect(mappingOf(SHEET, choices, FIELDS)).toEqual({
      fromRow: 2,
      columns: [
        { column: 0, as: 'name' },
        { column: 1, as: 'phone' },
        { column: 3, as: 'field', label: 'city' },
        { column: 4, as: 'tags' },
      ],
    })
  })

  it('are one for the number, one for the name and one for a field', () => {
    const moved = withChoice(firstChoices(SHEET, FIELDS), {
      column: 4,
      as: 'phone',
      label: 'Tags',
    })
    expect(moved.map(({ as }) => as)).toEqual(['name', 'none', 'field:city', 'phone'])
    const made = withChoice(moved, { column: 1, as: 'new', label: 'Home' })
    expect(mappingOf(SHEET, made, FIELDS).columns).toContainEqual({
      column: 1,
      as: 'field',
      label: 'Home',
    })
  })

  it('may be further ones for the number, and one for its country code', () => {
    const sheet = { ...SHEET, otherPhones: [3], countryCode: 4 }
    const choices = firstChoices(sheet, FIELDS)
    expect(choices.map(({ as }) => as)).toEqual(['name', 'phone', 'otherPhone', 'countryCode'])
    expect(mappingOf(sheet, choices, FIELDS).columns).toEqual([
      { column: 0, as: 'name' },
      { column: 1, as: 'phone' },
      { column: 3, as: 'otherPhone' },
      { column: 4, as: 'countryCode' },
    ])
    const more = withChoice(choices, { column: 0, as: 'otherPhone', label: '' })
    expect(more.map(({ as }) => as)).toEqual(['otherPhone', 'phone', 'otherPhone', 'countryCode'])
    const moved = withChoice(more, { column: 3, as: 'countryCode', label: '' })
    expect(moved.map(({ as }) => as)).toEqual(['otherPhone', 'phone', 'countryCode', 'none'])
  })
})
