const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const LIST_START = 0x5b
const LIST_END = 0x5d
const OBJECT_START = 0x7b
const OBJECT_END = 0x7d

/** Nesting depth and total number of values that a JSON text may have. */
export interface JsonBounds {
  readonly maxDepth: number
  readonly maxValues: number
}

/**
 * Whether foreign JSON has too much depth or too many values to be parsed: parsing a megabyte of
 * brackets takes a hundred times as long as scanning it. Scans only outside of strings, and does
 * not validate.
 */
export function isTooDeepOrLong(json: Buffer, { maxDepth, maxValues }: JsonBounds): boolean {
  let depth = 0
  let values = 1
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at] ?? 0
    if (byte === QUOTE) {
      at = endOfText(json, at)
    } else if (byte === LIST_START || byte === OBJECT_START) {
      depth += 1
      values += 1
    } else if (byte === LIST_END || byte === OBJECT_END) {
      depth -= 1
    } else if (byte === COMMA) {
      values += 1
    }
    if (depth > maxDepth || values > maxValues) return true
  }
  return false
}

/** The end of the string that starts at `start`: its closing quote, or the end of the text. */
function endOfText(json: Buffer, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== QUOTE) at += json[at] === BACKSLASH ? 2 : 1
  return at
}
