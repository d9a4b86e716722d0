import type { ApiFailure } from '@kirim/contract/chatbots'
import { TriangleAlert } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { reasonText } from '#shared/i18n/server-text.ts'

/** Says that an item's API call fails, and that contacts get the fallback text. */
export function ApiFailureLine({ failure }: { failure: ApiFailure }) {
  const { t } = useTranslation()
  const { time, dateTime } = useFormat()
  const { at, reason, said } = failure
  const today = new Date(at).toDateString() === new Date().toDateString()
  return (
    <p className="flex min-w-0 items-start gap-1.5 text-caption text-warning-ink wrap-anywhere">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" />
      {t('The API failed at {time}: {reason}', {
        time: today ? time(at) : dateTime(at),
        reason: said ? reasonText({ ...said, message: reason }) : reason,
      })}
    </p>
  )
}
