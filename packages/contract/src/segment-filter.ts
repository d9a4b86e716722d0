import * as z from 'zod/mini'
import { FieldKey } from './contact-details.ts'
import { Id } from './fields.ts'
import { issue } from './issues.ts'

export const SEGMENTS_MAX = 50
export const CONDITIONS_MAX = 20
const GROUPS_MAX = 20

const Days = z.int().check(z.gte(1), z.lte(3650))
const Value = z.string().check(z.trim(), z.maxLength(200))

/** The outcome of a campaign for a contact. */
export const CampaignOutcome = z.enum([
  'reached',
  'read',
  'answered',
  /** Reached, without an answer. */
  'unanswered',
  'failed',
  'skipped',
  'not_in',
])
export type CampaignOutcome = z.infer<typeof CampaignOutcome>

/**
 * One condition on a contact. What it refers to must exist when it is saved; if it is deleted
 * later, no contact has it.
 */
export const SegmentCondition = z.discriminatedUnion('about', [
  z.object({ about: z.literal('tag'), is: z.enum(['has', 'lacks']), tagId: Id }),
  z.object({
    about: z.literal('field'),
    key: FieldKey,
    is: z.enum(['equals', 'differs', 'contains', 'filled', 'empty']),
    /** For `equals`, `differs` and `contains`; case and diacritics do not matter. */
    value: z._default(Value, ''),
  }),
  z.object({
    about: z.literal('group'),
    is: z.enum(['in', 'out']),
    /** Any of these groups; segments are not allowed. */
    groupIds: z.array(Id).check(z.minLength(1), z.maxLength(GROUPS_MAX)),
  }),
  z.object({
    about: z.literal('written'),
    /** `before`: messaged, but not within these days. */
    is: z.enum(['never', 'within', 'before']),
    days: z._default(Days, 30),
  }),
  /** An answer is a message within seven days of a campaign's. */
  z.object({
    about: z.literal('answered'),
    is: z.enum(['within', 'not_within', 'never']),
    days: z._default(Days, 30),
  }),
  z.object({ about: z.literal('campaign'), campaignId: Id, is: CampaignOutcome }),
])
export type SegmentCondition = z.infer<typeof SegmentCondition>

/** The conditions of a segment. */
export const SegmentFilter = z.object({
  match: z.enum(['all', 'any']),
  conditions: z
    .array(SegmentCondition)
    .check(
      z.minLength(1, issue('segment_conditions_required')),
      z.maxLength(CONDITIONS_MAX, issue('list_too_long')),
    ),
})
export type SegmentFilter = z.infer<typeof SegmentFilter>
