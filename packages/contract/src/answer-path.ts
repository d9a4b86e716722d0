const STEP = /(?:^|\.)([^.[\]"']+)|\[(\d+)\]|\[("(?:[^"\\]|\\.)*")\]/y

/** The name that JSONPath gives to the whole answer. */
const ROOT = /^\$(?:\.|(?=\[)|$)/

/** The steps of a path: property names and list positions, the latter as digits. */
export type AnswerPath = readonly string[]

/**
 * Parses `data.items[0].price` or `["two words"].x`, with or without a leading `$.`; an empty path
 * means the whole answer. Returns null for anything else.
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
