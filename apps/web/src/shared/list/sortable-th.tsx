import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#shared/ui/cn.ts'
import { Th } from '#shared/ui/table.tsx'
import type { Sorting } from './list-view.ts'
import type { SortingState } from './use-list.ts'

interface SortableThProps<K extends string> {
  by: K
  label: string
  sorting: SortingState<K>
  /** Right-aligned, for numbers. */
  end?: boolean
  /** Stands before the label: a checkbox for the rows. */
  leading?: ReactNode
  className?: string
}

/** A sortable column head. Each press moves on: ascending, descending, unsorted. */
export function SortableTh<K extends string>({
  by,
  label,
  sorting,
  end = false,
  leading,
  className,
}: SortableThProps<K>) {
  const { current, change } = sorting
  const active = current?.by === by
  const descending = active && current.descending
  const Icon = active ? (descending ? ArrowDown : ArrowUp) : ChevronsUpDown
  return (
    <Th
      end={end}
      className={className}
      aria-sort={active ? (descending ? 'descending' : 'ascending') : undefined}
    >
      {leading}
      <button
        type="button"
        onClick={() => change(nextSorting(current, by))}
        className={cn(
          'relative -mx-1.5 inline-flex h-7 items-center gap-1 rounded-md px-1.5 whitespace-nowrap hover:text-foreground',
          active && 'text-foreground',
        )}
      >
        {label}
        <Icon
          aria-hidden="true"
          className={cn(
            'size-3 stroke-2',
            !active && 'opacity-60',
            // The label aligns with the numbers' right edge; the icon is placed before it.
            end && 'absolute right-full -mr-1',
          )}
        />
      </button>
    </Th>
  )
}

function nextSorting<K extends string>(current: Sorting<K> | null, by: K): Sorting<K> | null {
  if (current?.by !== by) return { by, descending: false }
  return current.descending ? null : { by, descending: true }
}
