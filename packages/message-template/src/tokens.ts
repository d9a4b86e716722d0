import { PLACEHOLDER_NAMES, type PlaceholderName, type Span } from './template.ts'

export interface Token extends Span {
  readonly kind:
    | 'text'
    | 'placeholder'
    | 'unknown-placeholder'
    | 'brace-open'
    | 'bar'
    | 'brace-close'
    | 'bracket-open'
    | 'bracket-close'
  /** What the token is sent as when it turns out to mean nothing more than text. */
  readonly value: string
}

export interface PlaceholderToken extends Token {
  readonly kind: 'placeholder'
  readonly name: PlaceholderName
  readonly format: string | undefined
  readonly fallback: string | undefined
}

const PLAIN = /[^\\{}|[\]]+/y
const ESCAPED = /\\([\\{}|[\]])/y
/**
 * `[name]`, `[name|fallback]` or `[now_formatted|format]`; a format may hold day.js literals such as
 * `[at]`. Braces, line breaks and backslashes end the attempt, so that a forgotten bracket never
 * swallows a choice. The lengths are bounded to keep one attempt, and thereby the whole scan, cheap.
 */
const BRACKETED =
  /\[([^[\]{}|\\\n]{1,100})(?:\|((?:[^[\]{}\\\n]|\[[^[\]{}\\\n]{0,100}\]){0,200}))?\]/y

const MARKS: Readonly<Record<string, Token['kind']>> = {
  '{': 'brace-open',
  '|': 'bar',
  '}': 'brace-close',
  '[': 'bracket-open',
  ']': 'bracket-close',
}

/** Cuts `source` into tokens without gaps; works in linear time on any string. */
export function tokenize(source: string): (Token | PlaceholderToken)[] {
  const tokens: (Token | PlaceholderToken)[] = []
  let position = 0
  while (position < source.length) {
    const token = nextToken(source, position)
    tokens.push(token)
    position = token.end
  }
  return tokens
}

function nextToken(source: string, start: number): Token | PlaceholderToken {
  const plain = matchAt(PLAIN, source, start)
  if (plain) return { kind: 'text', start, end: start + plain[0].length, value: plain[0] }
  const escaped = matchAt(ESCAPED, source, start)
  if (escaped) return { kind: 'text', start, end: start + 2, value: escaped[1] ?? '' }
  const bracketed = matchAt(BRACKETED, source, start)
  if (bracketed) return bracketedToken(bracketed, start)
  const value = source.charAt(start)
  return { kind: MARKS[value] ?? 'text', start, end: start + 1, value }
}

/** `[api.price]`: a field of the answer that the sender's own system gave. */
const API_FIELD = /^api\.([A-Za-z]\w{0,49})$/

/** Those that may stand for nothing, and so take a fallback behind the bar. */
const MAY_BE_EMPTY: ReadonlySet<PlaceholderName> = new Set(['name', 'wa_name', 'me_wa_name', 'api'])

function bracketedToken(match: RegExpExecArray, start: number): Token | PlaceholderToken {
  const [value, written = '', afterBar] = match
  const span = { start, end: start + value.length, value }
  const field = API_FIELD.exec(written)?.[1]
  const name = field ? 'api' : PLACEHOLDER_NAMES.find((known) => known === written)
  if (!name) return { kind: 'unknown-placeholder', ...span }
  if (MAY_BE_EMPTY.has(name)) {
    return { kind: 'placeholder', ...span, name, format: field, fallback: afterBar }
  }
  if (afterBar !== undefined && name !== 'now_formatted') {
    return { kind: 'unknown-placeholder', ...span }
  }
  return { kind: 'placeholder', ...span, name, format: afterBar, fallback: undefined }
}

function matchAt(sticky: RegExp, source: string, position: number): RegExpExecArray | null {
  sticky.lastIndex = position
  return sticky.exec(source)
}
