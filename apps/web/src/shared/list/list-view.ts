export interface Sorting<K extends string> {
  by: K
  descending: boolean
}

/** Defines how a list is searched and sorted in the browser. */
export interface ListShape<T, K extends string> {
  /** The texts of an item that are searched. */
  words: (item: T) => readonly string[]
  /**
   * The sort value of each column; texts are compared by the rules of the user's language, ignoring
   * case.
   */
  columns: Record<K, (item: T) => string | number>
}

/** Filters items that contain every word of `search`, and sorts them. The sort is stable. */
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
  const searchedWords = search.toLowerCase().split(/\s+/).filter(Boolean)
  return items.filter((item) => {
    const text = wordsOf(item).join('\n').toLowerCase()
    return searchedWords.every((word) => text.includes(word))
  })
}

/** One page of a list, counted from 0; a page past the end becomes the last one. */
export function pageOf<T>(items: readonly T[], page: number, size: number) {
  const last = Math.max(0, Math.ceil(items.length / size) - 1)
  const current = Math.min(Math.max(0, page), last)
  const first = current * size
  return { rows: items.slice(first, first + size), first, page: current, last }
}
