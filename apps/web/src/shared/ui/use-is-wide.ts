import { useSyncExternalStore } from 'react'

/** From here on there is room for a table beside its numbers: Tailwind's `md:`. */
const WIDE = '(min-width: 48rem)'

/** Whether the window is wide enough for tables; where that cannot be asked it is. */
export function useIsWide(): boolean {
  return useSyncExternalStore(listen, isWide, () => true)
}

function isWide(): boolean {
  return typeof window.matchMedia !== 'function' || window.matchMedia(WIDE).matches
}

function listen(onChange: () => void): () => void {
  if (typeof window.matchMedia !== 'function') return () => undefined
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
