import { LoaderCircle } from 'lucide-react'
import { type ReactNode, useLayoutEffect } from 'react'
import { cn } from './cn.ts'
import { pauseIdleWork } from './when-idle.ts'

/** A static grey placeholder with the size of the final content. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cn('block rounded bg-muted', className)} />
}

/**
 * The loading state of a card: skeletons and a text below. Hidden for the first 200 ms. By default,
 * three rows with avatar, two lines and a button.
 */
export function Loading({ text, children }: { text: string; children?: ReactNode }) {
  useLayoutEffect(pauseIdleWork, [])
  return (
    <div aria-busy="true" className="animate-appear">
      {children ?? <SkeletonRows />}
      <p role="status" className="border-t px-5 py-3 text-caption text-muted-foreground">
        {text}
      </p>
    </div>
  )
}

function SkeletonRows() {
  return ['w-36', 'w-28', 'w-44'].map((width) => (
    <div key={width} className="flex items-center gap-3 border-t px-5 py-3.5">
      <Skeleton className="size-9 shrink-0 rounded-full" />
      <div className="min-w-0 flex-1">
        <Skeleton className={cn('mb-2 h-3 max-w-full', width)} />
        <Skeleton className="h-2.5 w-24" />
      </div>
      <Skeleton className="h-8 w-24 shrink-0 rounded-md" />
    </div>
  ))
}

/** A spinning icon, always used next to a text. */
export function Spinner({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn('size-4 animate-spin', className)} />
}
