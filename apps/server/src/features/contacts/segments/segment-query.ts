import type { RecipientState } from '@kirim/contract/campaigns'
import type {
  CampaignOutcome,
  SegmentCondition,
  SegmentFilter,
} from '@kirim/contract/segment-filter'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { searchableName } from '../../../platform/search-text.ts'
import type { CampaignConditions } from '../contacts.ports.ts'
import { valueIn } from '../details/field-values.ts'

const DAY_MS = 24 * 60 * 60_000

export interface SegmentContext {
  readonly db: Db
  readonly workspaceId: string
  /** The numbers whose campaigns count; null for all. */
  readonly deviceIds: Sight['deviceIds']
  readonly now: number
  readonly campaigns: CampaignConditions
}

const REACHED: readonly RecipientState[] = ['sent', 'delivered', 'read']
const STATES: Readonly<
  Record<Exclude<CampaignOutcome, 'not_in' | 'answered' | 'unanswered'>, readonly RecipientState[]>
> = {
  reached: REACHED,
  read: ['read'],
  failed: ['failed'],
  skipped: ['skipped'],
}

/**
 * A filter as a condition on `contacts`. Its subqueries have `offset 0`; without it PostgreSQL
 * would scan whole tables for each step instead of looking up each contact.
 */
export function matches(
  context: SegmentContext,
  { match, conditions }: SegmentFilter,
): Expression<SqlBool> {
  const parts = conditions.map((condition) => conditionOf(context, condition))
  const eb = expressionBuilder<Database>()
  return match === 'all' ? eb.and(parts) : eb.or(parts)
}

function conditionOf(context: SegmentContext, condition: SegmentCondition): Expression<SqlBool> {
  switch (condition.about) {
    case 'tag':
      return negateIf(condition.is === 'lacks', hasTag(condition.tagId))
    case 'field':
      return fieldCondition(context, condition)
    case 'group':
      return negateIf(condition.is === 'out', isInGroup(condition.groupIds))
    case 'written':
      return writtenCondition(context, condition)
    case 'answered':
      return answeredCondition(context, condition)
    case 'campaign':
      return campaignCondition(context, condition)
  }
}

function negateIf(isNot: boolean, condition: Expression<SqlBool>): Expression<SqlBool> {
  return isNot ? sql<SqlBool>`not ${condition}` : condition
}

function hasTag(tagId: string): Expression<SqlBool> {
  const eb = expressionBuilder<Database>()
  return eb.exists(
    eb
      .selectFrom('tag_members')
      .select('tag_members.contact_id')
      .where('tag_members.tag_id', '=', tagId)
      .where('tag_members.contact_id', '=', sql.ref<string>('contacts.id'))
      .limit(1)
      .offset(0),
  )
}

/** Only groups that are filled by hand: segments cannot be nested. */
function isInGroup(groupIds: readonly string[]): Expression<SqlBool> {
  const eb = expressionBuilder<Database>()
  return eb.exists(
    eb
      .selectFrom('group_members')
      .innerJoin('contact_groups', 'contact_groups.id', 'group_members.group_id')
      .select('group_members.contact_id')
      .where('group_members.group_id', 'in', groupIds)
      .where('group_members.contact_id', '=', sql.ref<string>('contacts.id'))
      .where('contact_groups.filter', 'is', null)
      .limit(1)
      .offset(0),
  )
}

function fieldCondition(
  { db }: SegmentContext,
  { key, is, value }: Extract<SegmentCondition, { about: 'field' }>,
): Expression<SqlBool> {
  const stored = valueIn(db, sql.ref('contacts.folded_fields'), key)
  const text = searchableName(value)
  switch (is) {
    case 'equals':
      return sql<SqlBool>`coalesce(${stored}, '') = ${text}`
    case 'differs':
      return sql<SqlBool>`coalesce(${stored}, '') <> ${text}`
    case 'contains':
      return sql<SqlBool>`${positionIn(db, stored, text)} > 0`
    case 'filled':
      return sql<SqlBool>`${stored} is not null`
    case 'empty':
      return sql<SqlBool>`${stored} is null`
  }
}

/** Not `like`, which retries the pattern at every character. */
function positionIn(db: Db, stored: Expression<unknown>, text: string): Expression<number> {
  return isSqlite(db)
    ? sql<number>`instr(coalesce(${stored}, ''), ${text})`
    : sql<number>`strpos(coalesce(${stored}, ''), ${text})`
}

const personOf = ({
  workspaceId,
  deviceIds,
}: Pick<SegmentContext, 'workspaceId' | 'deviceIds'>) => ({
  workspaceId,
  deviceIds,
  phoneNumber: 'contacts.phone_number',
})

function writtenCondition(
  { campaigns, now, ...context }: SegmentContext,
  { is, days }: Extract<SegmentCondition, { about: 'written' }>,
): Expression<SqlBool> {
  const person = personOf(context)
  const ever = campaigns.isWrittenTo(person, null)
  const lately = campaigns.isWrittenTo(person, now - days * DAY_MS)
  if (is === 'never') return negateIf(true, ever)
  if (is === 'within') return lately
  return sql<SqlBool>`(${ever} and not ${lately})`
}

function answeredCondition(
  { campaigns, now, ...context }: SegmentContext,
  { is, days }: Extract<SegmentCondition, { about: 'answered' }>,
): Expression<SqlBool> {
  const since = is === 'never' ? null : now - days * DAY_MS
  const answered = campaigns.hasAnswered(personOf(context), since)
  return negateIf(is !== 'within', answered)
}

function campaignCondition(
  { campaigns, ...context }: SegmentContext,
  { campaignId, is }: Extract<SegmentCondition, { about: 'campaign' }>,
): Expression<SqlBool> {
  const person = personOf(context)
  if (is === 'not_in') return negateIf(true, campaigns.isInCampaign(person, campaignId, null))
  if (is === 'answered') return campaigns.isInCampaign(person, campaignId, null, true)
  if (is === 'unanswered') return campaigns.isInCampaign(person, campaignId, REACHED, false)
  return campaigns.isInCampaign(person, campaignId, STATES[is])
}
