import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'

interface GroupEntryProps {
  icon: LucideIcon
  name: string
  /** Undefined while it is loading. */
  count: number | undefined
  current: boolean
  onSelect: () => void
  menu?: ReactNode
}

/** A group, or all contacts, with how many they are. */
export function GroupEntry({ icon: Icon, name, count, current, onSelect, menu }: GroupEntryProps) {
  const { number } = useFormat()
  return (
    <li className="group relative flex items-center">
      <button
        type="button"
        aria-current={current || undefined}
        onClick={onSelect}
        className={cn(
          'flex h-9 min-w-0 flex-1 items-center gap-2.5 rounded-md px-2.5 text-left transition-colors duration-100 hover:bg-accent pointer-coarse:h-11',
          current && 'bg-accent font-medium',
        )}
      >
        <Icon className="size-4 text-muted-foreground" aria-hidden="true" />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span
          className={cn(
            'tnum text-caption font-normal text-muted-foreground',
            menu && 'group-focus-within:mr-7 group-hover:mr-7 pointer-coarse:mr-9',
            menu && current && 'mr-7',
          )}
        >
          {count !== undefined && number(count)}
        </span>
      </button>
      {menu && (
        <div
          className={cn(
            'absolute right-1 transition-opacity duration-100 group-focus-within:opacity-100 group-hover:opacity-100 has-[[aria-expanded=true]]:opacity-100 pointer-coarse:opacity-100',
            !current && 'opacity-0',
          )}
        >
          {menu}
        </div>
      )}
    </li>
  )
}
