import { fold } from '../../../platform/search-text.ts'
import type { SheetRow } from './sheet-row.ts'

export interface Columns {
  readonly phone: number
  /** Null when the sheet has no names. */
  readonly name: number | null
  /** The rows below the headings; all rows when there are none. */
  readonly rows: readonly SheetRow[]
}

export type IsPhone = (text: string) => boolean

/** A title and a few remarks may precede the headings. */
const HEADER_SEARCH_ROWS = 10
const SAMPLE_ROWS = 200

/**
 * Best first: usual headings of the column of numbers, in English, Malay and neighbouring
 * languages.
 */
const PHONE_HEADINGS: readonly RegExp[] = [
  /\b(whatsapp|whats app|wa|wsp|wasap)\b/,
  /\b(mobile|handphone|hand phone|hp|hphone|cell|cellphone|bimbit|msisdn|ponsel)\b/,
  /\b(phone|phones|phoneno|telephone|telefon|telepon|tel|telno|telp|tlp|fon|notel|nohp)\b|电话|電話|手机|手機/,
  /^(number|numbers|nombor|nomor|numero|contact|contacts|contact (no|number)|(no|nombor) hubungi)$/,
]
const NAME_HEADINGS: readonly RegExp[] = [
  /^(name|names|nama|full name|fullname|nama penuh|nama lengkap|customer name|contact name|nama pelanggan|nombre|nom|姓名|名字)$/,
  /^(?!.*\b(company|syarikat|file|user)\b).*\b(name|nama)\b/,
  /^(customer|client|pelanggan|customers|clients|member|ahli|contact person|recipient|penerima)$/,
]
const ALSO_A_NAME = /\b(name|nama)\b/

/**
 * Finds the columns of numbers and names: by headings if there are any, otherwise by the content of
 * the cells. Null when no column contains phone numbers.
 */
export function findColumns(rows: readonly SheetRow[], isPhone: IsPhone): Columns | null {
  const headed = byHeadings(rows, isPhone)
  const best = headed.find(({ phones }) => phones > 0)
  return best?.columns ?? byContent(rows, isPhone) ?? headed[0]?.columns ?? null
}

interface Headed {
  readonly columns: Columns
  readonly phones: number
}

/** The columns for each row that may be the headings. */
function byHeadings(rows: readonly SheetRow[], isPhone: IsPhone): Headed[] {
  const found: Headed[] = []
  for (const [index, { cells }] of rows.slice(0, HEADER_SEARCH_ROWS).entries()) {
    // Headings precede the first number: below it, a matching word is somebody's name.
    if (cells.some((cell) => cell && isPhone(cell))) break
    const headings = Array.from(cells, (cell) => (cell ? normalize(cell) : ''))
    const below = rows.slice(index + 1)
    const names = ranked(headings, NAME_HEADINGS)
    for (const phone of ranked(headings, PHONE_HEADINGS)) {
      if (ALSO_A_NAME.test(headings[phone] ?? '')) continue
      const name = names.find((column) => column !== phone) ?? null
      const { phones } = countPhones(below, phone, isPhone)
      found.push({ columns: { phone, name, rows: below }, phones })
    }
  }
  return found
}

/** Lower case, without diacritics and punctuation: 'No. Tel (H/P)' becomes 'no tel h p'. */
function normalize(heading: string): string {
  return fold(heading)
    .replace(/h\s*\/\s*p/g, 'hp')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** Columns with a matching heading, best pattern first. */
function ranked(headings: readonly string[], patterns: readonly RegExp[]): number[] {
  const found = new Set<number>()
  for (const pattern of patterns) {
    headings.forEach((heading, column) => {
      if (heading && pattern.test(heading)) found.add(column)
    })
  }
  return [...found]
}

function byContent(rows: readonly SheetRow[], isPhone: IsPhone): Columns | null {
  const sample = rows.slice(0, SAMPLE_ROWS)
  const width = Math.max(0, ...sample.map(({ cells }) => cells.length))
  let best = { phone: -1, phones: 0 }
  for (let column = 0; column < width; column++) {
    const { phones, filled } = countPhones(sample, column, isPhone)
    if (phones * 2 >= filled && phones > best.phones) best = { phone: column, phones }
  }
  if (best.phone < 0) return null
  const { phone } = best
  const neighbours = [phone - 1, phone + 1, phone - 2, phone + 2]
  const name = neighbours.find((column) => holdsText(sample, column)) ?? null
  // Text above the numbers is a heading, even an unknown one.
  const first = sample[0]?.cells[phone] ?? ''
  return { phone, name, rows: /\p{L}/u.test(first) && !/\d/.test(first) ? rows.slice(1) : rows }
}

function countPhones(rows: readonly SheetRow[], column: number, isPhone: IsPhone) {
  const cells = rows.slice(0, SAMPLE_ROWS).flatMap(({ cells }) => cells[column] || [])
  return { phones: cells.filter(isPhone).length, filled: cells.length }
}

/** Whether most filled cells of a column are text. */
function holdsText(rows: readonly SheetRow[], column: number): boolean {
  const cells = rows.flatMap(({ cells }) => cells[column] || [])
  return cells.filter((cell) => /\p{L}/u.test(cell)).length * 2 > cells.length
}
