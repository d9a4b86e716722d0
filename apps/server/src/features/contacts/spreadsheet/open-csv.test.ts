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
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

describe('a text with separators', () => {
  test.each([
    ['Name,Phone\nAli,0123\n"Abu,0124\nSiti,0125\n', 3],
    ['sep=,\nName,Phone\n\n"two\nlines",1\nAli,"0123', 5],
  ])('says in which row of %j a quotation mark stays open', (text, row) => {
    const refused = { code: 'spreadsheet_quote_open', row }
    expect(() => openCsv(Buffer.from(text))).toThrow(expect.objectContaining(refused))
  })

  test.each([
    ['UTF-8', Buffer.from(TEXT), 'utf-8'],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${TEXT}`), 'utf-8'],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${TEXT}`, 'utf16le'), 'utf-16le'],
    ['UTF-16 without a mark', Buffer.from(TEXT, 'utf16le'), 'utf-16le'],
    ['big-endian UTF-16', utf16be(`\ufeff${TEXT}`), 'utf-16be'],
    ['big-endian UTF-16 without a mark', utf16be(TEXT), 'utf-16be'],
    ['Windows-1252', Buffer.from(TEXT, 'latin1'), 'windows-1252'],
  ])('is read in %s', (_what, file, encoding) => {
    expect(openCsv(file)).toEqual({ rows: ROWS, encoding, separator: ';' })
  })

  test.each([
    [',', 'Name,Phone\nAli,0123\nAbu,0124'],
    [';', 'Name;Phone\n"a,b,c";0123'],
    ['\t', 'Name\tPhone\nAli, the first\t0123'],
    ['|', 'Name|Phone\nAli|0123'],
    [',', '0123456711'],
    [';', 'sep=;\r\na,b;c,d\r\ne,f;g,h'],
  ])('is parted by %j in %j', (separator, text) => {
    expect(openCsv(Buffer.from(text)).separator).toBe(separator)
  })

  test('keeps the rows of a file that names its separator where Excel shows them', () => {
    expect(openCsv(Buffer.from('sep=|\r\nAli|0123')).rows).toEqual([
      { row: 2, cells: ['Ali', '0123'] },
    ])
  })

  test.each([
    ['a web page', Buffer.from('<html><td>0123456711'), 'not_excel'],
    [
      'a picture',
      Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1]),
      'not_excel',
    ],
    ['nothing', Buffer.alloc(0), 'spreadsheet_empty'],
    ['blank lines', Buffer.from(' \r\n\n'), 'spreadsheet_empty'],
  ] as const)('is not %s', (_what, file, code) => {
    expect(() => openCsv(file)).toThrow(new SheetRefused(code))
  })

  test('is found whatever stands in the cells', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'aé 1,;|"\n\t'), minLength: 1 })
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell), { minLength: 3 }), (records) => {
        const quoted = records.map((cells) =>
          cells.map((text) => `"${text.replaceAll('"', '""')}"`).join(';'),
        )
        const { rows, separator } = openCsv(Buffer.from(`x;y\n${quoted.join('\n')}`))
        expect(separator).toBe(';')
        const read = rows.map(({ cells }) => cells)
        const written = records.map((cells) => cells.map((text) => text.trim()))
        expect(read.slice(1)).toEqual(written.filter((cells) => cells.some(Boolean)))
      }),
    )
  })
})
