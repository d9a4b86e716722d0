import { normalised } from '@kirim/contract/bounded-text'
import { phoneRank } from './headings.ts'

/** Long enough for a link, or a number surrounded by invisible characters. */
const WRITTEN_MAX_LENGTH = 200
const BARE_MAX_LENGTH = 40
const DIGITS_ALONE = /^\+?\d{6,17}$/
/** The usual form of a single number. */
const USUAL = /^\+?\d(?:[ -]?\d){5,13}$/
/** Small islands have numbers this short. */
const DIGITS_MIN = 4
const NETWORK_ID = /^\d[\d:]*@(?:s\.whatsapp\.net|c\.us)$/i
/** Directional marks and the like, which chat apps copy along with numbers. */
const INVISIBLE = /\p{Cf}|[^\P{Cc}\t\n\r]/gu
const QUOTE = String.raw`["'\u0060\u0301\p{Pi}\p{Pf}\u201a\u201e\u02bc\u2032\u2033\s]`
const QUOTES = new RegExp(`^=?${QUOTE}*=?${QUOTE}*|${QUOTE}+$`, 'gu')
const LINK =
  /^(?:https?:\/\/)?(?:(?:www\.)?wa\.me\/|(?:(?:https?:\/\/)?(?:api|web|www)\.whatsapp\.com|whatsapp:\/)\/send\/?\?(?:[^#]*&)?phone=)(?:\+|%2b| )?(\d{6,17})(?!\d)/i
/** Spreadsheets turn long numbers into 6.0123456789E+10, with a comma in some languages. */
const SCIENTIFIC = /^(\d)(?:[.,](\d+))?e\+?(\d{1,2})$/i
/** 60,123,456,001 */
const THOUSANDS = /^\d{1,3}(?:([.,' ])\d{3})(?:\1\d{3})+$/
/** How programs write a number that they took for a decimal. */
const ZERO_DECIMALS = /^([^.,]*\d{3}[^.,]*|\d{1,3}(?:,\d{3})+)[.,]0{1,3}$/
const BULLET = /^(?:[#*•·>~-]\s*)+(?=[+(\d])/
const REMARK_BEFORE = /^[([][^()[\]+\d]*\p{L}[^()[\]+\d]*[)\]]\s*/u
const REMARK_BEHIND = /\s*[([][^()[\]]*\p{L}[^()[\]]*[)\]]$/u
const EXTENSION = /(?<=\d)\s*(?:ext|extn|x|samb|sambungan)\.?\s*\d{1,6}$/i
const BETWEEN_TWO =
  /[;,|&/\n،؛、]|::+|(?<=[\d\s)])(?:or|and|atau|dan|oder|und|ou|et|o|y|e)(?=[\s(+\d])/i
/** A slash after the area code is part of the number. */
const AREA_SLASH = /^(?:\+?\d{1,3} ?)?\(?\d{2,6}\)? ?\/ ?\d[\d -]{3,}$/
const DATE =
  /^(?:(?:19|20)\d\d[-/.](?:0?[1-9]|1[0-2])[-/.](?:0?[1-9]|[12]\d|3[01])|(?:0?[1-9]|[12]\d|3[01])[-/.](?:0?[1-9]|[12]\d|3[01])[-/.](?:19|20)\d\d)$/
const SHAPE = /^\+?\(?\d[\d ().\-/]*$/
/** A single separate digit or a bracket at the end is not part of a number. */
const LOOSE_END = /[-./]\d$|\)$/
const DECIMAL = /^\+?\d{6,}\.\d{1,3}$/

export type BareNumber =
  /** Digits and separators; a plus only as the first character. */
  | { readonly text: string; readonly problem: null }
  | { readonly text: null; readonly problem: 'not_a_number' | 'two_numbers' }

const NONE: BareNumber = { text: null, problem: 'not_a_number' }

/**
 * Strips what people and other systems write around a phone number: quotes, labels, links, remarks,
 * decimals. Text whose decoration might add digits is refused.
 */
export function bareNumber(written: string): BareNumber {
  if (DIGITS_ALONE.test(written)) return bare(written)
  if (USUAL.test(written)) return isOneNumber(written) ? bare(written) : NONE
  const trimmed = written.trim()
  if (trimmed.length > WRITTEN_MAX_LENGTH) return NONE
  const text = plainCharacters(trimmed).replace(QUOTES, '').trim()
  if (text.replace(/\D/g, '').length < DIGITS_MIN) return NONE
  if (NETWORK_ID.test(text)) return bare(text)
  const linked = LINK.exec(text)?.[1]
  if (linked) return bare(linked.startsWith('0') ? linked : `+${linked}`)
  const unlabelled = withoutLabel(text)
  if (unlabelled === null) return NONE
  const number = withoutDecimals(unlabelled)
  if (number.length > BARE_MAX_LENGTH && !BETWEEN_TWO.test(number)) return NONE
  if (holdsTwo(number)) return { text: null, problem: 'two_numbers' }
  const plain = plusInFront(number).replace(/[\s#*.,;:/-]+$/, '')
  return isOneNumber(plain) ? bare(plain) : NONE
}

function bare(text: string): BareNumber {
  return { text, problem: null }
}

function plainCharacters(text: string): string {
  return normalised(text, 'NFKC')
    .replace(INVISIBLE, '')
    .replace(/(?=\P{ASCII})\p{Nd}/gu, digitOf)
    .replace(/\p{Pd}|\u2212/gu, '-')
    .replace(/[^\S\n]+/g, ' ')
}

/** Unicode encodes the digits of every script in order, from 0 to 9. */
function digitOf(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value % 10)
}

/** Null when the text has words that are not a phone label. */
function withoutLabel(written: string): string | null {
  if (!/\p{L}/u.test(written)) return written.replace(BULLET, '')
  if (/\b(fax|faks)\b/i.test(written)) return null
  const text = written.replace(REMARK_BEHIND, '').replace(EXTENSION, '').replace(BULLET, '')
  const unremarked = text.replace(REMARK_BEFORE, '')
  const label = numberLabel(unremarked)
  return label === null ? null : unremarked.slice(label.length).trim().replace(BULLET, '')
}

function withoutDecimals(text: string): string {
  const [, whole = '', decimals = '', exponent = '0'] = SCIENTIFIC.exec(text) ?? []
  // Only when no digit was rounded away: otherwise a message would go to a wrong number.
  if (whole && decimals.length === Number(exponent)) return whole + decimals
  const rounded = text.replace(ZERO_DECIMALS, '$1')
  return THOUSANDS.test(rounded) ? rounded.replace(/\D/g, '') : rounded
}

function holdsTwo(text: string): boolean {
  if (/\d{7}.*[\s)(-]\+\s*\d{7}/.test(text) || /^\+?\d{8,} +\+?\d{8,}$/.test(text)) return true
  if (AREA_SLASH.test(text)) return false
  const parts = text.split(BETWEEN_TWO).filter((part) => /\d/.test(part ?? ''))
  const [first = ''] = parts
  return parts.length > 1 && first.replace(/\D/g, '').length >= 7
}

/** `(+60) 12` and `+ 60 12` as `+60 12`. */
function plusInFront(text: string): string {
  return text.replace(/^\(\s*\++\s*(\d{1,4})\s*\)/, '+$1 ').replace(/^\++\s*(\(?)/, '+$1')
}

function isOneNumber(text: string): boolean {
  const number = listMark(text)?.rest ?? text
  if (!SHAPE.test(number) || [LOOSE_END, DECIMAL, DATE].some((no) => no.test(text))) return false
  return !text.includes('/') || AREA_SLASH.test(text)
}

/** A possible list marker: `1. 012…`, `(2) 012…`, `3) 012…`, `4 012…`. */
const LIST_MARK = /^(\(?)(\d{1,4})(?:\)\s*|\.\s+|\.(?=[+0][^.]*$)|( )(?=[+0]))(.+)$/

export interface ListMark {
  readonly rest: string
  /** The marker may also be an area code or a country code. */
  readonly mayBelong: boolean
  readonly isClear: boolean
}

export function listMark(text: string): ListMark | null {
  const [, bracket, digits = '', blank, rest] = LIST_MARK.exec(text) ?? []
  if (!rest) return null
  const isClear = blank === undefined
  return { rest, mayBelong: bracket === '(' || digits.startsWith('0') || !isClear, isClear }
}

/** Words up to a colon, or up to the first digit, plus or bracket with one. */
const LABEL = /^(?:\p{L}[^:+\d]{0,40}(?:\d\s?)?:\s*(?:\/\/)?|[^\d+]{1,40}?(?=\(?\s*[+\d]))/u
/** Abbreviations on business cards and in other programs. */
const SHORT = /^[^\p{L}]*[ptmch][^\p{L}]*$/iu

/**
 * The label before a number, such as 'HP: ', 'Tel. ' or 'whatsapp:'. Empty without one, null when
 * other words precede the number.
 */
export function numberLabel(text: string): string | null {
  if (/^\(?\s*[+\d]/.test(text)) return ''
  const [label = null] = LABEL.exec(text) ?? []
  return label !== null && (SHORT.test(label) || phoneRank(label) !== null) ? label : null
}
