import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { openCsv } from './open-csv.ts'
import { SheetRefused } from './refusal.ts'

const TEXT =
  'Nama;No. Tel;Bandar\r\nSiti;0123456711;"Bangi; Selangor"\r\n\r\nRené;0123456712;Kajang\r\n'
const ROWS = [
  { row: 1, cells: ['Nama', 'No. Tel', 'Bandar'] },
  { row: 2, cells: ['Siti', '0123456711', 'Bangi; Selangor'] },
  { row: 4, cells: ['René', '0123456712', 'Kajang'] },
]
describe('a text with separators', () => {
  test.each([
    ['Name,Phone\nAli,0123\n"Abu,0124\nSiti,0125\n', 3],
    ['sep=,\nName,Phone\n\n"two\nlines",1\nAli,"0123', 5],
  ])('says in which row of %j a quotation mark stays open', (text, row) => {
    const refused = { code: 'spreadsheet_quote_open', row }
    expect(() => openCsv(text)).toThrow(expect.objectContaining(refused))
  })

  test.each([
    ['of one row that never ends', 'a,'.repeat(2 ** 21), 'spreadsheet_unreadable', null],
    ['of one cell', 'a'.repeat(2 ** 21), 'spreadsheet_unreadable', null],
    [
      'of a quotation mark that stays open',
      `a\n"${'b,\n'.repeat(2 ** 19)}`,
      'spreadsheet_quote_open',
      2,
    ],
  ])('is refused where it is %s, before all of it is read', (_what, text, code, row) => {
    expect(() => openCsv(text)).toThrow(expect.objectContaining({ code, row }))
  })

  test.each([
    ['headings and rows', TEXT.replace('\r\n', '\n')],
    ['rows', TEXT.replace('\r\n\r\n', '\n\r')],
    ['all of it as old Macs do', TEXT.replaceAll('\r\n', '\r')],
  ])('is read where lines end in several ways: %s', (_what, text) => {
    expect(openCsv(text)).toEqual({ rows: ROWS, separator: ';' })
  })

  test('names that an export disarmed are read as they were', () => {
    const names = ["'-Ali", "'+Plus", "'@ali", "'=1+1", "'Ali", "O'Neil"]
    const { rows } = openCsv(names.map((name) => `${name},0123`).join('\n'))
    expect(rows.map(({ cells }) => cells[0])).toEqual([
      '-Ali',
      '+Plus',
      '@ali',
      '=1+1',
      "'Ali",
      "O'Neil",
    ])
  })

  test.each([
    [',', 'Name,Phone\nAli,0123\nAbu,0124'],
    [';', 'Name;Phone\n"a,b,c";0123'],
    ['\t', 'Name\tPhone\nAli, the first\t0123'],
    ['|', 'Name|Phone\nAli|0123'],
    [',', '0123456711'],
    [';', 'sep=;\r\na,b;c,d\r\ne,f;g,h'],
  ])('is parted by %j in %j', (separator, text) => {
    expect(openCsv(text).separator).toBe(separator)
  })

  test('keeps the rows of a file that names its separator where Excel shows them', () => {
    expect(openCsv('sep=|\r\nAli|0123').rows).toEqual([{ row: 2, cells: ['Ali', '0123'] }])
  })

  test.each([
    ['a picture', '\ufffd\ufffd\ufffd\0\x10JFIF\0\x01', 'not_excel'],
    ['nothing', '', 'spreadsheet_empty'],
    ['blank lines', ' \r\n\n', 'spreadsheet_empty'],
  ] as const)('is not %s', (_what, text, code) => {
    expect(() => openCsv(text)).toThrow(new SheetRefused(code))
  })

  test('is found whatever stands in the cells', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aé 1,;|"\n\t'), minLength: 1 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 3 }), (records) => {
        const quoted = records.map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'),
        )
        const { rows, separator } = openCsv(`x;y\n${quoted.join('\n')}`)
        expect(separator).toBe(';')
        const read = rows.map(({ cells }) => cells)
        const written = records.map((cells) => cells.map((text) => text.trim()))
        expect(read.slice(1)).toEqual(written.filter((cells) => cells.some(Boolean)))
      }),
    )
  })
})
