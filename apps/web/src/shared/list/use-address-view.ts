import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from '#shared/routing/address.ts'
import { useDebounced } from './use-debounced.ts'

/**
 * What narrows a list down, kept in the address so that Back, a reload and a bookmark find it
 * again. It takes the place of what stood there: Back leaves the page, it does not undo a search
 * letter by letter.
 */
export function useAddressView() {
  const [params, setParams] = useSearchParams()
  return {
    get: (key: string): string => params.get(key) ?? '',
    /** An empty value leaves the address. */
    set: (values: Readonly<Record<string, string>>) =>
      setParams(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [key, value] of Object.entries(values)) {
            if (value) next.set(key, value)
            else next.delete(key)
          }
          return next
        },
        { replace: true, keepScroll: true },
      ),
  }
}

/** The text of a search box, which the address keeps as `q` once it has stood still. */
export function useTypedSearch() {
  const view = useAddressView()
  const kept = view.get('q')
  const [typed, setTyped] = useState(kept)
  const settled = useDebounced(typed.trim())
  const written = useRef(kept)
  // Only what somebody typed goes to the address: what Back took away may still settle after it.
  const isTyped = useRef(false)
  // A link to the page, or Back, shows the page as its address has it.
  useEffect(() => {
    if (kept !== written.current) {
      setTyped(kept)
      isTyped.current = false
    }
    written.current = kept
  }, [kept])
  const write = useEffectEvent((text: string) => {
    if (!isTyped.current || text === written.current) return
    written.current = text
    view.set({ q: text, page: '' })
  })
  useEffect(() => write(settled), [settled])
  return {
    typed,
    setTyped(text: string) {
      isTyped.current = true
      setTyped(text)
    },
    settled,
  }
}
