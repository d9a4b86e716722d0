import { type AliasableExpression, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

/** Erases what somebody who is leaving may have very much of; `devices` leads to what is theirs. */
export async function eraseOutgoingRows(
  db: Db,
  devices: AliasableExpression<{ id: string; user_id: string }>,
  userId: string,
): Promise<void> {
  await eraseInSteps(db, {
    table: 'outgoing',
    key: ['device_id', 'message_id'],
    found: sql`
      join ${devices.as('device')} on device.id = outgoing.device_id
      where device.user_id = ${userId}
    `,
  })
}
