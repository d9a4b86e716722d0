import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { useCloseQuestion } from './use-close-question.tsx'

/** What the dialog gives to the form in it. */
export interface FormInDialog {
  /** The form's id, by which the button below submits it. */
  id: string
  /** For `useReportDirty`. */
  onDirty: (dirty: boolean) => void
}

interface FormDialogProps {
  open: boolean
  /** Cancelled, or closed in another way; never while busy. */
  onClose: () => void
  title: string
  description: string
  /** The word on the button that submits the form. */
  action: string
  busy: boolean
  busyText: string
  children: (form: FormInDialog) => ReactNode
}

/**
 * A small form in a dialog, with Cancel and its action;
 * closed in another way it asks before it drops what was typed.
 */
export function FormDialog({
  open,
  onClose,
  title,
  description,
  action,
  busy,
  busyText,
  children,
}: FormDialogProps) {
  const { t } = useTranslation()
  const id = useId()
  const closing = useCloseQuestion(onClose)
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => !busy && closing.onOpenChange(next)}
        title={title}
        description={description}
        footer={
          <>
            <Button onClick={onClose} disabled={busy}>
              {t('Cancel')}
            </Button>
            <Button
              type="submit"
              form={id}
              variant="primary"
              // While it fades away the form still stands.
              disabled={!open}
              busy={busy}
              busyText={busyText}
            >
              {action}
            </Button>
          </>
        }
      >
        {children({ id, onDirty: closing.onDirty })}
      </Dialog>
      {closing.question}
    </>
  )
}
