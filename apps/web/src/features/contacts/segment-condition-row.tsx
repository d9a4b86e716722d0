import type { ContactField, ContactTag } from '@kirim/contract/contact-details'
import type { ContactGroup } from '@kirim/contract/contacts'
import type { SegmentCondition } from '@kirim/contract/segment-filter'
import { X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import { ABOUT, type About, askable, newCondition, SAYS, saying } from './segment-conditions.ts'

export interface SegmentNames {
  tags: readonly ContactTag[]
  fields: readonly ContactField[]
  /** Those that are filled by hand. */
  groups: readonly ContactGroup[]
  campaigns: readonly { id: string; name: string }[]
}

interface ConditionRowProps {
  /** Counted from 1. */
  place: number
  condition: SegmentCondition
  names: SegmentNames
  onChange: (condition: SegmentCondition) => void
  /** Null for the only one. */
  onRemove: (() => void) | null
}

export function ConditionRow({ place, condition, names, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation()
  const { about } = condition
  const abouts = new Set<About>([...askable(names), about])
  return (
    <li className="flex flex-wrap items-start gap-2">
      <Select
        className="w-full sm:w-36"
        aria-label={t('Condition {n}: about', { n: place })}
        value={about}
        options={[...abouts].map((value) => ({ value, label: t(ABOUT[value]) }))}
        onValueChange={(next) => onChange(newCondition(next, names))}
      />
      <Subject place={place} condition={condition} names={names} onChange={onChange} />
      <Select
        className="w-full sm:w-44"
        aria-label={t('Condition {n}: says', { n: place })}
        value={condition.is}
        options={Object.entries(SAYS[about]).map(([value, label]) => ({ value, label: t(label) }))}
        onValueChange={(is) => onChange(saying(condition, is))}
      />
      <Detail place={place} condition={condition} onChange={onChange} />
      <Button
        variant="ghost"
        size="icon"
        disabled={!onRemove}
        aria-label={t('Remove condition {n}', { n: place })}
        onClick={() => onRemove?.()}
        className="ml-auto"
      >
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}

type PartProps = Pick<ConditionRowProps, 'place' | 'condition' | 'onChange'>

/** What it is about: a tag, a field, a group or a campaign. */
function Subject({ place, condition, names, onChange }: PartProps & { names: SegmentNames }) {
  const { t } = useTranslation()
  const named = subjectOf(condition, names)
  if (!named) return null
  return (
    <Select
      className="w-full min-w-0 sm:w-auto sm:flex-1"
      aria-label={t('Condition {n}: which', { n: place })}
      value={named.chosen}
      placeholder={t('deleted')}
      options={named.options}
      onValueChange={(value) => onChange(named.choose(value))}
    />
  )
}

function subjectOf(condition: SegmentCondition, names: SegmentNames) {
  switch (condition.about) {
    case 'tag':
      return {
        chosen: among(names.tags, condition.tagId),
        options: names.tags.map(({ id, name }) => ({ value: id, label: name })),
        choose: (tagId: string): SegmentCondition => ({ ...condition, tagId }),
      }
    case 'field':
      return {
        chosen: names.fields.some(({ key }) => key === condition.key) ? condition.key : '',
        options: names.fields.map(({ key, label }) => ({ value: key, label })),
        choose: (key: string): SegmentCondition => ({ ...condition, key }),
      }
    case 'group':
      return {
        chosen: names.groups.find(({ _id }) => condition.groupIds.includes(_id))?._id ?? '',
        options: names.groups.map(({ _id, groupName }) => ({ value: _id, label: groupName })),
        choose: (id: string): SegmentCondition => ({ ...condition, groupIds: [id] }),
      }
    case 'campaign':
      return {
        chosen: among(names.campaigns, condition.campaignId),
        options: names.campaigns.map(({ id, name }) => ({ value: id, label: name })),
        choose: (campaignId: string): SegmentCondition => ({ ...condition, campaignId }),
      }
    case 'written':
    case 'answered':
      return null
  }
}

function among(all: readonly { id: string }[], id: string): string {
  return all.some((one) => one.id === id) ? id : ''
}

/** What else a condition needs: the value of a field, or days. */
function Detail({ place, condition, onChange }: PartProps) {
  const { t } = useTranslation()
  if (condition.about === 'field' && !['filled', 'empty'].includes(condition.is)) {
    return (
      <Input
        className="w-full sm:w-36"
        aria-label={t('Condition {n}: value', { n: place })}
        value={condition.value ?? ''}
        maxLength={200}
        autoComplete="off"
        onChange={(event) => onChange({ ...condition, value: event.target.value })}
      />
    )
  }
  const isTimed = condition.about === 'written' || condition.about === 'answered'
  if (isTimed && condition.is !== 'never') {
    return (
      <Input
        type="number"
        className="w-24"
        aria-label={t('Condition {n}: days', { n: place })}
        value={condition.days ?? 30}
        min={1}
        max={3650}
        onChange={(event) => {
          const days = Math.min(3650, Math.max(1, Math.round(event.target.valueAsNumber || 1)))
          onChange({ ...condition, days })
        }}
      />
    )
  }
  return null
}
