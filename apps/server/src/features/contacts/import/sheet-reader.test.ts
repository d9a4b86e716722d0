import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CFB, utils, type WorkSheet, write } from '@e965/xlsx'
import { errorText } from '@kirim/contract/errors'
import { ROW_ERRORS_MAX } from '@kirim/contract/limits'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { BLOCK_MAX_MS, longestBlockMsBestOf3 } from '@kirim/testing/longest-block'
import { IS_DEEP } from '@kirim/testing/test-run'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openFile } from '../spreadsheet/open-file.ts'
import type { PeopleBatch } from './people-batch.ts'
import { readPeople } from './sheet-reader.ts'
import { type Pages, withSheet } from './sheet-thread.ts'

type Grid = readonly (readonly unknown[])[]
type Format = 'xlsx' | 'xls' | 'xlsb'

const USE = {
  kind: 'people',
  csv: false,
  isUnseen: false,
  mapping: null,
  passOver: null,
  reading: {},
} as const

let folder = ''
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kirim-sheets-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(file: Buffer, clock = createFakeClock(), limits?: Parameters<typeof readPeople>[2]) {
  const path = join(folder, crypto.randomUUID())
  writeFileSync(path, file)
  return readPeople(clock, { path, bytes: file.length, country: 'MY', use: USE }, limits)
}

function workbook(format: Format, ...sheets: (Grid | WorkSheet)[]): Buffer {
  const book = utils.book_new()
  for (const sheet of sheets) {
    const rows = Array.isArray(sheet) ? utils.aoa_to_sheet(sheet as unknown[][]) : sheet
    utils.book_append_sheet(book, rows as WorkSheet)
  }
  return write(book, { type: 'buffer', bookType: format, bookSST: true, compression: true })
}

const PEOPLE = [
  ['Nama', 'No. HP'],
  ['Aisyah', 60123456711],
]

function zip(parts: Record<string, string | Buffer>): Buffer {
  const container: unknown = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(parts)) {
    CFB.utils.cfb_add(container, name, Buffer.from(content))
  }
  return CFB.write(container, { type: 'buffer', fileType: 'zip', compression: true })
}

function compoundFile(parts: Record<string, Buffer>): Buffer {
  const container: unknown = CFB.utils.cfb_new()
  for (const [name, content] of Object.entries(parts)) CFB.utils.cfb_add(container, name, content)
  return CFB.write(container, { type: 'buffer' })
}

/** An .xls as Excel encrypts it: a FILEPASS record after the stream's first one. */
function lockedXls(): Buffer {
  const entry = CFB.find(CFB.read(workbook('xls', PEOPLE), { type: 'buffer' }), '/Workbook')
  const stream = Buffer.from(entry.content)
  const afterBegin = 4 + stream.readUInt16LE(2)
  const filePass = Buffer.alloc(4 + 54)
  filePass.writeUInt16LE(0x2f, 0)
  filePass.writeUInt16LE(54, 2)
  filePass.writeUInt16LE(1, 4)
  filePass.writeUInt16LE(1, 6)
  filePass.writeUInt16LE(1, 8)
  return compoundFile({
    Workbook: Buffer.concat([
      stream.subarray(0, afterBegin),
      filePass,
      stream.subarray(afterBegin),
    ]),
  })
}

/** The archive, declaring another unpacked size for its sheet. */
function declaringSize(bytes: number): Buffer {
  const file = Buffer.from(workbook('xlsx', PEOPLE))
  const entry = file.lastIndexOf('xl/worksheets/sheet1.xml') - 46
  file.writeUInt32LE(bytes, entry + 24)
  return file
}

/** The archive, declaring another number of entries. */
function declaringEntries(count: number): Buffer {
  const file = Buffer.from(workbook('xlsx', PEOPLE))
  file.writeUInt16LE(count, file.length - 22 + 10)
  return file
}

