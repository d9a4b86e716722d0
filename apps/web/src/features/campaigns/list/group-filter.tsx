import { CampaignGroup } from '@kirim/contract/campaign-list'
import { useTranslation } from 'react-i18next'
import { textKey } from '#shared/i18n/text-key.ts'
import type { CampaignPage } from './campaign-list.ts'
import { CountFilter } from './count-filter.tsx'

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

/** Filters the list by status group. */
export function GroupFilter({ counts, value, onChange }: GroupFilterProps) {
  const { t } = useTranslation()
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <CountFilter
      label={t('Status')}
      value={value ?? 'all'}
      onChange={(next) => onChange(CampaignGroup.safeParse(next).data ?? null)}
      options={[
        { value: 'all', label: t('All'), count: all },
        ...CampaignGroup.options
          // An empty group stays visible while it is selected.
          .filter((group) => counts[group] || group === value)
          .map((group) => ({ value: group, label: t(words[group]), count: counts[group] ?? 0 })),
      ]}
    />
  )
}
