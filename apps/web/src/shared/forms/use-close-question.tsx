import { useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

/**
 * For a dialog with a form: closing it by Escape,
 * the cross or a click beside it does not silently drop what was typed.
 */
export function useCloseQuestion(close: () => void) {
  const { t } = useTranslation()
  const [dirty, setDirty] = useState(false)
  const [asking, setAsking] = useState(false)
  return {
    /** The form in it says so with `useReportDirty`. */
    onDirty: setDirty,
    /** Of the dialog. */
    onOpenChange(open: boolean): void {
      if (open) return
      if (dirty) setAsking(true)
      else close()
    },
    /** Stands beside the dialog. */
    question: (
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={t('Close without keeping your changes?')}
        description={t('What you changed here will be lost.')}
        action={t('Close')}
        onConfirm={() => {
          setAsking(false)
          close()
        }}
      />
    ),
  }
}

/** Says whether a form holds what was not kept; a form that is gone holds nothing. */
export function useReportDirty(dirty: boolean, onDirty: (dirty: boolean) => void): void {
  // In the layout: told after the picture,
  // it could come after an Escape pressed right behind the last letter.
  useLayoutEffect(() => {
    onDirty(dirty)
    return () => onDirty(false)
  }, [dirty, onDirty])
}
