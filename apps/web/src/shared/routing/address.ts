import { createContext, use, useMemo } from 'react'
import { navigate } from './navigation.ts'
import type { VisitEntry } from './visit-entry.ts'

/** The place that is shown; while the code of another page loads, still the one before. */
export const AddressContext = createContext<VisitEntry | null>(null)

export function useAddress(): VisitEntry {
  const address = use(AddressContext)
  if (!address) throw new Error('useAddress needs an AppRouter around it.')
  return address
}

interface SearchOptions {
  replace?: boolean
  keepScroll?: boolean
}

/** The query of the address, and what changes it; what is to be changed is read when it is. */
export function useSearchParams() {
  const { search } = useAddress()
  return [useMemo(() => new URLSearchParams(search), [search]), setSearchParams] as const
}

function setSearchParams(
  next: Record<string, string> | ((before: URLSearchParams) => URLSearchParams),
  options: SearchOptions = {},
): void {
  const { pathname, search } = window.location
  const params =
    typeof next === 'function' ? next(new URLSearchParams(search)) : new URLSearchParams(next)
  navigate(params.size > 0 ? `${pathname}?${params}` : pathname, options)
}
