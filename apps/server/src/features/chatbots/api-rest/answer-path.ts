const STEP = /(?:^|\.)([^.[\]"']+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y

/** Steps into an answer: names and, as digits, positions. */
export type AnswerPath = readonly string[]

/**
 * Reads `data.items[0].price` or `["two words"].x`; empty is the whole answer. Null when it is neither.
 */
export function parsePath(written: string): AnswerPath | null {
  const text = written.trim()
  const steps: string[] = []
  STEP.lastIndex = 0
  while (STEP.lastIndex < text.length) {
    const found = STEP.exec(text)
    const step = found && (found[1] ?? found[2] ?? unquote(found[3]))
    if (step === null || step === undefined) return null
    steps.push(step)
  }
  return steps
}

/**
 * What stands at the end of the path, as text: what is missing or null is empty, lists and objects are
 * JSON. Never throws.
 */
export function textAt(answer: unknown, path: AnswerPath): string {
  let value = answer
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return ''
    value = (value as Record<string, unknown>)[step]
  }
  return textOf(value).toWellFormed().replaceAll('\0', '')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  try {
    return JSON.stringify(value)
  } catch {
    // Nested deeper than can be written down.
    return ''
  }
}

function unquote(quoted: string | undefined): string | null {
  try {
    const name: unknown = JSON.parse(quoted ?? '')
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}
