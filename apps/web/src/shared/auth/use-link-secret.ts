import { useSyncExternalStore } from 'react'

/**
 * The secret after the `#` of a one-time link, which browsers do not send to servers; '' without
 * one.
 */
export function useLinkSecret(name: 'invitation' | 'token'): string {
  const hash = useSyncExternalStore(onHashChange, () => window.location.hash)
  return new URLSearchParams(hash.slice(1)).get(name) ?? ''
}

function onHashChange(changed: () => void): () => void {
  window.addEventListener('hashchange', changed)
  return () => window.removeEventListener('hashchange', changed)
}
