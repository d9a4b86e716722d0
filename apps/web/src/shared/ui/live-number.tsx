import { useState } from 'react'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from './cn.ts'

/** A live count that flashes on each change, without movement. */
export function LiveNumber({ value, className }: { value: number; className?: string }) {
  const { number } = useFormat()
  const [seen, setSeen] = useState({ value, changes: 0 })
  if (seen.value !== value) setSeen({ value, changes: seen.changes + 1 })
  return (
    <span
      key={seen.changes}
      className={cn('tnum rounded-[4px]', seen.changes > 0 && 'animate-flash', className)}
    >
      {number(value)}
    </span>
  )
}
