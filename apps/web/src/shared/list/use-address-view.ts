import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from '#shared/routing/address.ts'
import { useDebounced } from './use-debounced.ts'

/**
 * The filters of a list, stored in the URL so that Back, a reload and a bookmark restore them.
 * Changes replace the history entry: Back leaves the page instead of undoing a search letter by
 * letter.
 */
export function useAddressView() {
  const [params, setParams] = useSearchParams()
  return {
    get: (key: string): string => params.get(key) ?? '',
    /** Sets parameters; an empty value removes its parameter. */
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

/** The text of a search field, stored in the URL as `q` once the user stops typing. */
export function useTypedSearch() {
  const view = useAddressView()
  const storedText = view.get('q')
  const [typed, setTyped] = useState(storedText)
  const settled = useDebounced(typed.trim())
  const written = useRef(storedText)
  // Only typed text is written to the address: text that Back removed may still settle later.
  const isTyped = useRef(false)
  // A link or Back restores the search of its address.
  useEffect(() => {
    if (storedText !== written.current) {
      setTyped(storedText)
      isTyped.current = false
    }
    written.current = storedText
  }, [storedText])
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
