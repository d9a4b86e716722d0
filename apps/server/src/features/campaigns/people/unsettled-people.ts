import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../platform/database/database.ts'
import type { CampaignOutgoing } from '../campaigns.ports.ts'

/**
 * The reason of somebody who is held and may have the message: only their own device writes to
 * them, with that message and no other.
 */
export const HELD_UNSETTLED = 'new_chats_unsettled'

/** Of one look; very many may be held. */
const ROWS_AT_ONCE = 500

/** Those of a campaign who are held and may have the message; of all devices, or of one. */
export async function heldUnsettled(
  db: Db,
  campaignId: string,
  deviceId?: string,
): Promise<string[]> {
  const found: string[] = []
  for (let after = -1; ; ) {
    const rows = await db
      .selectFrom('recipients')
      .select(['id', 'position', 'reason', 'device_id'])
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'held')
      .where('position', '>', after)
      .orderBy('position')
      .limit(ROWS_AT_ONCE)
      .execute()
    for (const { id, reason, device_id } of rows) {
      const isOurs = deviceId === undefined || device_id === deviceId
      if (reason === HELD_UNSETTLED && isOurs) found.push(id)
    }
    const last = rows.at(-1)
    if (rows.length < ROWS_AT_ONCE || !last) return found
    after = last.position
    await setImmediate()
  }
}

/** What is left of these messages is not sent any more; whoever they are for fails with it. */
export async function failMessages(
  { record }: Pick<CampaignOutgoing, 'record'>,
  messages: readonly { readonly deviceId: string; readonly messageId: string }[],
  reason: string,
): Promise<void> {
  for (const { deviceId, messageId } of messages) {
    await record(deviceId, [{ messageId, status: 'failed', reason }])
  }
}
