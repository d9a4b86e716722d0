import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Dialog } from '#shared/ui/dialog.tsx'
import { useCloseQuestion } from './use-close-question.tsx'

/** The props that the dialog passes to its form. */
export interface FormInDialog {
  /** The form's id, for the submit button outside the form. */
  id: string
  /** For `useReportDirty`. */
  onDirty: (dirty: boolean) => void
}

interface FormDialogProps {
  open: boolean
  /** Called when the dialog is closed or cancelled; never while busy. */
  onClose: () => void
  title: string
  description?: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** The label of the submit button; null while there is nothing to submit. */
  action: string | null
  /** What it does cannot be undone. */
  danger?: boolean
  busy?: boolean
  busyText?: string
  children: (form: FormInDialog) => ReactNode
}

/** A form in a dialog with Cancel and submit buttons. Asks before closing would discard changes. */
export function FormDialog({
  open,
  onClose,
  title,
  description,
  size = 'small',
  action,
  danger = false,
  busy = false,
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
        size={size}
        footer={
          <>
            <Button onClick={onClose} disabled={busy}>
              {action === null ? t('Close') : t('Cancel')}
            </Button>
            {action !== null && (
              <Button
                type="submit"
                form={id}
                variant={danger ? 'destructive' : 'primary'}
                // The form stays mounted during the closing animation.
                disabled={!open}
                busy={busy}
                busyText={busyText}
              >
                {action}
              </Button>
            )}
          </>
        }
      >
        {children({ id, onDirty: closing.onDirty })}
      </Dialog>
      {closing.question}
    </>
  )
}
