import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type BookType, CFB, utils, type WorkBook, type WorkSheet, write } from '@e965/xlsx'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openFile } from './open-file.ts'
import { type SheetRow, shownCell } from './opened-file.ts'

const run = promisify(execFile)

function sheetOf(rows: unknown[][]): WorkSheet {
  return utils.aoa_to_sheet(rows)
}

function bookOf(sheets: Record<string, WorkSheet>, hidden: readonly string[] = []): WorkBook {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) utils.book_append_sheet(book, sheet, name)
  book.Workbook = {
    Sheets: Object.keys(sheets).map((name) => ({ name, Hidden: hidden.includes(name) ? 1 : 0 })),
  }
  return book
}

function fileOf(book: WorkBook, bookType: BookType = 'xlsx'): Buffer {
  return write(book, { type: 'buffer', bookType })
}

async function rowsOf(file: Buffer): Promise<SheetRow[]> {
  const { sheets } = await openFile(file, { csv: true })
  return [...(sheets[0]?.rows() ?? [])]
}

/** The cells of the first sheet, as the person sees them. */
async function shownOf(file: Buffer): Promise<string[][]> {
  return (await rowsOf(file)).map((row) => row.cells.map((_, column) => shownCell(row, column)))
}

/** As many write it: 15 digits, formats of dates and times. */
function appointments(): WorkSheet {
  const sheet = sheetOf([
    ['Name', 'Phone', 'Date', 'At', 'Both', 'Length', 'Sum', 'Code'],
    [
      'Ain',
      60_123_456_001,
      46_341,
      0.4375,
      46_341.583_333_333_3,
      1.5,
      105.999_999_999_999_99,
      1234,
    ],
  ])
  const formats = ['m/d/yy', 'h:mm', 'm/d/yy h:mm', '[h]:mm', '"RM"#,##0.00', '00000']
  formats.forEach((format, n) => {
    const cell = sheet[`${'CDEFGH'[n]}2`]
    cell.z = format
  })
  return sheet
}
const APPOINTMENT = [
  ...['Ain', '60123456001', '2026-11-15', '10:30', '2026-11-15 14:00', '36:00'],
  ...['RM106.00', '01234'],
]

describe.each(['UTC', 'Asia/Kuala_Lumpur', 'America/New_York'])('a server in %s', (zone) => {
  test('reads dates, times and amounts as the spreadsheet shows them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'kirim-zone-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const kinds: BookType[] = ['xlsx', 'xlsb', 'xls', 'xlml']
    for (const kind of kinds)
      writeFileSync(join(folder, kind), fileOf(bookOf({ A: appointments() }), kind))
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', PRINT], {
      env: {
        ...process.env,
        TZ: zone,
        FOLDER: folder,
        READER: import.meta.resolve('./open-file.ts'),
      },
    })
    const printed: unknown = JSON.parse(stdout)
    expect(printed).toEqual({
      offset: new Date(Date.UTC(2026, 10, 15)).toLocaleString('en', { timeZone: zone }),
      rows: Object.fromEntries(kinds.map((kind) => [kind, APPOINTMENT])),
    })
  })
})

const PRINT = `
  import { readdirSync, readFileSync } from 'node:fs'
  const { openFile } = await import(process.env.READER)
  const rows = {}
  for (const name of readdirSync(process.env.FOLDER)) {
    const file = readFileSync(process.env.FOLDER + '/' + name)
    const [, row] = (await openFile(file, { csv: false })).sheets[0].rows()
    rows[name] = row.cells.map((_, column) => row.shown(column))
  }
  const offset = new Date(Date.UTC(2026, 10, 15)).toLocaleString('en')
  console.log(JSON.stringify({ offset, rows }))
`

test('a number is as it is stored where phone numbers are looked for, a date is none', async () => {
  const [, row] = await rowsOf(fileOf(bookOf({ A: appointments() })))
  expect(row?.cells).toEqual(
    expect.arrayContaining(['Ain', '60123456001', '', '105.99999999999999', '1234']),
  )
})

