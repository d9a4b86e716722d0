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
import { restoreScroll, trackScrollPositions } from './scroll-positions.ts'
import type { VisitEntry } from './visit-entry.ts'

/**
 * The router of the signed-in pages, based on wouter. Navigates in a transition: the current page
 * stays on screen until the code of the next one is loaded.
 */
export function AppRouter({ children }: { children: ReactNode }) {
  const [address, setAddress] = useState(presentEntry)
  useEffect(() => {
    const places = trackScrollPositions()
    const stop = onArrival((to, from) => {
      places.note(from)
      startTransition(() => setAddress(to))
    })
    // A redirect may have happened before this effect subscribed.
    setAddress(presentEntry())
    return () => {
      stop()
      places.end()
    }
  }, [])
  const before = useRef<VisitEntry | null>(null)
  useLayoutEffect(() => {
    restoreScroll(address, before.current === null)
    before.current = address
  }, [address])
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
