import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useMomentText } from '#shared/i18n/use-moment-text.ts'
import { startsSoon } from './send-facts.tsx'

interface EndsAtProps {
  estimate: CampaignEstimate
  dailyCap: number | null
}

/** When the campaign starts and ends, and what the estimate is based on. */
export function EndsAt({ estimate, dailyCap }: EndsAtProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMomentText()
  const { people, startsAt, endsAt, isOffline, isWaited } = estimate
  const unknown = isOffline || isWaited ? t('Not known yet') : t('In more than a year')
  if (people === 0) return null
  return (
    <section aria-labelledby="when-it-ends">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id="when-it-ends" className="font-medium">
          {t('When it ends')}
        </h3>
        <span className="tnum font-medium">{endsAt ? moment(endsAt, true) : unknown}</span>
      </div>
      <p className="tnum text-caption text-muted-foreground">
        {startsAt && !startsSoon(startsAt) && (
          <>{t('Starts {moment}.', { moment: moment(startsAt) })} </>
        )}
        <EstimateBasis estimate={estimate} />{' '}
        {dailyCap !== null &&
          t('At most {n} people a day.', { count: dailyCap, n: number(dailyCap) })}
      </p>
    </section>
  )
}

function EstimateBasis({
  estimate: { ahead, isOffline, isWaited },
}: Pick<EndsAtProps, 'estimate'>) {
  const { t } = useTranslation()
  const { number } = useFormat()
  if (isOffline) {
    return t('It starts automatically when the number reconnects.')
  }
  if (isWaited) {
    return t(
      'Some people may already have the message from a disconnected number. They wait until that number reconnects.',
    )
  }
  if (ahead === 0) return t('Estimated from your intervals and hours.')
  return t('Estimated from your intervals, your hours and {n} people ahead in the queue.', {
    count: ahead,
    n: number(ahead),
  })
}
