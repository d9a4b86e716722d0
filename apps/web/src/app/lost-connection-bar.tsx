import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useRealtime } from '#shared/realtime/realtime-context.ts'

/**
 * Shown below the top bar while the server is unreachable: since when, and the consequences for the
 * page.
 */
export function LostConnectionBar() {
  const { t } = useTranslation()
  const { clock } = useFormat()
  const { offlineSince, reconnectNow } = useRealtime()
  return (
    <div role="status" className="sticky top-14 z-20">
      {offlineSince !== null && (
        <div className="border-b bg-warning-soft text-warning-ink">
          <div className="mx-auto flex min-h-9 max-w-[1200px] items-center gap-2.5 px-4 py-1 text-caption sm:px-6">
            <CloudOff aria-hidden="true" className="size-4 shrink-0" />
            <p className="tnum min-w-0 flex-1">
              <span className="font-medium">{t('Connection to server lost.')}</span>{' '}
              {t('This page shows data from {time}.', { time: clock(offlineSince) })}{' '}
              <span className="max-sm:hidden">
                {t('Your campaigns do not need this page. The server continues or queues them.')}
              </span>
            </p>
            <button
              type="button"
              onClick={reconnectNow}
              className="font-medium whitespace-nowrap underline underline-offset-4 pointer-coarse:py-2.5"
            >
              {t('Try now')}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}
