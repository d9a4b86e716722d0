import { COLUMNS_MAX, type SheetRow } from './sheet-row.ts'

/** Excel's maximum; a file may claim any row. */
const ROWS_MAX = 1_048_576
/** What Excel shows as a number or a text in every language; others may be dates. */
const PLAIN_FORMATS = new Set([0, 1, 2, 3, 4, 9, 10, 11, 37, 38, 39, 40, 48, 49])
const NUMBER = /^-?\d+(?:\.\d+)?(?:E[+-]?\d+)?$/i
const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

const ROW = /<row r="(\d{1,7})"(?: [\w:]+="[^"<]*")*(?:(\/>)|>)\s*/y
const ROW_END = /<\/row>\s*/y
const CELL =
  /<c r="([A-Z]{1,3})(\d{1,7})"(?: s="(\d{1,5})")?(?: t="(s|str|n|inlineStr)")?(?:\/>|>(?:<v(?: xml:space="preserve")?>([^<]*)<\/v>|<is><t(?: xml:space="preserve")?>([^<]*)<\/t><\/is>)<\/c>)\s*/y
const TEXT = /<si><t(?: xml:space="preserve")?>([^<]*)<\/t><\/si>\s*/y

/** What stands in a file that is not as plain as it has to be. */
class NotPlain extends Error {}

/**
 * The rows of the first sheet of an unpacked workbook that has texts and numbers alone, in a
 * quarter of the library's time. Null says nothing: the library reads everything else. What is read
 * here it reads alike.
 */
export function readPlainSheet(parts: ReadonlyMap<string, Buffer>): SheetRow[] | null {
  try {
    const part = (name: string) => decode(parts.get(name))
    return readRows(within('sheetData', part(firstSheet(part))), {
      texts: parts.has('xl/sharedStrings.xml') ? readTexts(part('xl/sharedStrings.xml')) : [],
      plainStyles: parts.has('xl/styles.xml') ? plainStyles(part('xl/styles.xml')) : [],
    })
  } catch (error) {
    if (error instanceof NotPlain) return null
    throw error
  }
}

function decode(part: Buffer | undefined): string {
  const text = part?.toString('utf8') ?? ''
  if (!/^(?:<\?xml version="1\.0" encoding="UTF-8"[^<>]*>\s*)?</i.test(text)) throw new NotPlain()
  // Another encoding, comments, and texts that are taken as they stand.
  if (text.includes('\uFFFD') || text.includes('<!')) throw new NotPlain()
  return text
}

/** What is in an element that stands there once. */
function within(element: string, text: string): string {
  const [begin, end] = [text.indexOf(`<${element}`), text.lastIndexOf(`</${element}>`)]
  const from = text.indexOf('>', begin) + 1
  const isAlone = text.indexOf(`<${element}`, from) < 0
  if (begin < 0 || end < from || text[from - 2] === '/' || !isAlone) throw new NotPlain()
  return text.slice(from, end)
}

function firstSheet(part: (name: string) => string): string {
  const [, id] = /<sheets><sheet [^<>]*r:id="(\w+)"/.exec(part('xl/workbook.xml')) ?? []
  for (const [relation] of part('xl/_rels/workbook.xml.rels').matchAll(/<Relationship [^<>]*>/g)) {
    if (!id || !relation.includes(` Id="${id}"`)) continue
    const [, target] = / Target="(?:\/xl\/)?(worksheets\/\w+\.xml)"/.exec(relation) ?? []
    if (target && /Type="[^"]*\/worksheet"/.test(relation)) return `xl/${target}`
  }
  throw new NotPlain()
}

interface Around {
  readonly texts: readonly string[]
  /** By style; where there is none, nobody can tell. */
  readonly plainStyles: readonly boolean[]
}

function readRows(sheet: string, around: Around): SheetRow[] {
  const turns = inTurn(sheet)
  const rows: SheetRow[] = []
  let last = 0
  while (!turns.isOver()) {
    const [, number, empty] = turns.take(ROW) ?? notPlain()
    const row = Number(number)
    if (row <= last || row > ROWS_MAX) throw new NotPlain()
    last = row
    if (empty) continue
    const cells = readCells(turns, row, around)
    turns.take(ROW_END) ?? notPlain()
    if (cells.some(Boolean)) rows.push({ row, cells })
  }
  return rows
}

function readCells(turns: Turns, row: number, around: Around): string[] {
  const cells: string[] = []
  for (let cell = turns.take(CELL); cell; cell = turns.take(CELL)) {
    const [, letters = '', number, style, type = 'n', value, inline] = cell
    const column = columnOf(letters)
    if (Number(number) !== row || column < cells.length) throw new NotPlain()
    if (column >= COLUMNS_MAX) continue
    while (cells.length < column) cells.push('')
    cells.push(cellText(type, value, inline, style, around))
  }
  return cells
}

function cellText(
  type: string,
  value: string | undefined,
  inline: string | undefined,
  style: string | undefined,
  { texts, plainStyles }: Around,
): string {
  if ((inline !== undefined) !== (type === 'inlineStr')) {
    if (value === undefined && inline === undefined) return ''
    throw new NotPlain()
  }
  if (inline !== undefined) return plainText(inline).trim()
  if (value === undefined) return ''
  if (type === 'str') return plainText(value).trim()
  if (!NUMBER.test(value)) throw new NotPlain()
  if (type === 's') return (texts[Number(value)] ?? notPlain()).trim()
  if (style !== undefined && !plainStyles[Number(style)]) throw new NotPlain()
  return String(Number(value))
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

function readTexts(xml: string): string[] {
  const turns = inTurn(within('sst', xml))
  const texts: string[] = []
  while (!turns.isOver()) texts.push(plainText((turns.take(TEXT) ?? notPlain())[1] ?? ''))
  return texts
}

/** Excel writes signs that XML does not have as `_x000D_`. */
function plainText(text: string): string {
  if (text.includes('_x') || text.includes('\r')) throw new NotPlain()
  if (!text.includes('&')) return text
  return text.replace(/&[^;]*;?/g, (entity) => ENTITIES[entity] ?? notPlain())
}

function plainStyles(xml: string): boolean[] {
  const own = new Set([...xml.matchAll(/<numFmt [^<>]*>/g)].map(([format]) => formatOf(format)))
  return [...within('cellXfs', xml).matchAll(/<xf [^<>]*>/g)].map(([xf]) => {
    const format = formatOf(xf)
    return PLAIN_FORMATS.has(format) && !own.has(format)
  })
}

function formatOf(element: string): number {
  return Number(/ numFmtId="(\d+)"/.exec(element)?.[1] ?? Number.NaN)
}

interface Turns {
  /** What stands there next, if that is such a thing; null otherwise. */
  take(pattern: RegExp): RegExpExecArray | null
  isOver(): boolean
}

/** One thing after the other. */
function inTurn(text: string): Turns {
  let at = text.search(/\S|$/)
  return {
    take(pattern) {
      pattern.lastIndex = at
      const match = pattern.exec(text)
      if (match) at = pattern.lastIndex
      return match
    },
    isOver: () => at >= text.length,
  }
}

function notPlain(): never {
  throw new NotPlain()
}
