import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { cn } from './cn.ts'
import { scrimClasses } from './dialog.tsx'
import { dialogEvents } from './dialog-events.ts'
import { useReturnFocus } from './use-return-focus.ts'

interface SheetProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  side: 'left' | 'right' | 'bottom'
  /** Announced but not shown; the content has its own heading. */
  title: string
  className?: string
  children: ReactNode
}

const sides = {
  right:
    'inset-y-0 right-0 w-full sm:w-[440px] sm:border-l data-[state=open]:animate-from-right data-[state=closed]:animate-to-right',
  left: 'inset-y-0 left-0 w-[300px] max-w-[85vw] border-r data-[state=open]:animate-from-left data-[state=closed]:animate-to-left',
  bottom:
    'inset-x-0 bottom-0 max-h-[88dvh] rounded-t-xl overflow-y-auto data-[state=open]:animate-from-bottom data-[state=closed]:animate-to-bottom',
}

/** A panel that slides in over the page: the navigation drawer, the preview on phones. */
export function Sheet({ open, onOpenChange, side, title, className, children }: SheetProps) {
  const returnFocus = useReturnFocus(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={scrimClasses} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={returnFocus}
          {...dialogEvents}
          className={cn(
            'fixed z-50 flex flex-col bg-popover text-popover-foreground shadow-pop outline-none',
            sides[side],
            className,
          )}
        >
          <Radix.Title className="sr-only">{title}</Radix.Title>
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

export const SheetClose = Radix.Close
