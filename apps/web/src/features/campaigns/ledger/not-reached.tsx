import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card, CardHeader } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { recipientLooks } from '#shared/ui/recipient-badge.tsx'
import { useLedgerSentence } from './ledger-sentence.ts'
import type { PeopleView } from './use-people-view.ts'

/** Counts by reason the people that a finished campaign did not fully reach. */
export function NotReached({ report, view }: { report: CampaignReport; view: PeopleView }) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const explain = useLedgerSentence()
  const { failed, skipped } = report.counts
  if (failed + skipped === 0) return null
  const words = { n: number(failed + skipped), total: number(report.total) }
  return (
    <Card aria-labelledby="not-reached">
      <CardHeader
        className="max-sm:px-4"
        id="not-reached"
        title={
          report.partly.sent > 0
            ? t('{n} of {total} people were not reached, or got only part of the message', words)
            : t('{n} of {total} people were not reached', words)
        }
        description={t('By reason')}
      />
      <ul>
        {report.reasons.map(({ reason, state, people, sentence }) => {
          const { icon: Icon, word } = recipientLooks[state]
          const text = explain(sentence)
          return (
            <li
              key={`${state} ${reason}`}
              className="flex items-center gap-4 border-t px-5 py-3 max-sm:flex-wrap max-sm:gap-y-2 max-sm:px-4"
            >
              <Icon
                role="img"
                aria-label={t(word)}
                className={cn(
                  'size-[18px]',
                  state === 'failed' ? 'text-destructive' : 'text-warning',
                )}
              />
              <p className="min-w-0 flex-1 font-medium wrap-anywhere">{text}</p>
              <p className="tnum text-heading font-semibold">{number(people)}</p>
              <Button
                size="sm"
                aria-label={t('Show: {reason}', { reason: text })}
                onClick={() => view.goTo(state, reason)}
              >
                {t('Show')}
              </Button>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
