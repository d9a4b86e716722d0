import type { CampaignReport } from '@kirim/contract/campaign-ledger'
import { RecipientState } from '@kirim/contract/campaigns'
import { ListFilter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { Button } from '#shared/ui/button.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Select } from '#shared/ui/select.tsx'
import { useIsWide } from '#shared/ui/use-is-wide.ts'
import { useShortReason } from './ledger-sentence.ts'
import { recipientLooks } from './recipient-badge.tsx'
import type { PeopleView } from './use-people-view.ts'

interface FiltersProps {
  report: CampaignReport
  view: PeopleView
}

/** By state with counts, and by reason where there is more than one. */
export function PeopleFilters({ report, view }: FiltersProps) {
  const { t } = useTranslation()
  const short = useShortReason()
  const { counts, total, reasons } = report
  const states = [
    { value: 'all', label: t('All'), count: total },
    ...RecipientState.options
      .filter((state) => counts[state] > 0 || state === view.state)
      .map((state) => ({
        value: state,
        label: t(recipientLooks[state].word),
        count: counts[state],
      })),
  ]
  const own = reasons.filter(({ state }) => state === view.state)
  const whys = [
    { value: '', label: t('Any reason'), count: view.state ? counts[view.state] : 0 },
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
        value={view.state ?? 'all'}
        choices={states}
        onChoose={(value) => view.show(RecipientState.safeParse(value).data ?? null)}
      />
      {(own.length > 1 || view.reason !== '') && (
        <Choice
          label={t('Reason')}
          value={view.reason}
          choices={whys}
          onChoose={(value) => view.show(view.state, value)}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  choices: readonly { value: string; label: string; count: number }[]
  onChoose: (value: string) => void
}

/** Buttons with counts; a select on phones. */
function Choice({ label, value, choices, onChoose }: ChoiceProps) {
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
        options={choices.map((choice) => ({ ...choice, detail: number(choice.count) }))}
      />
    )
  }
  return (
    <fieldset className="flex w-full flex-wrap gap-1.5">
      <legend className="sr-only">{label}</legend>
      {choices.map((choice) => {
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
