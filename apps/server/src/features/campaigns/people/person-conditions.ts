import type { RecipientState } from '@kirim/contract/campaigns'
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import type { Database } from '../../../platform/database/schema.ts'

/** Somebody in a query of another room: their owner, and the column of their number. */
interface PersonColumns {
  readonly userId: string
  readonly phoneNumber: string
}

/**
 * What campaigns know of a person, as conditions in queries of other rooms. The offset of 0 keeps
 * PostgreSQL from reading whole ledgers, instead of looking up each person.
 */
export const personConditions = {
  /** A message to them left since then (epoch ms), or ever. */
  isWrittenTo: (person: PersonColumns, since: number | null) =>
    happened(person, 'recipients.sent_at', since),

  /** They answered a campaign since then (epoch ms), or ever. */
  hasAnswered: (person: PersonColumns, since: number | null) =>
    happened(person, 'recipients.answered_at', since),

  /** They are in this campaign, in one of these states, or in any; answered or not, or either. */
  isInCampaign(
    { userId, phoneNumber }: PersonColumns,
    campaignId: string,
    states: readonly RecipientState[] | null,
    answered: boolean | null = null,
  ): Expression<SqlBool> {
    const eb = expressionBuilder<Database>()
    return eb.exists(
      eb
        .selectFrom('recipients')
        .select('recipients.id')
        .where('recipients.campaign_id', '=', campaignId)
        .where('recipients.phone_number', '=', sql.ref<string>(phoneNumber))
        .where('recipients.user_id', '=', userId)
        .$if(states !== null, (query) => query.where('recipients.state', 'in', states ?? []))
        .$if(answered !== null, (query) =>
          query.where('recipients.answered_at', answered ? 'is not' : 'is', null),
        )
        .limit(1)
        .offset(0),
    )
  },
}

function happened(
  { userId, phoneNumber }: PersonColumns,
  moment: 'recipients.sent_at' | 'recipients.answered_at',
  since: number | null,
): Expression<SqlBool> {
  const eb = expressionBuilder<Database>()
  return eb.exists(
    eb
      .selectFrom('recipients')
      .select('recipients.id')
      .where('recipients.user_id', '=', userId)
      .where('recipients.phone_number', '=', sql.ref<string>(phoneNumber))
      .where(moment, since === null ? 'is not' : '>=', since)
      .limit(1)
      .offset(0),
  )
}
