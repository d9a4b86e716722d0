interface Source {
  /** As it is written, of numbers and the like. */
  readonly source?: string
}

interface ExactJson {
  rawJSON(text: string): object
  isRawJSON(value: unknown): boolean
  parse(text: string, reviver: (key: string, value: unknown, context: Source) => unknown): unknown
}

// In Node since 21; the language's own types do not have them yet.
const json = JSON as unknown as ExactJson

/** A value `JSON.stringify` writes as `text` has it. Throws SyntaxError when that is no JSON. */
export const numberAsWritten = (text: string) => json.rawJSON(text)

export const isNumberAsWritten = (value: unknown) => json.isRawJSON(value)

/**
 * Reads JSON and keeps numbers as they are written: `1.50`, and identifiers longer than a number
 * holds. Those `JSON.stringify` writes back alike. `change` is applied to everything else, the
 * innermost first. Throws SyntaxError; RangeError when it is nested too deep.
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
