import { fold } from '../../../platform/search-text.ts'

const AROUND = 60

export interface Snippet {
  readonly before: string
  readonly match: string
  readonly after: string
}

/** A line around the first place with one of these folded texts; the beginning without one. */
export function snippetOf(text: string, texts: readonly string[]): Snippet {
  const letters = [...text.replace(/\s+/g, ' ').trim()]
  // Folding may turn one letter into several, or into none.
  const starts: number[] = []
  let folded = ''
  for (const letter of letters) {
    starts.push(folded.length)
    folded += fold(letter)
  }
  for (const one of texts) {
    const at = folded.indexOf(one)
    if (at < 0) continue
    const first = starts.findLastIndex((start) => start <= at)
    const later = starts.findIndex((start) => start >= at + one.length)
    return cut(letters, first, later < 0 ? letters.length : later)
  }
  return cut(letters, 0, 0)
}

function cut(letters: readonly string[], first: number, end: number): Snippet {
  const from = Math.max(0, first - AROUND)
  const to = Math.min(letters.length, end + AROUND)
  return {
    before: (from > 0 ? '…' : '') + letters.slice(from, first).join(''),
    match: letters.slice(first, end).join(''),
    after: letters.slice(end, to).join('') + (to < letters.length ? '…' : ''),
  }
}
