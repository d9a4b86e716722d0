import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLeaveQuestion } from '#shared/routing/leave-question.ts'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'

const ConfirmDialog = lazyDialog(
  async () => (await import('#shared/ui/confirm-dialog.tsx')).ConfirmDialog,
  ({ open }) => open,
)

interface LeaveGuardProps {
  active: boolean
  /** A sentence that says what is lost; by default the one for campaigns. */
  lost?: string
  /** Called when the user chose to leave. */
  onLeave: () => void
}

/**
 * While active, asks before the form is left: with a dialog inside the app and at sign-out, with
 * the browser's own prompt when the tab closes.
 */
export function LeaveGuard({ active, lost, onLeave }: LeaveGuardProps) {
  const { t } = useTranslation()
  const [leave, setLeave] = useState<(() => void) | null>(null)
  useLeaveQuestion(active, (next) => setLeave(() => next))
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
  return (
    <ConfirmDialog
      open={leave !== null}
      onOpenChange={(open) => !open && setLeave(null)}
      title={t('Leave without saving?')}
      description={lost ?? t('Your changes to this campaign will be lost.')}
      action={t('Leave')}
      onConfirm={() => {
        onLeave()
        setLeave(null)
        leave?.()
      }}
    />
  )
}