test('a name that an export disarmed, and Excel saved again, is read as it was', async () => {
  const file = fileOf(bookOf({ A: sheetOf([["'-Ali"], ["'=1+1"], ["'Abu"], ['-Siti']]) }))
  expect((await rowsOf(file)).map(({ cells }) => cells[0])).toEqual([
    '-Ali',
    '=1+1',
    "'Abu",
    '-Siti',
  ])
})

describe('what the person sees', () => {
  const PEOPLE = sheetOf([
    ['Name', 'Phone'],
    ['Ali', '0123456001'],
  ])

  test.each<BookType>(['xlsx', 'xlsb', 'xls', 'xlml'])(
    'a hidden sheet of .%s is left out',
    async (kind) => {
      const file = fileOf(
        bookOf({ Old: sheetOf([['Old', '0123456002']]), People: PEOPLE }, ['Old']),
        kind,
      )
      const { sheets } = await openFile(file, { csv: false })
      expect(sheets.map(({ index, name }) => [index, name])).toEqual([[1, 'People']])
      expect(sheets[0]?.rows()).toHaveLength(2)
    },
  )

  test('a sheet that was hidden in every way is left out', async () => {
    const book = bookOf({ Old: PEOPLE, People: PEOPLE })
    book.Workbook = { Sheets: [{ name: 'Old', Hidden: 2 }] }
    const { sheets } = await openFile(fileOf(book), { csv: false })
    expect(sheets.map(({ name }) => name)).toEqual(['People'])
  })

  test.each<BookType>(['xlsx', 'xlsb', 'xlml'])('a hidden row of .%s is marked', async (kind) => {
    const sheet = sheetOf([['Name'], ['Ali'], ['Abu']])
    sheet['!rows'] = [{}, { hidden: true }]
    const rows = await rowsOf(fileOf(bookOf({ A: sheet }), kind))
    expect(rows.map(({ row, isHidden = false }) => [row, isHidden])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ])
  })
})

function zipped(parts: Record<string, string>): Buffer {
  const container: unknown = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(parts)) {
    CFB.utils.cfb_add(container, name, Buffer.from(content))
  }
  return CFB.write(container, { type: 'buffer', fileType: 'zip' })
}

const TABLE =
  '<table><tr><th>Nama</th><th>No Telefon</th></tr><tr><td>Ain &amp; Co</td><td>0123456120</td></tr></table>'
const SHOWN = [
  ['Nama', 'No Telefon'],
  ['Ain & Co', '0123456120'],
]

describe('by its content, whatever its name', () => {
  test.each([
    ['a web page', Buffer.from(`<!DOCTYPE html><html><body>${TABLE}</body></html>`)],
    ['a table alone', Buffer.from(TABLE)],
    ['a web page in UTF-16', Buffer.from(`\ufeff<html>${TABLE}</html>`, 'utf16le')],
    ['a workbook in XML', fileOf(bookOf({ A: sheetOf(SHOWN) }), 'xlml')],
    ['an OpenDocument sheet', fileOf(bookOf({ A: sheetOf(SHOWN) }), 'ods')],
    ['a flat OpenDocument sheet', fileOf(bookOf({ A: sheetOf(SHOWN) }), 'fods')],
    ['a text with tabs', Buffer.from('Nama\tNo Telefon\nAin & Co\t0123456120')],
  ])('%s is read, and zeros stay', async (_what, file) => {
    expect(await shownOf(file)).toEqual(SHOWN)
  })

  test.each([
    ['Apple Numbers', zipped({ 'Index/Document.iwa': 'x' }), 'spreadsheet_numbers'],
    ['an archive with a workbook', zipped({ 'list.xlsx': 'x' }), 'spreadsheet_archive'],
    [
      'a link to a sheet',
      Buffer.from('{"url":"https://docs.google.com/open?id=1"}'),
      'spreadsheet_shortcut',
    ],
    ['a web page without a table', Buffer.from('<html><p>Sign in</p></html>'), 'not_excel'],
    ['a table that never ends', Buffer.from('<table><tr><td>0123456711'), 'not_excel'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'not_excel'],
    ['a text document', zipped({ '[Content_Types].xml': 'x', 'word/a.xlsx': 'x' }), 'not_excel'],
  ])('%s is refused as what it is', async (_what, file, code) => {
    await expect(openFile(file, { csv: true })).rejects.toMatchObject({ code })
  })
})
