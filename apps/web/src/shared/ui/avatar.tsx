import { Avatar as Radix } from 'radix-ui'
import { cn } from './cn.ts'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  /** Linked numbers are pandan, people neutral. */
  kind?: 'person' | 'number'
  size?: 'sm' | 'md'
  /** Photos only from the network. */
  src?: string
  className?: string
}

/** Decoration: the name always stands beside it. */
export function Avatar({ name, kind = 'person', size = 'md', src, className }: AvatarProps) {
  return (
    <Radix.Root
      aria-hidden="true"
      className={cn(
        'grid shrink-0 place-items-center overflow-hidden rounded-full text-xs font-semibold',
        size === 'sm' ? 'size-7' : 'size-9',
        kind === 'number' ? 'bg-primary/12 text-primary' : 'bg-neutral-ink/12 text-neutral-ink',
        className,
      )}
    >
      {src && <Radix.Image src={src} alt="" className="size-full object-cover" />}
      <Radix.Fallback>{initialsOf(name)}</Radix.Fallback>
    </Radix.Root>
  )
}
