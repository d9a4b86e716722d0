/** Punctuation that follows a word without a space. */
const CLOSING = new Set([...',.!?;:…'])

/**
 * Joins the texts around empty placeholders, dropping the blanks and the comma that belonged to
 * them: "Salam, " and "!" become "Salam!". Linear: each join looks at its two ends only.
 */
export function closeGaps(parts: readonly string[]): string {
  const done: string[] = []
  let [tail = ''] = parts
  for (const [index, part] of parts.slice(1).entries()) {
    const [left, right] = meet(tail, part, index === parts.length - 2)
    if (firstVisible(right) === right.length) {
      // Merges a part of blanks only, so that the next join still has the text before it.
      tail = left + right
    } else {
      done.push(left)
      tail = right
    }
  }
  return done.join('') + tail
}

function meet(before: string, after: string, last: boolean): [string, string] {
  const end = lastVisible(before)
  const start = firstVisible(after)
  const next = after[start]
  if (end === 0 || before[end - 1] === '\n') {
    return [before.slice(0, end), after.slice(afterComma(after, start))]
  }
  if (next === undefined ? last : next === '\n' || CLOSING.has(next)) {
    return [before.slice(0, withoutComma(before, end)), after.slice(start)]
  }
  return end < before.length ? [before.slice(0, end + 1), after.slice(start)] : [before, after]
}

/** The position after a comma that would start a line. */
function afterComma(text: string, start: number): number {
  return text[start] === ',' ? firstVisible(text, start + 1) : start
}

function withoutComma(text: string, end: number): number {
  return text[end - 1] === ',' ? lastVisible(text, end - 1) : end
}

function lastVisible(text: string, end = text.length): number {
  let place = end
  while (place > 0 && isBlank(text[place - 1])) place -= 1
  return place
}

function firstVisible(text: string, start = 0): number {
  let place = start
  while (place < text.length && isBlank(text[place])) place += 1
  return place
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}
