import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface SteadyHeightProps {
  /** Whether the previous height is kept as the minimum. */
  steady: boolean
  children: ReactNode
  className?: string
}

/** Keeps its height while a smaller placeholder is shown, so that content below does not move. */
export function SteadyHeight({ steady, children, className }: SteadyHeightProps) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(0)
  // Measured after every render, because the content may grow.
  useLayoutEffect(() => {
    const node = box.current
    if (!node) return
    node.style.minHeight = steady ? `${last.current}px` : ''
    if (!steady) last.current = node.offsetHeight
  })
  return (
    <div ref={box} data-steady="" className={className}>
      {children}
    </div>
  )
}
