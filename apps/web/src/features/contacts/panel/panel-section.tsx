import { type ReactNode, useId } from 'react'

interface PanelSectionProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** A part of the contact's panel under its heading. */
export function PanelSection({ title, aside, children }: PanelSectionProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="px-5 py-4">
      <div className="mb-2.5 flex min-h-6 items-center justify-between gap-3">
        <h3 id={id} className="text-caption font-medium text-muted-foreground">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  )
}
