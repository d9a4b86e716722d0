import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from '#shared/ui/confirm-dialog.tsx'

interface LeaveGuardProps {
  active: boolean
  /** The answer was to leave. */
  onLeave: () => void
}

/** While active, asks before the page is left: in the app by a dialog, for the tab by the browser's own. */
export function LeaveGuard({ active, onLeave }: LeaveGuardProps) {
  const { t } = useTranslation()
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      active && currentLocation.pathname !== nextLocation.pathname,
  )
  useEffect(() => {
    if (!active) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [active])
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => !open && blocker.reset?.()}
      title={t('Leave without saving?')}
      description={t('What you changed on this campaign will be lost.')}
      action={t('Leave')}
      onConfirm={() => {
        onLeave()
        blocker.proceed?.()
      }}
    />
  )
}
