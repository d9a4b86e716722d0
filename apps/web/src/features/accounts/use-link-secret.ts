import { useSyncExternalStore } from 'react'

/**
 * What a one-time link carries behind its `#`, which browsers send to no server;
 * '' when it carries nothing.
 */
export function useLinkSecret(name: 'invitation' | 'token'): string {
  const hash = useSyncExternalStore(onHashChange, () => window.location.hash)
  return new URLSearchParams(hash.slice(1)).get(name) ?? ''
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
