import { createContext, use, useMemo } from 'react'
import { navigate } from './navigation.ts'
import type { VisitEntry } from './visit-entry.ts'

/** The history entry on screen; still the previous one while the next page's code loads. */
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

/** The query parameters and a function to change them, which reads their latest values. */
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
