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
  /** What is lost, as a sentence; a campaign's when left out. */
  lost?: string
  /** The answer was to leave. */
  onLeave: () => void
}

/**
 * While active, asks before the form is left: in the app by a dialog, for the tab by the browser's
 * own. A log-out asks, too.
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
      description={lost ?? t('What you changed on this campaign will be lost.')}
      action={t('Leave')}
      onConfirm={() => {
        onLeave()
        setLeave(null)
        leave?.()
      }}
    />
  )
}