/** A workbook with one part replaced. */
function withPart(name: string, content: string, sheets: Grid[] = [[]]): Buffer {
  const container: unknown = CFB.read(workbook('xlsx', ...sheets), { type: 'buffer' })
  CFB.utils.cfb_add(container, name, Buffer.from(content))
  return CFB.write(container, { type: 'buffer', fileType: 'zip', compression: true })
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const withRows = (rows: string) =>
  withPart(
    '/xl/worksheets/sheet1.xml',
    `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`,
  )

const emptySheets = (count: number): Grid[] => Array.from({ length: count }, () => [])

describe('what a sheet says', () => {
  test.each<Format>(['xlsx', 'xls', 'xlsb'])('is read from .%s', async (format) => {
    expect(await read(workbook(format, PEOPLE))).toEqual({
      people: [{ name: 'Aisyah', phoneNumber: '60123456711' }],
      errors: [],
      refused: 0,
      passedOver: 0,
      repeated: 0,
      tags: [],
    })
  })

  test('numbers in every kind of cell', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Phone'],
      ['numeric', 60123456711],
      ['zero lost', 123456712],
      ['text', '012-345 6713'],
      ['formula', null],
      ['foreign', 6598765432],
      [12345, '0123456714'],
      [new Date(Date.UTC(2026, 0, 15)), '0123456715'],
      [true, '0123456716'],
    ])
    sheet.B5 = { t: 'n', v: 60123456717, f: 'B2+6' }
    const { people, errors } = await read(workbook('xlsx', sheet))
    expect(errors).toEqual([])
    expect(people.map(({ name, phoneNumber }) => [name, phoneNumber])).toEqual([
      ['numeric', '60123456711'],
      ['zero lost', '60123456712'],
      ['text', '60123456713'],
      ['formula', '60123456717'],
      ['foreign', '6598765432'],
      ['12345', '60123456714'],
      ['', '60123456715'],
      ['', '60123456716'],
    ])
  })

  test('a name of which nothing is seen is none', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Phone'],
      ['\u200b\u3164', '0123456711'],
      ['Si\u200dti', '0123456712'],
    ])
    const { people } = await read(workbook('xlsx', sheet))
    expect(people.map(({ name }) => name)).toEqual(['', 'Si\u200dti'])
  })

  test('a refused row carries its number in the sheet', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Phone'],
      ['Ali', '0123456711'],
      [],
      ['Abu', 'unknown'],
      ['Siti', null],
      ['Date', new Date(Date.UTC(2026, 0, 15))],
      ['Last', '0123456712'],
    ])
    const { people, errors, repeated } = await read(workbook('xlsx', sheet))
    expect(people).toHaveLength(2)
    expect(repeated).toBe(0)
    expect(errors).toEqual([
      {
        row: 4,
        code: 'phone_number_invalid',
        reason: errorText('phone_number_invalid'),
        name: 'Abu',
        value: 'unknown',
      },
      {
        row: 5,
        code: 'phone_number_missing',
        reason: errorText('phone_number_missing'),
        name: 'Siti',
        value: '',
      },
      {
        row: 6,
        code: 'phone_number_missing',
        reason: errorText('phone_number_missing'),
        name: 'Date',
        value: '',
      },
    ])
  })

  test('a refused row shows no more of its cells than tells which it is', async () => {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Phone'],
      ['Ali', '0123456711'],
      ['n'.repeat(500), 'v'.repeat(5000)],
    ])
    const { errors } = await read(workbook('xlsx', sheet))
    expect(errors).toMatchObject([{ name: `${'n'.repeat(40)}…`, value: `${'v'.repeat(40)}…` }])
  })

  test('of very many refused rows the first are listed, and all counted', async () => {
    const bad = Array.from({ length: ROW_ERRORS_MAX + 5 }, (_, n) => ['', `unknown ${n}`])
    const { errors, refused } = await read(
      workbook('xlsx', [['Name', 'Phone'], ['Ali', '0123456711'], ...bad]),
    )
    expect([errors.length, errors.at(-1)?.row, refused]).toEqual([
      ROW_ERRORS_MAX,
      ROW_ERRORS_MAX + 2,
      ROW_ERRORS_MAX + 5,
    ])
  })

  test('of a number that comes again the last name given wins', async () => {
    const { people, repeated } = await read(
      workbook('xlsx', [
        ['Name', 'Phone'],
        ['Ali', '0123456711'],
        ['Abu', '0123456712'],
        ['Ali Baba', '+60123456711'],
        ['', 60123456711],
      ]),
    )
    expect(people).toEqual([
      { name: 'Ali Baba', phoneNumber: '60123456711' },
      { name: 'Abu', phoneNumber: '60123456712' },
    ])
    expect(repeated).toBe(2)
  })

  test('the first sheet that has rows is taken', async () => {
    const file = workbook('xlsx', [], [[null, '']], PEOPLE, [['Name', 'Phone']])
    expect((await read(file)).people).toEqual([{ name: 'Aisyah', phoneNumber: '60123456711' }])
  })
})

