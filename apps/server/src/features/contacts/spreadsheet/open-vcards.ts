import type { SheetRow } from './opened-file.ts'
import { SheetRefused } from './opened-file.ts'

interface Property {
  readonly name: string
  /** In upper case: `TYPE=CELL`, or `CELL` alone as in version 2.1. */
  readonly parameters: readonly string[]
  readonly value: string
}

type Card = readonly Property[]

const PROPERTY = /^(?:[\w-]+\.)?([\w-]+)((?:;(?:"[^"]*"|[^:;"])*)*):(.*)$/s
const QUOTED_PRINTABLE = /QUOTED-PRINTABLE/
const MOBILE = /\b(CELL|MOBILE|IPHONE)\b|WAID=/
const NO_VOICE = /\b(FAX|PAGER)\b/

/** The columns for further properties of a card. */
const COLUMNS = [
  ['EMAIL', 'Email'],
  ['ORG', 'Organisation'],
  ['BDAY', 'Birthday'],
  ['CATEGORIES', 'Tags'],
  ['NOTE', 'Note'],
] as const

/** Converts vCards to rows below headings; the first card is row 1. */
export function openVcards(text: string): SheetRow[] {
  const cards = cardsIn(text)
  if (cards.length === 0) throw new SheetRefused('spreadsheet_empty')
  const people = cards.map((card) => ({ name: nameOf(card), numbers: numbersOf(card), card }))
  const numbers = people.reduce((most, person) => Math.max(most, person.numbers.length), 1)
  const columns = COLUMNS.filter(([name]) => cards.some((card) => textOf(card, name)))
  const phones = Array.from({ length: Math.min(numbers, 5) }, (_, n) => `Phone ${n + 1}`)
  phones[0] = 'Phone'
  const headings = ['Name', ...phones, ...columns.map(([, heading]) => heading)]
  const rows = people.map(({ name, numbers, card }, index) => ({
    row: index + 1,
    cells: [
      name,
      ...phones.map((_, n) => numbers[n] ?? ''),
      ...columns.map(([property]) => textOf(card, property)),
    ],
  }))
  return [{ row: 0, cells: headings }, ...rows]
}

function cardsIn(text: string): Card[] {
  const cards: Property[][] = []
  let card: Property[] | null = null
  for (const line of logicalLines(text)) {
    const property = propertyIn(line)
    if (property?.name === 'BEGIN') card = []
    else if (property?.name === 'END') {
      if (card) cards.push(card)
      card = null
    } else if (property) card?.push(property)
  }
  return cards
}

/**
 * Joins folded lines: the next begins with whitespace, or, in version 2.1, the line ends with `=`.
 */
function logicalLines(text: string): string[] {
  const lines: string[] = []
  let isOpen = false
  for (const line of text.split(/\r\n|\n|\r/)) {
    const last = lines.length - 1
    const before = lines[last]
    if (before !== undefined && isOpen) lines[last] = before.slice(0, -1) + line
    else if (before !== undefined && /^[ \t]/.test(line)) lines[last] = before + line.slice(1)
    else lines.push(line)
    isOpen = line.endsWith('=') && QUOTED_PRINTABLE.test(lines.at(-1)?.toUpperCase() ?? '')
  }
  return lines
}

function propertyIn(line: string): Property | null {
  const [, name = '', written = '', value = ''] = PROPERTY.exec(line) ?? []
  if (!name) return null
  const parameters = written.toUpperCase().split(';').filter(Boolean)
  const isQuoted = parameters.some((parameter) => QUOTED_PRINTABLE.test(parameter))
  return {
    name: name.toUpperCase(),
    parameters,
    value: isQuoted ? fromQuotedPrintable(value, parameters) : value,
  }
}

function fromQuotedPrintable(value: string, parameters: readonly string[]): string {
  const [charset = ''] = parameters.flatMap((one) => /^CHARSET=(.+)$/.exec(one)?.[1] ?? [])
  const bytes = value.replace(/=([\da-f]{2})/gi, (_, hex) =>
    String.fromCharCode(Number(`0x${hex}`)),
  )
  const isBytes = !/[^\0-\xff]/.test(bytes)
  return isBytes ? decodeBytes(Buffer.from(bytes, 'latin1'), charset || 'utf-8') : value
}

function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return bytes.toString('utf8')
  }
}

function nameOf(card: Card): string {
  const [family = '', given = '', middle = ''] = listIn(propertyOf(card, 'N'), ';')
  return (
    textOf(card, 'FN') ||
    [given, middle, family].filter(Boolean).join(' ') ||
    textOf(card, 'NICKNAME') ||
    textOf(card, 'ORG')
  )
}

/** Distinct numbers, mobile numbers first. */
function numbersOf(card: Card): string[] {
  const rank = ({ parameters }: Property) => {
    const types = parameters.join(';')
    if (NO_VOICE.test(types)) return 2
    return MOBILE.test(types) ? 0 : 1
  }
  const numbers = card
    .filter(({ name }) => name === 'TEL')
    .sort((one, other) => rank(one) - rank(other))
    .map(({ value }) => unescapeValue(value).replace(/^tel:/i, '').trim())
  return [...new Set(numbers.filter(Boolean))]
}

function textOf(card: Card, property: string): string {
  const value = propertyOf(card, property)
  const parts = property === 'ORG' ? listIn(value, ';') : [unescapeValue(value)]
  return parts.filter(Boolean).join(', ').replace(/\s+/g, ' ').trim()
}

function propertyOf(card: Card, property: string): string {
  return card.find(({ name, value }) => name === property && value.trim())?.value ?? ''
}

function listIn(value: string, separator: string): string[] {
  return value.split(new RegExp(`(?<!\\\\)${separator}`)).map((part) => unescapeValue(part).trim())
}

function unescapeValue(value: string): string {
  return value.replace(/\\n/gi, '\n').replace(/\\([,;:\\])/g, '$1')
}
