type Parts = typeof import('./menu-parts.tsx')

let loaded: Parts | null = null

async function load(): Promise<Parts> {
  loaded ??= await import('./menu-parts.tsx')
  return loaded
}

/** The code of menus, which no page needs before one is opened. */
export const menuParts = {
  /** Null until it has been loaded. */
  now: () => loaded,
  load,
  /** Loads it once the page has nothing else to do; returns what calls that off. */
  prepare: () => (loaded ? undefined : whenIdle(() => void load().catch(() => undefined))),
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
