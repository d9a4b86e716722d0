import type { ListedText } from '@kirim/contract/saved-texts'

/** What is searched for: the words behind a slash that begins a reply; null where there is none. */
export function searchedReply(text: string): string | null {
  return /^\/([^\n]{0,60})$/.exec(text)?.[1] ?? null
}

/** Saved replies whose name begins so, then those that have it anywhere. */
export function matchingReplies(
  searched: string,
  saved: readonly ListedText[],
): readonly ListedText[] {
  const wanted = searched.trim().toLocaleLowerCase()
  const rank = ({ name, start }: ListedText) => {
    const known = name.toLocaleLowerCase()
    if (known.startsWith(wanted)) return 0
    if (known.includes(wanted)) return 1
    return start.toLocaleLowerCase().includes(wanted) ? 2 : 3
  }
  return saved.filter((one) => rank(one) < 3).toSorted((a, b) => rank(a) - rank(b))
}
