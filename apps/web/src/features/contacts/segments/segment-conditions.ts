import type { SegmentCondition } from '@kirim/contract/segment-filter'
import { textKey } from '#shared/i18n/text-key.ts'

export type ConditionSubject = SegmentCondition['about']

/** The subjects of conditions. */
export const SUBJECT_TEXTS: Readonly<Record<ConditionSubject, string>> = {
  tag: textKey('Tag'),
  field: textKey('Field'),
  group: textKey('Group'),
  written: textKey('Messaged'),
  answered: textKey('Answered'),
  campaign: textKey('Campaign'),
}

type ComparisonTexts = {
  readonly [A in ConditionSubject]: Readonly<Record<ComparisonOf<A>, string>>
}
type ComparisonOf<A extends ConditionSubject> = Extract<SegmentCondition, { about: A }>['is']

export const COMPARISON_TEXTS: ComparisonTexts = {
  tag: { has: textKey('has'), lacks: textKey('does not have') },
  field: {
    equals: textKey('is'),
    differs: textKey('is not'),
    contains: textKey('contains'),
    filled: textKey('is filled'),
    empty: textKey('is empty'),
  },
  group: { in: textKey('is in'), out: textKey('is not in') },
  written: {
    never: textKey('never'),
    within: textKey('in the last'),
    before: textKey('not in the last'),
  },
  answered: {
    within: textKey('in the last'),
    not_within: textKey('not in the last'),
    never: textKey('never'),
  },
  campaign: {
    reached: textKey('reached them'),
    read: textKey('was read'),
    answered: textKey('was answered'),
    unanswered: textKey('reached, did not answer'),
    failed: textKey('failed'),
    skipped: textKey('skipped them'),
    not_in: textKey('did not include them'),
  },
}

/** What conditions can refer to; the first of each is the default. */
export interface Referable {
  readonly tags: readonly { readonly id: string }[]
  readonly fields: readonly { readonly key: string }[]
  readonly groups: readonly { readonly _id: string }[]
  readonly campaigns: readonly { readonly id: string }[]
}

/** The subjects for which there is something to refer to. */
export function availableSubjects({
  tags,
  fields,
  groups,
  campaigns,
}: Referable): ConditionSubject[] {
  return [
    ...(tags.length > 0 ? (['tag'] as const) : []),
    ...(fields.length > 0 ? (['field'] as const) : []),
    ...(groups.length > 0 ? (['group'] as const) : []),
    'written',
    'answered',
    ...(campaigns.length > 0 ? (['campaign'] as const) : []),
  ]
}

/** A new condition with default values. */
export function newCondition(
  about: ConditionSubject,
  { tags, fields, groups, campaigns }: Referable,
) {
  const defaults: { readonly [A in ConditionSubject]: Extract<SegmentCondition, { about: A }> } = {
    tag: { about: 'tag', is: 'has', tagId: tags[0]?.id ?? '' },
    field: { about: 'field', is: 'equals', key: fields[0]?.key ?? '', value: '' },
    group: { about: 'group', is: 'in', groupIds: groups[0] ? [groups[0]._id] : [] },
    written: { about: 'written', is: 'never', days: 30 },
    answered: { about: 'answered', is: 'within', days: 30 },
    campaign: { about: 'campaign', is: 'reached', campaignId: campaigns[0]?.id ?? '' },
  }
  return defaults[about]
}

/** The same condition with another comparison. */
export function withComparison(condition: SegmentCondition, is: string): SegmentCondition {
  return Object.hasOwn(COMPARISON_TEXTS[condition.about], is)
    ? ({ ...condition, is } as SegmentCondition)
    : condition
}
