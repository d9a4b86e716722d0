import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

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
  /** The form, which takes this id so that the button below it submits it. */
  children: (formId: string) => ReactNode
}

/** A small form in a dialog, with Cancel and its action. */
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
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && !busy && onClose()}
      title={title}
      description={description}
      footer={
        <>
          <Button onClick={onClose} disabled={busy}>
            {t('Cancel')}
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={busy} busyText={busyText}>
            {action}
          </Button>
        </>
      }
    >
      {children(formId)}
    </Dialog>
  )
}
