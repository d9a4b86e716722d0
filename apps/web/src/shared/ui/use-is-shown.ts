import { startTransition, useEffect, useState } from 'react'

/**
 * Whether the component stands on the page already: what is out of sight at first may be rendered
 * then, in slices.
 */
export function useIsShown(): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => startTransition(() => setIsShown(true)), [])
  return isShown
}
