import { startTransition, useEffect, useState } from 'react'

/**
 * Whether the component is mounted. Content outside the initial viewport can be rendered
 * afterwards, in slices.
 */
export function useIsShown(): boolean {
  const [isShown, setIsShown] = useState(false)
  useEffect(() => startTransition(() => setIsShown(true)), [])
  return isShown
}
