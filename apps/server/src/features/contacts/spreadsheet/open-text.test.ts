import type { TextEncoding } from '@kirim/contract/contact-import'
import { TextEncoding as Encodings } from '@kirim/contract/contact-import'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decodeText, openCsv } from './open-text.ts'
import { SheetRefused } from './opened-file.ts'

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

const LINES = 'Nama;Telefon\r\nRené;0123456711\r\nZoë;0123456712\r\n'
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16()

test.each<[string, Buffer, TextEncoding]>([
  ['UTF-8', Buffer.from(LINES), 'utf-8'],
  ['UTF-8 with its mark', Buffer.from(`\ufeff${LINES}`), 'utf-8'],
  ['UTF-16 with its mark', Buffer.from(`\ufeff${LINES}`, 'utf16le'), 'utf-16le'],
  ['UTF-16 without a mark', Buffer.from(LINES, 'utf16le'), 'utf-16le'],
  ['big-endian UTF-16', utf16be(`\ufeff${LINES}`), 'utf-16be'],
  ['big-endian UTF-16 without a mark', utf16be(LINES), 'utf-16be'],
  ['Windows-1252', Buffer.from(LINES, 'latin1'), 'windows-1252'],
])('%s is found', (_what, file, encoding) => {
  expect(decodeText(file, undefined)).toEqual({ text: LINES, encoding, unreadable: 0 })
})

const NAMES = Array.from({ length: 40 }, (_, n) => `陈小明 ${n},0123456${100 + n}\n`).join('')

test.each([
  [
    'a Latin-1 letter among others',
    Buffer.concat([Buffer.from(NAMES), Buffer.from('Jos\xe9', 'latin1')]),
  ],
  ['a last letter that is cut off', Buffer.from(`${NAMES}陈`).subarray(0, -1)],
])('UTF-8 with %s stays UTF-8, and what is unreadable is counted', (_what, file) => {
  const { text, encoding, unreadable } = decodeText(file, undefined)
  expect([encoding, unreadable]).toEqual(['utf-8', 1])
  expect(text.startsWith(NAMES)).toBe(true)
})

test('a web page is read in the encoding that it names', () => {
  const page = Buffer.from('<html><meta charset="gb2312"><table><tr><td>\xb3\xc2', 'latin1')
  expect(decodeText(page, undefined)).toMatchObject({ encoding: 'gb18030' })
  expect(decodeText(page, undefined).text).toContain('陈')
})

test.each<[TextEncoding, string, string]>([
  ['gb18030', 'b3c2d0a1c3f7', '陈小明'],
  ['big5', 'b3afa470a9fa', '陳小明'],
  ['windows-874', 'cac1aad2c2', 'สมชาย'],
  ['windows-1256', 'e3cde3cf', 'محمد'],
  ['windows-1258', '5469f5', 'Tiơ'],
])('%s can be chosen', (encoding, bytes, text) => {
  expect(decodeText(Buffer.from(bytes, 'hex'), encoding)).toMatchObject({ text, encoding })
})

test('every encoding that can be chosen is known here', () => {
  for (const encoding of Encodings.options)
    expect(new TextDecoder(encoding).encoding).toBe(encoding)
})
