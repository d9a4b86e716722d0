import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Card } from '#shared/ui/card.tsx'

interface FormFrameProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  saving: boolean
  /**
   * The number of submits. After each one that fails, here or on the server, the first invalid
   * field gets the focus.
   */
  submits: number
  /**
   * The number of answered draft offers. Each answer removes the offer and moves the focus to the
   * first field.
   */
  answers: number
  /** On small screens: the button in the footer bar that opens the preview. */
  previewButton: ReactNode
  /** The buttons at the right of the footer bar. */
  actions: ReactNode
  /** The preview beside the form on large screens. */
  preview: ReactNode
  children: ReactNode
}

/** Matches text fields and comboboxes, but not the hidden inputs behind radio buttons. */
const FIELD = ':is(input, textarea, [role="combobox"]):enabled:not([aria-hidden="true"])'

/**
 * The layout of a campaign form: sections in a card, a preview beside it, and a footer bar at the
 * bottom of the window. The page ends with the bar, so that it stays under the pointer whatever
 * grows above it.
 */
export function FormFrame({
  onSubmit,
  saving,
  submits,
  answers,
  previewButton,
  actions,
  preview,
  children,
}: FormFrameProps) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // While saving, the fields are disabled and the save may still be refused.
    if (submits === 0 || saving) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // A disabled field cannot take the focus, but shows its error.
    if (field && document.activeElement !== field) field.scrollIntoView({ block: 'center' })
  }, [submits, saving])
  useEffect(() => {
    if (answers > 0) form.current?.querySelector<HTMLElement>(FIELD)?.focus()
  }, [answers])
  return (
    <div className="-mb-16 grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_376px]">
      <Card className="min-w-0 overflow-clip">
        <form ref={form} onSubmit={onSubmit} noValidate>
          <fieldset disabled={saving} className="min-w-0">
            {children}
          </fieldset>
          <footer
            data-bottom-bar=""
            className="sticky bottom-0 z-10 flex flex-wrap items-center justify-end gap-2 border-t bg-card px-5 py-3.5 sm:px-6 lg:bg-[color-mix(in_oklab,var(--muted)_50%,var(--card))]"
          >
            {previewButton}
            {actions}
          </footer>
        </form>
      </Card>
      {preview}
    </div>
  )
}
