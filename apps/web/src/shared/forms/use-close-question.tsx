import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

/**
 * Asks before a dialog with unsaved input is closed by Escape, the close button or a click outside.
 */
export function useCloseQuestion(close: () => void) {
  const { t } = useTranslation()
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  return {
    /** Set by the form through `useReportDirty`. */
    onDirty: setDirty,
    /** The `onOpenChange` of the dialog. */
    onOpenChange(open: boolean): void {
      if (open) return
      if (dirty) setAsking(true)
      else close()
    },
    /** Render this next to the dialog. */
    question: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Close without keeping your changes?')}
        description={t('Your changes here will be lost.')}
        action={t('Close')}
        onConfirm={() => {
          setAsking(false)
          close()
        }}
      />
    ),
  }
}

/** Reports whether a form has unsaved input; an unmounted form has none. */
export function useReportDirty(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  // A layout effect, so that the report arrives before an Escape pressed right after the last key.
  useLayoutEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
}
