import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

/** Deletes the tables that may hold very many rows of a member who is being deleted. */
export async function eraseCampaignRows(db: Db, userId: string): Promise<void> {
  await eraseInSteps(db, {
    table: 'recipients',
    key: ['id'],
    found: sql`
      join campaigns on campaigns.id = recipients.campaign_id where campaigns.user_id = ${userId}
    `,
  })
  await eraseInSteps(db, {
    table: 'network_names',
    key: ['user_id', 'phone_number'],
    found: sql`where user_id = ${userId}`,
  })
}
