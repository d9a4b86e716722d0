import { vi } from 'vitest'

/** Radix measures its controls inside forms, which jsdom cannot; until the globals are put back. */
export function stubResizeObserver(): void {
  const nothing = () => undefined
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      unobserve = nothing
      disconnect = nothing
    },
  )
}
