import { RotateCw } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { reloadIfAnotherServes } from '#shared/api/server-version.ts'
import { useOfflineSince } from '#shared/realtime/realtime-context.ts'
import { Alert } from '#shared/ui/alert.tsx'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'

/**
 * A page that crashed, or whose files cannot be loaded: replaced by a newer version, or unreachable
 * while the server is. In that case the page appears by itself once the server is back.
 */
export function RouteFailure({ isInLayout }: { isInLayout: boolean }) {
  const isAway = useOfflineSince() !== null
  const wasAway = useRef(isAway)
  useEffect(() => {
    if (wasAway.current && !isAway) window.location.reload()
    wasAway.current = isAway
  }, [isAway])
  useEffect(() => void reloadIfAnotherServes(), [])
  return (
    <div
      className={cn(
        'flex flex-col items-start gap-4',
        !isInLayout && 'mx-auto w-full max-w-[1200px] p-4 sm:p-6',
      )}
    >
      {isAway ? <ServerAway /> : <Broken />}
    </div>
  )
}

/** Has no reload button: a reload would not help and would lose the data still on screen. */
function ServerAway(): ReactNode {
  const { t } = useTranslation()
  return (
    <Alert title={t('This page could not be loaded because the server is not responding.')}>
      {t(
        'It opens automatically when the server is back. Pages you opened before still show their last data.',
      )}
    </Alert>
  )
}

function Broken(): ReactNode {
  const { t } = useTranslation()
  return (
    <>
      <Alert title={t('This page could not be shown.')}>
        {t(
          'Reload it to try again. Saved work is kept, and unsaved campaign text can be restored.',
        )}
      </Alert>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => window.location.reload()}>
          <RotateCw aria-hidden="true" />
          {t('Reload the page')}
        </Button>
        <Button asChild variant="ghost">
          {/* Not a link of the router, whose files may be the ones that fail to load. */}
          <a href="/">{t('Go to the dashboard')}</a>
        </Button>
      </div>
    </>
  )
}
