import {
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { Router } from 'wouter'
import { AddressContext, useAddress } from './address.ts'
import { navigate, onArrival, presentEntry } from './navigation.ts'
import type { VisitEntry } from './visit-entry.ts'

/**
 * The router of the signed-in pages, based on wouter. Navigates in a transition: the current page
 * stays on screen until the code of the next one is loaded. Restores the scroll position, which the
 * browser would do before the page is rendered.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(presentEntry)
  /** The scroll position of each history entry, by its key. */
  const [positions] = useState(() => new Map<string, number>())
  useEffect(() => {
    window.history.scrollRestoration = 'manual'
    const stop = onArrival((to, from) => {
      positions.set(from.key, window.scrollY)
      startTransition(() => setAddress(to))
    })
    // A redirect may have happened before this effect subscribed.
    setAddress(presentEntry())
    // After a reload the browser restores the position.
    const onPageHide = () => {
      window.history.scrollRestoration = 'auto'
    }
    window.addEventListener('pagehide', onPageHide)
    return () => {
      stop()
      window.removeEventListener('pagehide', onPageHide)
    }
  }, [positions])
  const isFirst = useRef(true)
  useLayoutEffect(() => {
    // The first page of a visit is not scrolled, which would force an early layout.
    if (!isFirst.current || address.hash) scrollTo(address, positions.get(address.key))
    isFirst.current = false
  }, [address, positions])
  return (
    <AddressContext value={address}>
      <Router hook={useShownPath} searchHook={useShownSearch}>
        {children}
      </Router>
    </AddressContext>
  )
}

const useShownPath = (): [string, typeof navigate] => [useAddress().pathname, navigate]
const useShownSearch = (): string => useAddress().search

/** A new entry starts at the top or at its fragment. */
function scrollTo({ hash, keepScroll }: VisitEntry, position: number | undefined): void {
  if (position === undefined && keepScroll) return
  const part = hash && document.getElementById(decoded(hash.slice(1)))
  if (position === undefined && part) part.scrollIntoView()
  else window.scrollTo(0, position ?? 0)
}

/** Decodes a fragment; a malformed one is used as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
