import { cn } from '#shared/ui/cn.ts'
import { initialsOf } from '#shared/ui/initials.ts'

/** Decorative: always shown next to the name. */
export function WorkspaceTile({ name, size }: { name: string; size: 'sm' | 'md' }) {
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid shrink-0 place-items-center overflow-hidden border bg-background font-semibold text-foreground',
        size === 'sm' ? 'size-6 rounded-[5px] text-[10px]' : 'size-8 rounded-md text-xs',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
