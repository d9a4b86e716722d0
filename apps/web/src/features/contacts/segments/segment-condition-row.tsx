import type { ContactField, ContactTag } from '@kirim/contract/contact-details'
import type { ContactGroup } from '@kirim/contract/contacts'
import type { SegmentCondition } from '@kirim/contract/segment-filter'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#shared/ui/button.tsx'
import { Input } from '#shared/ui/input.tsx'
import { Select } from '#shared/ui/select.tsx'
import {
  availableSubjects,
  COMPARISON_TEXTS,
  type ConditionSubject,
  newCondition,
  SUBJECT_TEXTS,
  withComparison,
} from './segment-conditions.ts'

export interface SegmentNames {
  tags: readonly ContactTag[]
  fields: readonly ContactField[]
  /** Groups that are filled by hand. */
  groups: readonly ContactGroup[]
  campaigns: readonly { id: string; name: string }[]
}

interface ConditionRowProps {
  /** Counted from 1. */
  place: number
  condition: SegmentCondition
  names: SegmentNames
  onChange: (condition: SegmentCondition) => void
  /** Null for the only condition. */
  onRemove: (() => void) | null
}

export function ConditionRow({ place, condition, names, onChange, onRemove }: ConditionRowProps) {
  const { t } = useTranslation()
  const { about } = condition
  const abouts = new Set<ConditionSubject>([...availableSubjects(names), about])
  return (
    <li className="flex items-start gap-2 max-sm:flex-wrap">
      <Select
        className="min-w-0 max-sm:flex-1 sm:w-32"
        aria-label={t('Condition {n}: about', { n: place })}
        value={about}
        options={[...abouts].map((value) => ({ value, label: t(SUBJECT_TEXTS[value]) }))}
        onValueChange={(next) => onChange(newCondition(next, names))}
      />
      <Subject place={place} condition={condition} names={names} onChange={onChange} />
      <Select
        className="min-w-0 max-sm:order-2 max-sm:basis-full sm:flex-1"
        aria-label={t('Condition {n}: comparison', { n: place })}
        value={condition.is}
        options={Object.entries(COMPARISON_TEXTS[about]).map(([value, label]) => ({
          value,
          label: t(label),
        }))}
        onValueChange={(is) => onChange(withComparison(condition, is))}
      />
      <Detail place={place} condition={condition} onChange={onChange} />
      <Button
        variant="ghost"
        size="icon"
        disabled={!onRemove}
        aria-label={t('Remove condition {n}', { n: place })}
        onClick={() => onRemove?.()}
        // On phones beside the subject of the condition.
        className="shrink-0 max-sm:order-1"
      >
        <X aria-hidden="true" />
      </Button>
    </li>
  )
}

type PartProps = Pick<ConditionRowProps, 'place' | 'condition' | 'onChange'>

/** The tag, field, group or campaign of a condition. */
function Subject({ place, condition, names, onChange }: PartProps & { names: SegmentNames }) {
  const { t } = useTranslation()
  const named = subjectOf(condition, names, (groups) => t('any of {groups}', { groups }))
  if (!named) return null
  return (
    <Select
      className="min-w-0 max-sm:order-2 max-sm:basis-full sm:flex-1"
      aria-label={t('Condition {n}: which', { n: place })}
      value={named.chosen}
      placeholder={t('deleted')}
      options={named.options}
      onValueChange={(value) => onChange(named.choose(value))}
    />
  )
}

/** The option for a condition with several groups. */
const SEVERAL = 'several'

function subjectOf(
  condition: SegmentCondition,
  names: SegmentNames,
  anyOf: (groups: string) => string,
) {
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
    case 'group': {
      const named = names.groups.filter(({ _id }) => condition.groupIds.includes(_id))
      const label = anyOf(named.map(({ groupName }) => groupName).join(', '))
      const several = named.length > 1 ? [{ value: SEVERAL, label }] : []
      return {
        chosen: several[0]?.value ?? named[0]?._id ?? '',
        options: [
          ...several,
          ...names.groups.map(({ _id, groupName }) => ({ value: _id, label: groupName })),
        ],
        choose: (id: string): SegmentCondition =>
          id === SEVERAL ? condition : { ...condition, groupIds: [id] },
      }
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

/** Further input of a condition: the value of a field, or days. */
function Detail({ place, condition, onChange }: PartProps) {
  const { t } = useTranslation()
  if (condition.about === 'field' && !['filled', 'empty'].includes(condition.is)) {
    return (
      <Input
        className="min-w-0 max-sm:order-2 max-sm:basis-full sm:w-40"
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
      <Days
        label={t('Condition {n}: days', { n: place })}
        days={condition.days ?? 30}
        onDays={(days) => onChange({ ...condition, days })}
      />
    )
  }
  return null
}

const DAYS_MAX = 3650

interface DaysProps {
  label: string
  days: number
  onDays: (days: number) => void
}

/** Keeps the typed text, and reports it once it is a valid number of days. */
function Days({ label, days, onDays }: DaysProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <div className="flex h-9 items-center gap-2 max-sm:order-2 max-sm:basis-full pointer-coarse:h-11">
      <Input
        inputMode="numeric"
        className="w-20"
        aria-label={label}
        value={typed ?? String(days)}
        maxLength={4}
        autoComplete="off"
        onChange={({ target: { value } }) => {
          setTyped(value)
          const read = /^\d+$/.test(value) ? Number(value) : 0
          if (read >= 1 && read <= DAYS_MAX) onDays(read)
        }}
        onBlur={() => setTyped(null)}
      />
      <span className="text-muted-foreground">{t('days')}</span>
    </div>
  )
}
