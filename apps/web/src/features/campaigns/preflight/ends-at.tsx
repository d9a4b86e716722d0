import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { startsSoon, useMoment } from '../send/send-facts.tsx'

/** When the campaign begins and ends, and by what that was reckoned. */
export function EndsAt({ estimate }: { estimate: CampaignEstimate }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const moment = useMoment()
  const { people, ahead, startsAt, endsAt } = estimate
  if (people === 0) return null
  return (
    <section aria-labelledby="when-it-ends">
      <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 id="when-it-ends" className="font-medium">
          {t('When it ends')}
        </h3>
        <span className="tnum font-medium">
          {endsAt ? moment(endsAt, true) : t('In more than a year')}
        </span>
      </div>
      <p className="tnum text-caption text-muted-foreground">
        {startsAt && !startsSoon(startsAt) && (
          <>{t('Starts {moment}.', { moment: moment(startsAt) })} </>
        )}
        {ahead > 0
          ? t('Played through with your intervals, your hours and {n} people ahead of it.', {
              n: number(ahead),
            })
          : t('Played through with your intervals and your hours.')}
      </p>
    </section>
  )
}
