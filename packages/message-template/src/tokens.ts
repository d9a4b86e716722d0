import { fieldKey, type KnownFields } from './field-key.ts'
import { PLACEHOLDERS, type PlaceholderName, type Span } from './template.ts'

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
  /** The literal text of the token, used when it has no special meaning. */
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
 * `[name]`, `[name|fallback]` or `[now_formatted|format]`; a format may contain day.js literals
 * such as `[at]`. Braces, line breaks and backslashes end the match, so that an unclosed bracket
 * never swallows a choice. The lengths are bounded to keep each attempt, and so the whole scan,
 * cheap.
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

/** Splits `source` into tokens without gaps. Linear time on any string. */
export function tokenize(source: string, fields: KnownFields): (Token | PlaceholderToken)[] {
  const tokens: (Token | PlaceholderToken)[] = []
  let position = 0
  while (position < source.length) {
    const token = nextToken(source, position, fields)
    tokens.push(token)
    position = token.end
  }
  return tokens
}

function nextToken(source: string, start: number, fields: KnownFields): Token | PlaceholderToken {
  const plain = matchAt(PLAIN, source, start)
  if (plain) return { kind: 'text', start, end: start + plain[0].length, value: plain[0] }
  const escaped = matchAt(ESCAPED, source, start)
  if (escaped) return { kind: 'text', start, end: start + 2, value: escaped[1] ?? '' }
  const bracketed = matchAt(BRACKETED, source, start)
  if (bracketed) return bracketedToken(bracketed, start, fields)
  const value = source.charAt(start)
  return { kind: MARKS[value] ?? 'text', start, end: start + 1, value }
}

const API_FIELD = /^api\.([A-Za-z]\w{0,49})$/

function bracketedToken(
  match: RegExpExecArray,
  start: number,
  fields: KnownFields,
): Token | PlaceholderToken {
  const [value, written = '', afterBar] = match
  const span = { start, end: start + value.length, value }
  const { name, format } = meaningOf(written, fields)
  if (!name) return { kind: 'unknown-placeholder', ...span }
  switch (PLACEHOLDERS[name]) {
    case 'fallback':
      return { kind: 'placeholder', ...span, name, format, fallback: afterBar }
    case 'format':
      return { kind: 'placeholder', ...span, name, format: afterBar, fallback: undefined }
    case 'nothing':
      return afterBar === undefined
        ? { kind: 'placeholder', ...span, name, format: undefined, fallback: undefined }
        : { kind: 'unknown-placeholder', ...span }
  }
}

interface Meaning {
  readonly name: PlaceholderName | null
  readonly format: string | undefined
}

/** Built-in names take precedence over fields; `[api]` and `[field]` need a field name. */
function meaningOf(written: string, fields: KnownFields): Meaning {
  const answered = API_FIELD.exec(written)?.[1]
  if (answered) return { name: 'api', format: answered }
  if (isName(written)) return { name: written, format: undefined }
  const key = fieldKey(written)
  return fields.has(key) ? { name: 'field', format: key } : { name: null, format: undefined }
}

function isName(written: string): written is PlaceholderName {
  return written !== 'api' && written !== 'field' && Object.hasOwn(PLACEHOLDERS, written)
}

function matchAt(sticky: RegExp, source: string, position: number): RegExpExecArray | null {
  sticky.lastIndex = position
  return sticky.exec(source)
}
