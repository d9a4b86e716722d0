import { SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import { describe, expect, it } from 'vitest'
import { spreadsheetProblem } from '#shared/spreadsheet/spreadsheet-field.tsx'
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
    ['an OpenDocument sheet', 'people.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
    ['an OpenDocument sheet of no known type', 'people.ods', ''],
    ['cards', 'people.vcf', 'text/vcard'],
    ['cards of no known type', 'people.VCF', 'text/plain'],
    ['a workbook with macros', 'people.xlsm', 'application/vnd.ms-excel.sheet.macroEnabled.12'],
    ['an old one of no known type', 'people.xls', 'application/octet-stream'],
  ])('takes %s', (_name, name, type) => {
    expect(spreadsheetProblem({ name, type, size: SPREADSHEET_MAX_BYTES })).toBeNull()
  })

  it.each([
    ['a text', 'people.txt', 'text/plain'],
    ['a picture named like a workbook', 'people.xlsx', 'image/png'],
    ['no known type and another name', 'people.doc', ''],
    ['a name that only begins like one', 'people.xlsx.exe', ''],
  ])('refuses %s', (_name, name, type) => {
    expect(spreadsheetProblem({ name, type, size: 1 })).toEqual({
      title: 'Invalid File Format',
      text: 'Please select an Excel file (.xlsx or .xls)',
    })
  })

  it('of Apple Numbers is told how it is saved for Excel', () => {
    const file = { name: 'people.numbers', type: 'application/vnd.apple.numbers', size: 1 }
    expect(spreadsheetProblem(file)).toMatchObject({
      title: 'Invalid File Format',
      text: expect.stringContaining('Export To, Excel'),
    })
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
