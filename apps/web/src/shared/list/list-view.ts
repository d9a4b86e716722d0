export interface Sorting<K extends string> {
  by: K
  descending: boolean
}

/** How a list is searched and sorted in the browser. */
export interface ListShape<T, K extends string> {
  /** A search looks in these. */
  words: (item: T) => readonly string[]
  /**
   * What each column sorts by; texts are compared as the reader's language does,
   * without regard to case.
   */
  columns: Record<K, (item: T) => string | number>
}

/** The items in which every word of `search` is found, sorted; equal ones keep their order. */
export function arrangeRows<T, K extends string>(
  items: readonly T[],
  shape: ListShape<T, K>,
  search: string,
  sorting: Sorting<K> | null,
  language: string,
): T[] {
  const found = searched(items, shape.words, search)
  if (!sorting) return found
  const keyOf = shape.columns[sorting.by]
  const collator = new Intl.Collator(language, { numeric: true, sensitivity: 'base' })
  const compare = (a: string | number, b: string | number) =>
    typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
  const direction = sorting.descending ? -1 : 1
  return found.sort((a, b) => direction * compare(keyOf(a), keyOf(b)))
}

function searched<T>(
  items: readonly T[],
  wordsOf: (item: T) => readonly string[],
  search: string,
): T[] {
  const sought = search.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = wordsOf(item).join('\n').toLowerCase()
    return sought.every((word) => text.includes(word))
  })
}

/** One page of a list; a page that no longer exists is the last one. Numbers count from 0. */
export function pageOf<T>(items: readonly T[], page: number, size: number) {
  const last = Math.max(0, Math.ceil(items.length / size) - 1)
  const current = Math.min(Math.max(0, page), last)
  const first = current * size
  return { rows: items.slice(first, first + size), first, page: current, last }
}
