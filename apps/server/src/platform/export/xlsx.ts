import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportedTable } from './exported-table.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook that are the same for every table. Sheets are of the default type. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  // Text cells that stay text, even after someone edits one that looks like a formula.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${SHEET}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** Excel's maximum per sheet. */
const SHEET_ROWS_MAX = 1_048_576

/**
 * Streams a table as a workbook, compressed as fast as the consumer reads. Rows above a sheet's
 * maximum continue in further sheets with the same headings.
 */
export async function* xlsxParts(
  { headings, pages }: ExportedTable,
  rowsMax = SHEET_ROWS_MAX,
): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const packed = zip.outputStream as Readable
  zip.on('error', (error: Error) => packed.destroy(error))
  for (const [name, content] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(content), name)
  const rows = pageReader(pages)
  let sheets = 0
  let sheet: Readable
  const addSheet = () => {
    sheets += 1
    sheet = Readable.from(sheetXml(headings, rows, rowsMax)).once('end', () => {
      if (!rows.isDone()) return addSheet()
      for (const [name, xml] of listOf(sheets)) zip.addBuffer(Buffer.from(xml), name)
      zip.end()
    })
    // The archive does not handle errors of its inputs.
    sheet.once('error', (error) => packed.destroy(error))
    zip.addReadStream(sheet, `xl/worksheets/sheet${sheets}.xml`)
    return sheet
  }
  sheet = addSheet()
  try {
    for await (const part of packed) yield part as Buffer
  } finally {
    // The consumer may have stopped early.
    sheet.destroy()
    packed.destroy()
    rows.close()
  }
}

/** Names the sheets, the first of them `Kirim`. */
function listOf(sheets: number): [string, string][] {
  const all = Array.from({ length: sheets }, (_, index) => index + 1)
  const named = all.map(
    (n) => `<sheet name="Kirim${n > 1 ? ` ${n}` : ''}" sheetId="${n}" r:id="rId${n}"/>`,
  )
  const related = all.map(
    (n) =>
      `<Relationship Id="rId${n}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${n}.xml"/>`,
  )
  const styles = `<Relationship Id="rId${sheets + 1}" Type="${OFFICE}/styles" Target="styles.xml"/>`
  return [
    [
      'xl/workbook.xml',
      `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets>${named.join('')}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      `${XML}<Relationships xmlns="${RELATIONS}">${related.join('')}${styles}</Relationships>`,
    ],
  ]
}

/** Reads pages one ahead, so that a sheet ends before the page it cannot hold. */
function pageReader(pages: ExportedTable['pages']) {
  const iterator = pages[Symbol.asyncIterator]()
  let ahead: IteratorResult<readonly (readonly string[])[]> | undefined
  return {
    /** The next page, if it has at most this many rows. */
    async next(most: number): Promise<readonly (readonly string[])[] | null> {
      ahead ??= await iterator.next()
      if (ahead.done || ahead.value.length > most) return null
      const page = ahead.value
      ahead = undefined
      return page
    },
    isDone: () => ahead?.done ?? false,
    /** Without waiting for a page that is being read. */
    close(): void {
      Promise.resolve(iterator.return?.()).catch(() => undefined)
    },
  }
}

async function* sheetXml(
  headings: readonly string[],
  rows: ReturnType<typeof pageReader>,
  rowsMax: number,
): AsyncGenerator<Buffer> {
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  yield Buffer.from(`${XML}<worksheet xmlns="${SHEET}">${frozen}<sheetData>${rowXml(headings)}`)
  let room = rowsMax - 1
  for (let page = await rows.next(room); page; page = await rows.next(room)) {
    room -= page.length
    if (page.length > 0) yield Buffer.from(page.map(rowXml).join(''))
  }
  yield Buffer.from('</sheetData></worksheet>')
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

/** Excel's maximum per cell. */
const CELL_MAX_LENGTH = 32_767

function cellXml(text: string): string {
  if (text === '') return '<c/>'
  return `<c t="inlineStr" s="1"><is><t xml:space="preserve">${escapeXml(text.slice(0, CELL_MAX_LENGTH))}</t></is></c>`
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Excel reads `_x0041_` as `A`, and a return within a text as the end of a line. */
const READ_AS_SIGN = /_(?=x[\da-f]{4}_)/gi
/** What no XML may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not take
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(READ_AS_SIGN, '_x005F_')
    .replace(/\r/g, '_x000D_')
    .replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign)
}
