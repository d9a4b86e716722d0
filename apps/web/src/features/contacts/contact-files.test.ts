import { SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import { describe, expect, it } from 'vitest'
import { isCsv, spreadsheetProblem } from '#shared/spreadsheet/spreadsheet-file.ts'
import { phoneForDisplay } from './phone-display.ts'

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

describe('a file of contacts', () => {
  it.each([
    ['a workbook', 'people.xlsx', XLSX],
    ['an old workbook', 'people.xls', 'application/vnd.ms-excel'],
    ['a workbook under another name', 'people', XLSX],
    ['a workbook on a machine without Excel', 'PEOPLE.XLSX', ''],
    ['a list of values', 'people.csv', 'text/csv'],
    ['a list of values on a machine without Excel', 'PEOPLE.CSV', ''],
    ['a list of values on a machine with Excel', 'people.csv', 'application/vnd.ms-excel'],
    ['an old one of no known type', 'people.xls', 'application/octet-stream'],
  ])('takes %s', (_name, name, type) => {
    expect(spreadsheetProblem({ name, type, size: SPREADSHEET_MAX_BYTES })).toBeNull()
  })

  it.each([
    ['a text', 'people.txt', 'text/plain'],
    ['a picture named like a workbook', 'people.xlsx', 'image/png'],
    ['no known type and another name', 'people.ods', ''],
    ['a name that only begins like one', 'people.xlsx.exe', ''],
  ])('refuses %s', (_name, name, type) => {
    expect(spreadsheetProblem({ name, type, size: 1 })).toEqual({
      title: 'Invalid File Format',
      text: 'Please select an Excel file (.xlsx or .xls)',
    })
  })

  it.each([
    ['people.csv', 'text/csv', true],
    ['PEOPLE.CSV', 'application/vnd.ms-excel', true],
    ['people.csv', '', true],
    ['people', 'text/csv', true],
    ['people.csv', 'image/png', false],
    ['people.xls', 'application/vnd.ms-excel', false],
    ['people.xlsx', 'text/csv', false],
    ['people', XLSX, false],
  ])('%s of type "%s" has separators: %s', (name, type, csv) => {
    expect(isCsv({ name, type })).toBe(csv)
  })

  it('refuses one that is too large before it leaves', () => {
    const file = { name: 'people.xlsx', type: XLSX, size: SPREADSHEET_MAX_BYTES + 1 }
    expect(spreadsheetProblem(file)?.text).toMatch(/at most 100,000 rows/)
  })
})

it.each([
  ['60123456789', '60123456789'],
  ['60123456789@s.whatsapp.net', '60123456789'],
  ['60123456789@c.us', '60123456789'],
  ['60123456789:12@s.whatsapp.net', '60123456789'],
  ['', ''],
])('%s is shown as %s', (stored, shown) => {
  expect(phoneForDisplay(stored)).toBe(shown)
})
