import type { RecipientState } from '@kirim/contract/campaigns'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Sight } from '../../../platform/caller.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Narrowing, onlySeen } from '../../../platform/database/in-sight.ts'
import type { Database } from '../../../platform/database/schema.ts'

const eb = expressionBuilder<Database>()

/** Narrows a query to recipients of campaigns that are seen. */
function inSeenCampaigns(sight: Pick<Sight, 'deviceIds'>): Narrowing {
  return (query) =>
    sight.deviceIds === null
      ? query
      : query.where(
          eb.exists(
            eb
              .selectFrom('campaigns')
              .select('campaigns.id')
              .where('campaigns.id', '=', sql.ref<string>('recipients.campaign_id'))
              .$call(onlySeen(sight, 'campaigns.device_id')),
          ),
        )
}

/**
 * When campaigns that are seen last wrote to each of these numbers, and when it last answered one
 * (epoch ms); null for never. Numbers that are in no campaign are left out.
 */
export async function lastMoments(
  db: Db,
  sight: Sight,
  phoneNumbers: readonly string[],
): Promise<ReadonlyMap<string, { writtenAt: number | null; answeredAt: number | null }>> {
  if (phoneNumbers.length === 0) return new Map()
  const rows = await db
    .selectFrom('recipients')
    .select((eb) => [
      'phone_number',
      eb.fn.max('sent_at').as('written_at'),
      eb.fn.max('answered_at').as('answered_at'),
    ])
    .where('user_id', '=', sight.workspaceId)
    .where('phone_number', 'in', phoneNumbers)
    .$call(inSeenCampaigns(sight))
    .groupBy('phone_number')
    .execute()
  return new Map(
    rows.map(({ phone_number, written_at, answered_at }) => [
      phone_number,
      { writtenAt: numberOf(written_at), answeredAt: numberOf(answered_at) },
    ]),
  )
}

function numberOf(at: number | string | null): number | null {
  return at === null ? null : Number(at)
}

/** A person in a query of another room: their owner, and the column of their number. */
interface PersonColumns {
  readonly workspaceId: string
  readonly phoneNumber: string
  /** The numbers whose campaigns count; null for all. */
  readonly deviceIds: Sight['deviceIds']
}

/**
 * SQL conditions on a person's campaigns, for queries of other rooms. The offset of 0 keeps
 * PostgreSQL from reading whole ledgers instead of looking up each person.
 */
export const personConditions = {
  /** A message to them left since then (epoch ms), or ever. */
  isWrittenTo: (person: PersonColumns, since: number | null) =>
    happened(person, 'recipients.sent_at', since),

  /** They answered a campaign since then (epoch ms), or ever. */
  hasAnswered: (person: PersonColumns, since: number | null) =>
    happened(person, 'recipients.answered_at', since),

  /** They are in this campaign, optionally in one of these states, and answered or not. */
  isInCampaign(
    { workspaceId, phoneNumber, deviceIds }: PersonColumns,
    campaignId: string,
    states: readonly RecipientState[] | null,
    answered: boolean | null = null,
  ): Expression<SqlBool> {
    return eb.exists(
      eb
        .selectFrom('recipients')
        .select('recipients.id')
        .where('recipients.campaign_id', '=', campaignId)
        .where('recipients.phone_number', '=', sql.ref<string>(phoneNumber))
        .where('recipients.user_id', '=', workspaceId)
        .$if(states !== null, (query) => query.where('recipients.state', 'in', states ?? []))
        .$if(answered !== null, (query) =>
          query.where('recipients.answered_at', answered ? 'is not' : 'is', null),
        )
        .$call(inSeenCampaigns({ deviceIds }))
        .limit(1)
        .offset(0),
    )
  },
}

function happened(
  { workspaceId, phoneNumber, deviceIds }: PersonColumns,
  moment: 'recipients.sent_at' | 'recipients.answered_at',
  since: number | null,
): Expression<SqlBool> {
  return eb.exists(
    eb
      .selectFrom('recipients')
      .select('recipients.id')
      .where('recipients.user_id', '=', workspaceId)
      .where('recipients.phone_number', '=', sql.ref<string>(phoneNumber))
      .where(moment, since === null ? 'is not' : '>=', since)
      .$call(inSeenCampaigns({ deviceIds }))
      .limit(1)
      .offset(0),
  )
}

/** The numbers among these that a device has sent a campaign to. */
export async function messagedAmong(
  db: Db,
  workspaceId: string,
  deviceId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (phoneNumbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select('recipients.phone_number')
    .distinct()
    .where('recipients.user_id', '=', workspaceId)
    .where('recipients.phone_number', 'in', phoneNumbers)
    .where('recipients.sent_at', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('recipients.device_id', 'campaigns.device_id'), '=', deviceId))
    .execute()
  return new Set(rows.map(({ phone_number }) => phone_number))
}
