import { read, utils } from '@e965/xlsx'
import type { FastifyReply } from 'fastify'
import { expect, test } from 'vitest'
import { type ExportFormat, exportTable } from './export-table.ts'
import { xlsxParts } from './xlsx.ts'

const CELLS = [
  '=1+1',
  '+60123456789',
  '-1',
  '@SUM(A1)',
  '\ttab',
  '\rreturn',
  '\uff1d1+1',
  'Siti & <Ali> "x", y; z',
  '  blanks  ',
  '60123456789',
  'line\nbreak',
  '',
  'ž 🌸',
  '_x0041_ _x005F_ __x000a_ _xyz_',
  'return\rwithin',
]

async function* pages(rows: string[][], atOnce = 500) {
  for (let at = 0; at < rows.length; at += atOnce) yield rows.slice(at, at + atOnce)
}

async function exported(format: ExportFormat, rows: string[][]): Promise<Buffer> {
  const reply = { header: () => {} } as unknown as FastifyReply
  const headings = rows[0]?.map((_, column) => `Column ${column}`) ?? []
  const { parts } = exportTable(reply, format, { name: 'x', headings, pages: pages(rows) })
  const chunks: Buffer[] = []
  for await (const part of parts) chunks.push(Buffer.from(part))
  return Buffer.concat(chunks)
}

test('a workbook says every cell as it is, as text and never as a formula', async () => {
  const book = read(await exported('xlsx', [CELLS, CELLS]), { cellFormula: true })
  const sheet = book.Sheets.Kirim ?? {}
  const [, first, second] = utils.sheet_to_json<string[]>(sheet, { header: 1, defval: '' })
  expect(first).toEqual(CELLS)
  expect(second).toEqual(CELLS)
  const cells = Object.values(sheet).filter((cell) => typeof cell === 'object' && 't' in cell)
  expect(cells.filter((cell) => cell.f !== undefined)).toEqual([])
  expect(new Set(cells.map(({ t, v }) => (v === '' ? 's' : t)))).toEqual(new Set(['s']))
})

test('in a text a cell that would be a formula begins with an apostrophe', async () => {
  const text = (
    await exported(
      'csv',
      CELLS.map((cell) => [cell, 'x']),
    )
  ).toString()
  const lines = text.split('\r\n').slice(1)
  for (const line of lines) expect(line).not.toMatch(/^"?[=+\-@\t\r\uff1d]/)
})

test('rows that a sheet does not hold stand in further ones, under the same headings', async () => {
  const rows = Array.from({ length: 10 }, (_, row) => [`row ${row}`])
  const chunks: Buffer[] = []
  const table = { name: 'x', headings: ['Heading'], pages: pages(rows, 2) }
  for await (const part of xlsxParts(table, 6)) chunks.push(part)
  const book = read(Buffer.concat(chunks))
  expect(book.SheetNames).toEqual(['Kirim', 'Kirim 2', 'Kirim 3'])
  const sheets = book.SheetNames.map((name) =>
    utils.sheet_to_json<string[]>(book.Sheets[name] ?? {}, { header: 1 }),
  )
  expect(sheets).toEqual([
    [['Heading'], ...rows.slice(0, 4)],
    [['Heading'], ...rows.slice(4, 8)],
    [['Heading'], ...rows.slice(8)],
  ])
})

test('a workbook without rows is one, too', async () => {
  const book = read(await exported('xlsx', []))
  expect(book.SheetNames).toEqual(['Kirim'])
})

test('rows are read no faster than the file is taken, and not to the end when nobody wants it', async () => {
  let made = 0
  let isClosed = false
  async function* endless() {
    try {
      for (;;) {
        made += 1
        yield Array.from({ length: 500 }, () => [crypto.randomUUID(), crypto.randomUUID()])
      }
    } finally {
      isClosed = true
    }
  }
  const reply = { header: () => {} } as unknown as FastifyReply
  const table = { name: 'x', headings: ['a', 'b'], pages: endless() }
  const { parts } = exportTable(reply, 'xlsx', table)
  while (made === 0) await parts.next()
  for (let part = 0; part < 5; part++) await parts.next()
  expect(made).toBeLessThan(200)
  await parts.return(undefined)
  // The generator hears of it once what it was asked for is there.
  for (let turn = 0; turn < 100 && !isClosed; turn++) {
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(isClosed).toBe(true)
})

test.each([0, 1, 1000])(
  'a workbook whose rows cannot be read on after %i pages says so',
  async (n) => {
    async function* cut() {
      for (let page = 0; page < n; page += 1) yield [[`row ${page}`]]
      throw new Error('the database is away')
    }
    const table = { name: 'x', headings: ['Heading'], pages: cut() }
    const reading = async () => {
      for await (const part of xlsxParts(table)) expect(part.length).toBeGreaterThan(0)
    }
    await expect(reading()).rejects.toThrow('the database is away')
  },
)
