import { useEffect, useState } from 'react'

/** Keys pressed within this time ask the server once. */
const PAUSE_MS = 250

/** A text once it has stood still for a moment. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
