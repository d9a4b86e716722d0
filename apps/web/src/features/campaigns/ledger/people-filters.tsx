import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { RecipientState } from '@kirim/contract/campaigns'
import { ListFilter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { recipientLooks } from '#shared/ui/recipient-badge.tsx'
import { Select } from '#shared/ui/select.tsx'
import { useIsWide } from '#shared/ui/use-is-wide.ts'
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

/** By state with counts, and by reason where there is more than one. */
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
  const own = reasons.filter(({ state }) => state === view.shown)
  const whys = [
    { value: '', label: t('Any reason'), count: peopleIn(report, view.shown) },
    ...own.map(({ reason, sentence, people }) => ({
      value: reason,
      label: short(sentence),
      count: people,
    })),
  ]
  return (
    <>
      <Choice
        label={t('State')}
        value={view.shown ?? 'all'}
        options={states}
        onChoose={(value) => view.show(choices.find((one) => one.shown === value)?.shown ?? null)}
      />
      {(own.length > 1 || view.reason !== '') && (
        <Choice
          label={t('Reason')}
          value={view.reason}
          options={whys}
          onChoose={(value) => view.show(view.shown, value)}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string; count: number }[]
  onChoose: (value: string) => void
}

/** Buttons with counts; a select on phones. */
function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const { number } = useFormat()
  const isWide = useIsWide()
  if (!isWide) {
    return (
      <Select
        className="w-full"
        aria-label={label}
        icon={<ListFilter aria-hidden="true" />}
        value={value}
        onValueChange={onChoose}
        options={options.map((choice) => ({ ...choice, detail: number(choice.count) }))}
      />
    )
  }
  return (
    <fieldset className="flex w-full flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {options.map((choice) => {
        const pressed = choice.value === value
        return (
          <Button
            key={choice.value}
            size="sm"
            aria-pressed={pressed}
            onClick={() => onChoose(choice.value)}
            className={cn(
              'max-w-80 font-normal',
              pressed && 'border-primary bg-accent font-medium',
            )}
          >
            <span className="truncate">{choice.label}</span>{' '}
            <span className="tnum text-muted-foreground">{number(choice.count)}</span>
          </Button>
        )
      })}
    </fieldset>
  )
}
