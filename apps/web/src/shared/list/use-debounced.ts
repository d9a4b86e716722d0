import { useEffect, useState } from 'react'

/** The debounce time in milliseconds. */
const PAUSE_MS = 250

/** Returns the text, delayed until it has not changed for 250 ms. */
export function useDebounced(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}
