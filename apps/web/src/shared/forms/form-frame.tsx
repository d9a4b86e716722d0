import { type FormEventHandler, type ReactNode, useEffect, useRef } from 'react'
import { Card } from '#shared/ui/card.tsx'

interface FormFrameProps {
  onSubmit: FormEventHandler<HTMLFormElement>
  saving: boolean
  /**
   * How often it was submitted: after each refusal, here or by the server,
   * the first field with a problem gets the focus.
   */
  submits: number
  /**
   * How often the offer of a draft was answered:
   * the offer is gone then, and the first field gets the focus.
   */
  answers: number
  /** Left in the bar at the foot, on small screens: opens the preview. */
  previewButton: ReactNode
  /** Right in the bar at the foot. */
  actions: ReactNode
  /** Beside the form on large screens. */
  preview: ReactNode
  children: ReactNode
}

/** A box to type or choose in; not the hidden inputs behind radio buttons. */
const FIELD = ':is(input, textarea, [role="combobox"]):enabled:not([aria-hidden="true"])'

/**
 * A campaign form: sections in one card, a preview beside it,
 * a bar that stays in sight on small screens.
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
    // What is saved is disabled, and may be refused yet.
    if (submits === 0 || saving) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    field?.focus()
    // One that stays disabled takes no focus, but says what is wrong.
    if (field && document.activeElement !== field) field.scrollIntoView({ block: 'center' })
  }, [submits, saving])
  useEffect(() => {
    if (answers > 0) form.current?.querySelector<HTMLElement>(FIELD)?.focus()
  }, [answers])
  return (
    <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_376px]">
      <Card className="min-w-0 overflow-clip">
        <form ref={form} onSubmit={onSubmit} noValidate>
          <fieldset disabled={saving} className="min-w-0">
            {children}
          </fieldset>
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t bg-muted/50 px-5 py-3.5 max-lg:sticky max-lg:bottom-0 max-lg:z-10 max-lg:bg-card sm:px-6">
            {previewButton}
            {actions}
          </footer>
        </form>
      </Card>
      {preview}
    </div>
  )
}
