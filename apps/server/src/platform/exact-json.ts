interface Source {
  /** The source text of numbers and other primitives. */
  readonly source?: string
}

interface ExactJson {
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
  parse(text: string, reviver: (key: string, value: unknown, context: Source) => unknown): unknown
}

// In Node since 21; TypeScript's library does not declare them yet.
const json = JSON as unknown as ExactJson

/**
 * A value that `JSON.stringify` writes exactly as `text`. Throws SyntaxError when it is not JSON.
 */
export const numberAsWritten = (text: string) => json.rawJSON(text)

export const isNumberAsWritten = (value: unknown) => json.isRawJSON(value)

/**
 * Parses JSON and preserves how numbers are written, such as `1.50` or identifiers too long for a
 * number; `JSON.stringify` writes them back alike. `change` is applied to all other values,
 * innermost first. Throws SyntaxError, or RangeError when nested too deep.
 */
export function parseExactly(
  text: string,
  change: (value: unknown) => unknown = (value) => value,
): unknown {
  return json.parse(text, (_key, value, { source }) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? numberAsWritten(source)
      : change(value),
  )
}
