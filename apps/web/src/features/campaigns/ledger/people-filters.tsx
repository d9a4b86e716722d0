import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { RecipientState } from '@kirim/contract/campaigns'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import { recipientLooks } from '#shared/ui/recipient-badge.tsx'
import { CountFilter } from '../list/count-filter.tsx'
import { useShortReason } from './ledger-sentence.ts'
import { type PeopleView, peopleIn, type Shown } from './use-people-view.ts'

const choices: readonly { shown: Shown; word: string }[] = [
  ...RecipientState.options
    .filter((state) => state !== 'sending' && state !== 'failed' && state !== 'skipped')
    .map((shown) => ({ shown, word: recipientLooks[shown].word })),
  { shown: 'answered', word: textKey('Answered') },
  { shown: 'not_answered', word: textKey('Not answered') },
  { shown: 'failed', word: recipientLooks.failed.word },
  { shown: 'skipped', word: recipientLooks.skipped.word },
]

interface FiltersProps {
  report: CampaignReport
  view: PeopleView
}

/** Filters by state, and by reason when the state has several. */
export function PeopleFilters({ report, view }: FiltersProps) {
  const { t } = useTranslation()
  const short = useShortReason()
  const { reasons } = report
  const states = [
    { value: 'all', label: t('All'), count: report.total },
    ...choices
      .map(({ shown, word }) => ({ value: shown, label: t(word), count: peopleIn(report, shown) }))
      .filter(({ value, count }) => {
        const isNeeded = value !== 'not_answered' || report.answered > 0
        return (count > 0 && isNeeded) || value === view.shown
      }),
  ]
  const ofState = reasons.filter(({ state }) => state === view.shown)
  const reasonOptions = [
    { value: '', label: t('Any reason'), count: peopleIn(report, view.shown) },
    ...ofState.map(({ reason, sentence, people }) => ({
      value: reason,
      label: short(sentence),
      count: people,
    })),
  ]
  return (
    <div className="grid w-full gap-3">
      <CountFilter
        label={t('State')}
        value={view.shown ?? 'all'}
        options={states}
        onChange={(value) => view.show(choices.find((one) => one.shown === value)?.shown ?? null)}
      />
      {(ofState.length > 1 || view.reason !== '') && (
        <CountFilter
          label={t('Reason')}
          value={view.reason}
          options={reasonOptions}
          onChange={(value) => view.show(view.shown, value)}
        />
      )}
    </div>
  )
}
