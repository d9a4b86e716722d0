import { CampaignGroup } from '@kirim/contract/campaign-list'
import { ListFilter } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { cn } from '#shared/ui/cn.ts'
import { Select } from '#shared/ui/select.tsx'
import type { CampaignPage } from './campaign-list.ts'

const words: Record<CampaignGroup, string> = {
  under_way: textKey('Under way'),
  scheduled: textKey('Scheduled'),
  paused: textKey('Paused'),
  draft: textKey('Drafts'),
  completed: textKey('Completed'),
  cancelled: textKey('Cancelled'),
}

interface GroupFilterProps {
  counts: CampaignPage['groups']
  value: CampaignGroup | null
  onChange: (group: CampaignGroup | null) => void
}

/** Filters the list by status group: buttons with counts, a select on phones. */
export function GroupFilter({ counts, value, onChange }: GroupFilterProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const choices = [
    { group: null, label: t('All'), count: all },
    ...CampaignGroup.options
      // An empty group stays visible while it is selected.
      .filter((group) => counts[group] || group === value)
      .map((group) => ({ group, label: t(words[group]), count: counts[group] ?? 0 })),
  ]
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would stand for fields; these are buttons. */}
      <div role="group" aria-label={t('Status')} className="flex flex-wrap gap-2 max-md:hidden">
        {choices.map(({ group, label, count }) => (
          <button
            key={label}
            type="button"
            aria-pressed={group === value}
            onClick={() => onChange(group)}
            className={cn(
              'inline-flex h-8 items-center gap-2 rounded-md border bg-card px-2.5 text-caption transition-colors duration-100 hover:bg-accent pointer-coarse:h-10',
              group === value && 'border-primary bg-accent font-medium',
            )}
          >
            {label} <span className="tnum text-muted-foreground">{number(count)}</span>
          </button>
        ))}
      </div>
      <Select
        aria-label={t('Status')}
        className="md:hidden"
        icon={<ListFilter aria-hidden="true" />}
        value={value ?? 'all'}
        onValueChange={(next) => onChange(next === 'all' ? null : next)}
        options={choices.map(({ group, label, count }) => ({
          value: group ?? ('all' as const),
          label,
          detail: number(count),
        }))}
      />
    </>
  )
}
