import { type ReactNode, useId } from 'react'

interface FormSectionProps {
  title: string
  /** At the right of the title. */
  aside?: ReactNode
  children: ReactNode
}

/** A group of fields in the form's card, separated by a line. */
export function FormSection({ title, aside, children }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-4 border-t px-5 py-5 first:border-0 sm:px-6"
    >
      <div className="flex items-center justify-between gap-4">
        <h2 id={id} className="text-title font-semibold">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  )
}