describe('what a file may cost', () => {
  test.runIf(IS_DEEP)(
    'many sheets do not each read the texts of the whole file again',
    async () => {
      const texts = Array.from({ length: 300_000 }, (_, n) => `<si><t>${n}</t></si>`).join('')
      const cost = async (sheets: number) => {
        const file = withPart(
          '/xl/sharedStrings.xml',
          `<sst xmlns="${MAIN}">${texts}</sst>`,
          emptySheets(sheets),
        )
        const before = process.threadCpuUsage()
        const { sheets: opened } = await openFile(file, { csv: false })
        for (const { rows } of opened) expect(rows()).toEqual([])
        const { user, system } = process.threadCpuUsage(before)
        return user + system
      }
      // The first run also compiles; the minimum ignores other interruptions.
      const few = [await cost(2), await cost(2), await cost(2)]
      const many = [await cost(300), await cost(300), await cost(300)]
      // Reading them again for each sheet would take 150 times as long.
      expect(Math.min(...many)).toBeLessThan(30 * Math.min(...few))
    },
  )

  test('cells far to the right and far below cost no more than others', async () => {
    const phone = '<c><v>60123456711</v></c>'
    const rows = `<row r="1">${phone}<c r="XFD1"><v>1</v></c></row><row r="2000000000">${phone}</row>`
    const [sheet] = (await openFile(withRows(rows), { csv: false })).sheets
    expect(sheet?.rows()).toMatchObject([
      { row: 1, cells: expect.arrayContaining(['60123456711']) },
    ])
    expect(sheet?.rows()[0]?.cells.length).toBeLessThanOrEqual(256)
  })

  test('the first twenty sheets are looked at', async () => {
    const last = await read(workbook('xlsx', ...emptySheets(19), PEOPLE))
    expect(last.people).toHaveLength(1)
    const beyond = read(workbook('xlsx', ...emptySheets(20), PEOPLE))
    await expect(beyond).rejects.toMatchObject({ code: 'spreadsheet_empty' })
  })

  test('an .xls is taken from its first sheet with rows too', async () => {
    expect((await read(workbook('xls', [], [], PEOPLE))).people).toHaveLength(1)
  })
})

describe('files that are refused', () => {
  const rubbish = Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919) % 251))
  const jpeg = Buffer.concat([Buffer.from('ffd8ffe000104a464946', 'hex'), rubbish])
  const xlsx = () => workbook('xlsx', PEOPLE)
  const compoundMagic = Buffer.from('d0cf11e0a1b11ae1', 'hex')

  test.each<[string, () => Buffer, string]>([
    ['nothing', () => Buffer.alloc(0), 'not_excel'],
    ['a renamed JPEG', () => jpeg, 'not_excel'],
    ['text', () => Buffer.from('Name,Phone\nAli,0123456711\n'), 'not_excel'],
    ['a web page', () => Buffer.from('<html><table><tr><td>0123456711'), 'not_excel'],
    ['another archive', () => zip({ 'word/document.xml': '<document/>' }), 'not_excel'],
    ['another compound file', () => compoundFile({ WordDocument: rubbish }), 'not_excel'],
    [
      'a locked .xlsx',
      () => compoundFile({ EncryptionInfo: rubbish, EncryptedPackage: rubbish }),
      'spreadsheet_encrypted',
    ],
    ['a locked .xls', lockedXls, 'spreadsheet_encrypted'],
    ['a workbook without rows', () => workbook('xlsx', []), 'spreadsheet_empty'],
    ['headings alone', () => workbook('xlsx', [['Name', 'Phone']]), 'spreadsheet_empty'],
    ['empty cells', () => workbook('xls', [['', ' '], [null]]), 'spreadsheet_empty'],
    [
      'no numbers',
      () =>
        workbook('xlsx', [
          ['Name', 'City'],
          ['Ali', 'Ipoh'],
        ]),
      'spreadsheet_no_phone_column',
    ],
    ['a torn .xlsx', () => xlsx().subarray(0, 3000), 'spreadsheet_unreadable'],
    ['an archive of rubbish', () => zip({ 'xl/workbook.xml': rubbish }), 'spreadsheet_unreadable'],
    [
      'a compound file of rubbish',
      () => Buffer.concat([compoundMagic, rubbish]),
      'spreadsheet_unreadable',
    ],
    ['a workbook of rubbish', () => compoundFile({ Workbook: rubbish }), 'spreadsheet_unreadable'],
    ['a bomb that says so', () => declaringSize(2 ** 31), 'spreadsheet_too_large'],
    [
      'a small file that unfolds a thousandfold',
      () => declaringSize(2 ** 23),
      'spreadsheet_too_large',
    ],
    ['too many parts', () => declaringEntries(10_001), 'spreadsheet_too_large'],
    ['a bomb that does not', () => declaringSize(10), 'spreadsheet_unreadable'],
    [
      'one row too many',
      () => workbook('xlsx', [['Phone'], ...Array.from({ length: 100_001 }, () => [60123456711])]),
      'spreadsheet_too_large',
    ],
  ])('%s', async (_what, file, code) => {
    await expect(read(file())).rejects.toMatchObject({ name: 'DomainError', code })
  })

  test('a file that needs more memory than it may have', async () => {
    const grid = Array.from({ length: 4000 }, () => Array.from({ length: 100 }, (_, n) => n))
    const reading = read(workbook('xlsx', grid), createFakeClock(), {
      timeMs: 60_000,
      memoryMb: 16,
    })
    await expect(reading).rejects.toMatchObject({ code: 'spreadsheet_too_large' })
  })

  test.each([
    ['a small file', 100 * 1024, 15_000],
    ['another', 100 * 1024 + 1, 40_000],
  ])('%s that takes too long', async (_what, bytes, timeMs) => {
    const clock = createFakeClock()
    const path = join(folder, crypto.randomUUID())
    writeFileSync(path, xlsx())
    const begun = clock.now()
    const reading = readPeople(clock, { path, bytes, country: 'MY', use: USE })
    expect((clock.nextTimer() ?? 0) - begun).toBe(timeMs)
    clock.advance(timeMs)
    await expect(reading).rejects.toMatchObject({ code: 'spreadsheet_too_slow' })
    expect(clock.nextTimer()).toBeNull()
  })
})

