import { useState } from 'react'
import { cn } from './cn.ts'
import { initialsOf } from './initials.ts'

interface AvatarProps {
  name: string
  /** Green for linked numbers, neutral for people. */
  kind?: 'person' | 'number'
  size?: 'sm' | 'md'
  /** Photos are only loaded from the network. */
  src?: string
  className?: string
}

/** Decorative: always shown next to the name. Shows initials until a photo is loaded. */
export function Avatar({ name, kind = 'person', size = 'md', src, className }: AvatarProps) {
  const [shown, setShown] = useState<string | null>(null)
  return (
    <span
      aria-hidden="true"
      className={cn(
        'grid shrink-0 place-items-center overflow-hidden rounded-full text-xs font-semibold',
        size === 'sm' ? 'size-7' : 'size-9',
        kind === 'number' ? 'bg-primary/12 text-primary' : 'bg-neutral-ink/12 text-neutral-ink',
        className,
      )}
    >
      {src && (
        <img
          src={src}
          alt=""
          hidden={shown !== src}
          onLoad={() => setShown(src)}
          className="size-full object-cover"
        />
      )}
      {(!src || shown !== src) && initialsOf(name)}
    </span>
  )
}
