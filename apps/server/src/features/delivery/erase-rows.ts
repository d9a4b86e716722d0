import { type AliasableExpression, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { eraseInSteps } from '../../platform/database/erase-rows.ts'

/** Deletes the messages of a member who is being deleted; `devices` leads to them. */
export async function eraseDeliveryRows(
  db: Db,
  devices: AliasableExpression<{ id: string; user_id: string }>,
  workspaceId: string,
): Promise<void> {
  await eraseInSteps(db, {
    table: 'outgoing',
    key: ['device_id', 'message_id'],
    found: sql`
      join ${devices.as('device')} on device.id = outgoing.device_id
      where device.user_id = ${workspaceId}
    `,
  })
}
