import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, useBlocker } from 'react-router'
import { openedLater } from '#shared/ui/opened-later.tsx'
import { useLeaveQuestion } from './leave-question.ts'

const ConfirmDialog = openedLater(
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
 * While active, asks before the form is left: in the app by a dialog, for the tab by the browser's own.
 * Another query may be another form, and a log-out is no navigation: both ask, too.
 */
export function LeaveGuard({ active, lost, onLeave }: LeaveGuardProps) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && pageOf(currentLocation) !== pageOf(nextLocation),
  )
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
      open={blocker.state === 'blocked' || leave !== null}
      onOpenChange={(open) => {
        if (open) return
        setLeave(null)
        blocker.reset?.()
      }}
      title={t('Leave without saving?')}
      description={lost ?? t('What you changed on this campaign will be lost.')}
      action={t('Leave')}
      onConfirm={() => {
        onLeave()
        setLeave(null)
        if (leave) leave()
        else blocker.proceed?.()
      }}
    />
  )
}

function pageOf({ pathname, search }: Location): string {
  return pathname + search
}
