import { useSyncExternalStore } from 'react'

/** More are not told apart. */
const MOST = 99

let count = 0
let plainIcon: string | null = null
const listeners = new Set<() => void>()

/** Shows a number in the browser tab: before its title, and on its icon; 0 shows none. */
export function setTabCount(next: number): void {
  if (next === count) return
  count = next
  for (const listener of listeners) listener()
  showOnIcon(count)
}

/** The title of the tab with its number. */
export function useCountedTitle(title: string): string {
  const shown = useSyncExternalStore(listen, () => count)
  return shown === 0 ? title : `(${wordOf(shown)}) ${title}`
}

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const wordOf = (n: number) => (n > MOST ? `${MOST}+` : String(n))

function showOnIcon(n: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]')
  if (!link) return
  plainIcon ??= link.href
  link.href = n === 0 ? plainIcon : `data:image/svg+xml,${encodeURIComponent(badge(wordOf(n)))}`
}

/** Kirim's mark with a number at its foot, in the colours of `mark.svg`. */
function badge(word: string): string {
  const width = 10 + 7 * word.length
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0d5f47"/><path d="M7 6.5h4.8v19H7z" fill="#fff"/><path d="M13.3 16 26.6 6.2l-5 9.8z" fill="#f1b842"/><path d="M13.3 16h8.3l4 9.5h-5.7z" fill="#fff"/><rect x="${32 - width}" y="15" width="${width}" height="17" rx="8" fill="#c02f1d"/><text x="${32 - width / 2}" y="28" text-anchor="middle" font-family="sans-serif" font-size="13" font-weight="700" fill="#fff">${word}</text></svg>`
}
