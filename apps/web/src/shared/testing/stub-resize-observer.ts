import { vi } from 'vitest'

/**
 * Stubs ResizeObserver, which Radix needs inside forms and jsdom lacks, until
 * `vi.unstubAllGlobals`.
 */
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
