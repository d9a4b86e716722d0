import { Tooltip as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

const DELAY_MS = 300

/**
 * A short text on hover and focus. A disabled button receives no pointer events: wrap it in a
 * `<span tabIndex={0}>` and pass the span.
 */
export function Tooltip({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Radix.Provider delayDuration={DELAY_MS}>
      <Radix.Root>
        <Radix.Trigger asChild>{children}</Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            sideOffset={6}
            collisionPadding={10}
            className="z-50 max-w-64 rounded-md bg-foreground px-2 py-1 text-xs text-background data-[state=delayed-open]:animate-fade-in"
          >
            {label}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  )
}
