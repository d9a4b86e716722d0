import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readPlainSheet } from './plain-sheet.ts'
import { openArchive } from './unzip.ts'

async function partsOf(file: Buffer): Promise<Map<string, Buffer>> {
  const { unpack } = await openArchive(file)
  return unpack(() => true, 1e7)
}

function workbook(rows: unknown[][], options: { bookSST?: boolean } = {}): Buffer {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows))
  return write(book, { type: 'buffer', compression: true, ...options })
}

/** Without empty rows, and cells as the reader of any workbook gives them. */
function shown(rows: readonly (readonly (string | number)[])[]) {
  return rows.flatMap((cells, at) => {
    const texts = cells.map((cell) => String(cell).trim())
    return texts.some(Boolean) ? [{ row: at + 1, cells: texts }] : []
  })
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n'
const NAMESPACE = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'

/** As Excel writes one. */
function parts(changes: Record<string, string> = {}): Map<string, Buffer> {
  const texts = {
    'xl/workbook.xml': `${XML}<workbook ${NAMESPACE}><x15ac:absPath url="C:\\"/><sheets><sheet name="People" sheetId="1" r:id="rId1"/><sheet name="More" sheetId="2" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet ${NAMESPACE}><numFmts count="1"><numFmt numFmtId="164" formatCode="0"/></numFmts><cellXfs count="3"><xf numFmtId="0" xfId="0"/><xf numFmtId="49" xfId="0"><alignment/></xf><xf numFmtId="14" xfId="0"/><xf numFmtId="164" xfId="0"/></cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst ${NAMESPACE} count="2" uniqueCount="2"><si><t>Name</t></si><si><t xml:space="preserve"> Siti &amp; Co </t></si></sst>`,
    'xl/worksheets/sheet1.xml': sheet(
      '<row r="1" spans="1:2" x14ac:dyDescent="0.25"><c r="A1" s="1" t="s"><v>0</v></c><c r="C1" t="inlineStr"><is><t>Phone</t></is></c></row><row r="2"/><row r="4"><c r="A4" s="1" t="s"><v>1</v></c><c r="B4" s="2"/><c r="C4"><v>6.0123456789E10</v></c></row>',
    ),
    ...changes,
  }
  return new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]))
}

function sheet(rows: string): string {
  return `${XML}<worksheet ${NAMESPACE}><sheetViews/><sheetData>${rows}</sheetData><pageMargins/></worksheet>`
}

const cell = (content: string) => ({
  'xl/worksheets/sheet1.xml': sheet(`<row r="1">${content}</row>`),
})

describe('a plain sheet', () => {
  test('is read as it was written, in any script', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('Ali & Co', '"Ah" <Meng>', ' Siti ', '陈小明', '😀'),
    )
    const printed = text.map((one) => one.replace(/[\p{Cc}\p{Cs}\uFFFD-\uFFFF]|_x/gu, '-'))
    const cells = fc.array(
      fc.oneof(printed, fc.integer(), fc.double({ noNaN: true, min: -1e15, max: 1e15 })),
      {
        maxLength: 5,
      },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(cells, { minLength: 1, maxLength: 8 }),
        fc.boolean(),
        async (rows, bookSST) => {
          const read = readPlainSheet(await partsOf(workbook(rows, { bookSST })))
          const wanted = shown(rows)
          // An empty text at the end of a row may be missing.
          const full = (read ?? []).map(({ row, cells }) => {
            const width = wanted.find((one) => one.row === row)?.cells.length ?? 0
            return {
              row,
              cells: Array.from(
                { length: Math.max(width, cells.length) },
                (_, n) => cells[n] ?? '',
              ),
            }
          })
          expect(full).toEqual(wanted)
        },
      ),
      { numRuns: 60 },
    )
  })

  test('of Excel’s own is read: shared texts, styles, gaps, and the sheet that is first', () => {
    expect(readPlainSheet(parts())).toEqual([
      { row: 1, cells: ['Name', '', 'Phone'] },
      { row: 4, cells: ['Siti & Co', '', '60123456789'] },
    ])
  })

  test.each<[string, Record<string, string>]>([
    ['a date', cell('<c r="A1" s="2"><v>45000</v></c>')],
    ['a format of its own', cell('<c r="A1" s="3"><v>45000</v></c>')],
    ['a style that is not there', cell('<c r="A1" s="9"><v>45000</v></c>')],
    ['a truth value', cell('<c r="A1" t="b"><v>1</v></c>')],
    ['a formula', cell('<c r="A1"><f>1+1</f><v>2</v></c>')],
    ['a text that is not there', cell('<c r="A1" t="s"><v>7</v></c>')],
    ['a character reference', cell('<c r="A1" t="str"><v>&#65;</v></c>')],
    ['an escaped sign', cell('<c r="A1" t="str"><v>_x0041_</v></c>')],
    ['a cell of another row', cell('<c r="A2"><v>1</v></c>')],
    ['cells out of order', cell('<c r="B1"><v>1</v></c><c r="A1"><v>1</v></c>')],
    ['a comment', cell('<!-- --><c r="A1"><v>1</v></c>')],
    ['two tables', { 'xl/worksheets/sheet1.xml': sheet('</sheetData><sheetData>') }],
    [
      'an end that is missing',
      { 'xl/worksheets/sheet1.xml': `${XML}<worksheet><sheetData><row r="1">` },
    ],
    ['formatted texts', { 'xl/sharedStrings.xml': `${XML}<sst><si><r><t>A</t></r></si></sst>` }],
    ['no relations', { 'xl/_rels/workbook.xml.rels': `${XML}<Relationships/>` }],
    ['no workbook', { 'xl/workbook.xml': '' }],
  ])('is left to the library with %s', (_what, changes) => {
    expect(readPlainSheet(parts(changes))).toBeNull()
  })
})