describe('pages of what stands in a file', () => {
  const limits = { timeMs: 60_000, memoryMb: 256 }
  const rows = Array.from({ length: 900 }, (_, n) => `Person ${n},${60_120_000_000 + n}\n`)

  function withPages<T>(use: (pages: Pages<PeopleBatch>) => Promise<T>): Promise<T> {
    const path = join(folder, crypto.randomUUID())
    writeFileSync(path, `Name,Phone\n${rows.join('')}`)
    const task = { path, bytes: 5e6, country: 'MY', use: { ...USE, csv: true } }
    const details = { keys: new Map(), tagIds: new Map() }
    return withSheet(createFakeClock(), task, limits, (sheet) =>
      use(sheet.ask({ kind: 'batches', details })),
    )
  }

  test('are taken side by side, each once, until their end', async () => {
    await withPages(async (pages) => {
      // Nothing arrives before others are served.
      expect(pages.takeReady()).toBeNull()
      const taken = await Promise.all([pages.take(), pages.take(), pages.take(), pages.take()])
      expect(taken.map((page) => page?.count)).toEqual([250, 500, 150, undefined])
      expect([pages.takeReady(), await pages.take()]).toEqual([null, null])
    })
  })

  test('end for all once somebody ends them', async () => {
    await withPages(async (pages) => {
      const first = pages.take()
      pages.end()
      expect([await first, pages.takeReady(), await pages.take()]).toEqual([null, null, null])
    })
  })

  test('throw where the thread has ended', async () => {
    const pages = await withPages(async (pages) => pages)
    const all = async () => {
      for await (const page of pages) expect(page.count).toBeGreaterThan(0)
    }
    await expect(all()).rejects.toMatchObject({ code: 'spreadsheet_unreadable' })
  })
})

test.runIf(IS_DEEP)('receiving the people of the longest file holds up nobody', async () => {
  const path = join(folder, crypto.randomUUID())
  const rows = Array.from({ length: 100_000 }, (_, n) => `Person ${n},${60_120_000_000 + n}\n`)
  writeFileSync(path, `Name,Phone\n${rows.join('')}`)
  const task = { path, bytes: 5e6, country: 'MY', use: { ...USE, csv: true } }
  const step = await longestBlockMsBestOf3(async () => {
    const { people } = await readPeople(createFakeClock(), task)
    expect(people).toHaveLength(100_000)
    expect(people.at(-1)).toEqual({ name: 'Person 99999', phoneNumber: '60120099999' })
  })
  expect(step).toBeLessThan(BLOCK_MAX_MS)
})
