import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { ExportedTable } from './exported-table.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The parts of a workbook of one sheet, but for the sheet. */
const PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${TYPE}.styles+xml"/></Types>`,
  '_rels/.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${XML}<workbook xmlns="${SHEET}" xmlns:r="${OFFICE}"><sheets><sheet name="Kirim" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  // Text that stays text: a cell that begins like a formula is none, also after it was edited.
  'xl/styles.xml': `${XML}<styleSheet xmlns="${SHEET}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="49" quotePrefix="1" applyNumberFormat="1"/></cellXfs></styleSheet>`,
}

/** A table as a workbook: packed while its rows are read, as fast as they are taken. */
export async function* xlsxParts(table: ExportedTable): AsyncGenerator<Buffer> {
  const zip = new ZipFile()
  const sheet = Readable.from(sheetXml(table))
  const packed = zip.outputStream as Readable
  zip.on('error', (error: Error) => packed.destroy(error))
  for (const [name, content] of Object.entries(PARTS)) zip.addBuffer(Buffer.from(content), name)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  try {
    for await (const part of packed) yield part as Buffer
  } finally {
    // Nobody may want the rest.
    sheet.destroy()
    packed.destroy()
  }
}

async function* sheetXml({ headings, pages }: ExportedTable): AsyncGenerator<Buffer> {
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
  yield Buffer.from(`${XML}<worksheet xmlns="${SHEET}">${frozen}<sheetData>${rowXml(headings)}`)
  for await (const page of pages) {
    if (page.length > 0) yield Buffer.from(page.map(rowXml).join(''))
  }
  yield Buffer.from('</sheetData></worksheet>')
}

function rowXml(cells: readonly string[]): string {
  return `<row>${cells.map(cellXml).join('')}</row>`
}

/** The most that Excel takes in a cell. */
const CELL_MAX_LENGTH = 32_767

function cellXml(text: string): string {
  if (text === '') return '<c/>'
  return `<c t="inlineStr" s="1"><is><t xml:space="preserve">${escapeXml(text.slice(0, CELL_MAX_LENGTH))}</t></is></c>`
}

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What no XML may hold. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what XML does not take
const FORBIDDEN = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g

function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>]/g, (sign) => ESCAPED[sign] ?? sign)
}
