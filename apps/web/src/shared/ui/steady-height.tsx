import { type ReactNode, useLayoutEffect, useRef } from 'react'

interface SteadyHeightProps {
  /** What stands here now is not to be lower than what stood here before. */
  steady: boolean
  children: ReactNode
  className?: string
}

/** Keeps its height while something lower stands in for its content: what is below would move. */
export function SteadyHeight({ steady, children, className }: SteadyHeightProps) {
  const box = useRef<HTMLDivElement>(null)
  const last = useRef(0)
  // Its content may have grown since: measured with each render, the last one before it goes too.
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
