import { type ReactNode, useId } from 'react'

interface SheetSectionProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** A part of the sheet beside a chat. */
export function SheetSection({ title, aside, children }: SheetSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="border-t px-4 py-3.5">
      <div className="mb-2 flex items-baseline justify-between gap-2">
        <h3 id={id} className="text-caption font-medium text-muted-foreground">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}

/** The look of an act beside the title of a part. */
export const sectionAct =
  'inline-flex items-center gap-1 text-caption font-medium whitespace-nowrap text-primary underline-offset-4 hover:underline disabled:opacity-50 pointer-coarse:min-h-9'

/** The look of a chip that adds something. */
export const addingChip =
  'inline-flex h-6 items-center gap-1 rounded-[6px] border border-dashed border-input px-2 text-xs text-muted-foreground hover:bg-accent pointer-coarse:h-9'

/** A line that says there is nothing. */
export function Nothing({ children }: { children: ReactNode }) {
  return <p className="text-caption text-muted-foreground">{children}</p>
}
