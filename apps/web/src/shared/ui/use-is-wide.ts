import { useSyncExternalStore } from 'react'

/** Without matchMedia, every window counts as wide. */
function mediaQuery(media: string) {
  const list = () => (typeof window.matchMedia === 'function' ? window.matchMedia(media) : null)
  return {
    matches: () => list()?.matches ?? true,
    listen: (onChange: () => void) => {
      const query = list()
      query?.addEventListener('change', onChange)
      return () => query?.removeEventListener('change', onChange)
    },
  }
}

const wide = mediaQuery('(min-width: 48rem)')
const large = mediaQuery('(min-width: 64rem)')

/** Whether the window is at least Tailwind's `md`, wide enough for tables. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.listen, wide.matches, () => true)
}

/** Whether the window is at least Tailwind's `lg`, wide enough for a panel beside a form. */
export function useIsLarge(): boolean {
  return useSyncExternalStore(large.listen, large.matches, () => true)
}
