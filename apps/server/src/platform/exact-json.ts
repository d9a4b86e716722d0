interface Source {
  /** As it is written, of numbers and the like. */
  readonly source?: string
}

declare global {
  // In Node since 21; the language's own types do not have them yet.
  interface JSON {
    rawJSON(text: string): object
    isRawJSON(value: unknown): boolean
    parse(text: string, reviver: (key: string, value: unknown, context: Source) => unknown): unknown
  }
}

/**
 * Reads JSON and keeps numbers as they are written: `1.50`, and identifiers longer than a number holds. Those are
 * raw JSON values, which `JSON.stringify` writes back alike. `change` is applied to everything else, the innermost
 * first. Throws SyntaxError; RangeError when it is nested too deep.
 */
export function parseExactly(
  text: string,
  change: (value: unknown) => unknown = (value) => value,
): unknown {
  return JSON.parse(text, (_key, value: unknown, { source }: Source) =>
    typeof value === 'number' && source !== undefined && String(value) !== source
      ? JSON.rawJSON(source)
      : change(value),
  )
}
