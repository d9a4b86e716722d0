const STEP = /(?:^|\.)([^.[\]"']+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y

/** How other notations name the answer itself. */
const ROOT = /^\$(?:\.|(?=\[)|$)/

/** Steps into an answer: names and, as digits, positions. */
export type AnswerPath = readonly string[]

/**
 * Reads `data.items[0].price` or `["two words"].x`, with or without `$.` before it; empty is the
 * whole answer. Null when it is neither.
 */
export function parsePath(written: string): AnswerPath | null {
  const text = written.trim().replace(ROOT, '')
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

function unquote(quoted: string | undefined): string | null {
  try {
    const name: unknown = JSON.parse(quoted ?? '')
    return typeof name === 'string' ? name : null
  } catch {
    return null
  }
}
