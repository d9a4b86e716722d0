import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

/** Deletes a member's rows from the tables that may hold very many of them. */
export async function eraseCampaignRows(db: Db, workspaceId: string): Promise<void> {
  await eraseInSteps(db, {
    table: 'recipients',
    key: ['id'],
    found: sql`
      join campaigns on campaigns.id = recipients.campaign_id where campaigns.user_id = ${workspaceId}
    `,
  })
  await eraseInSteps(db, {
    table: 'campaign_keys',
    key: ['user_id', 'key_hash'],
    found: sql`where user_id = ${workspaceId}`,
  })
  await eraseInSteps(db, {
    table: 'number_checks',
    key: ['user_id', 'phone_number'],
    found: sql`where user_id = ${workspaceId}`,
  })
}
