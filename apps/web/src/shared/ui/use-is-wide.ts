import { useSyncExternalStore } from 'react'

/** Where that cannot be asked, every window is wide. */
function mediaQuery(query: string) {
  const list = () => (typeof window.matchMedia === 'function' ? window.matchMedia(query) : null)
  return {
    matches: () => list()?.matches ?? true,
    listen: (onChange: () => void) => {
      const asked = list()
      asked?.addEventListener('change', onChange)
      return () => asked?.removeEventListener('change', onChange)
    },
  }
}

const wide = mediaQuery('(min-width: 48rem)')
const large = mediaQuery('(min-width: 64rem)')

/** Whether there is room for a table beside its numbers: Tailwind's `md:`. */
export function useIsWide(): boolean {
  return useSyncExternalStore(wide.listen, wide.matches, () => true)
}

/** Whether there is room for something beside a form: Tailwind's `lg:`. */
export function useIsLarge(): boolean {
  return useSyncExternalStore(large.listen, large.matches, () => true)
}
