import { useState } from 'react'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from './cn.ts'

/** A live count that flashes on each change, without movement. */
export function LiveNumber({ value, className }: { value: number; className?: string }) {
  const { number } = useFormat()
  const [last, setLast] = useState({ value, changes: 0 })
  if (last.value !== value) setLast({ value, changes: last.changes + 1 })
  return (
    <span
      key={last.changes}
      className={cn('tnum rounded-[4px]', last.changes > 0 && 'animate-flash', className)}
    >
      {number(value)}
    </span>
  )
}
