import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { cn } from '#shared/ui/cn.ts'
import { Th } from '#shared/ui/table.tsx'
import type { SortingState } from './use-list.ts'

interface SortableThProps<K extends string> {
  by: K
  label: string
  sorting: SortingState<K>
  className?: string
}

/** A column's head that sorts by it; pressed again, from the other end. */
export function SortableTh<K extends string>({
  by,
  label,
  sorting,
  className,
}: SortableThProps<K>) {
  const { current, change } = sorting
  const active = current?.by === by
  const descending = active && current.descending
  const Icon = active ? (descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <Th
      className={className}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
    >
      <button
        type="button"
        onClick={() => change({ by, descending: active && !descending })}
        className={cn(
          '-mx-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 whitespace-nowrap hover:text-foreground',
          active && 'text-foreground',
        )}
      >
        {label}
        <Icon aria-hidden="true" className={cn('size-3 stroke-2', !active && 'opacity-60')} />
      </button>
    </Th>
  )
}
