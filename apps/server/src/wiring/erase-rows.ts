import { eraseCampaignRows } from '../features/campaigns/erase-rows.ts'
import { eraseChatbotRows } from '../features/chatbots/erase-rows.ts'
import { eraseContactRows } from '../features/contacts/erase-rows.ts'
import { createKnownDevices } from '../features/devices/known-devices.ts'
import { eraseOutgoingRows } from '../features/outgoing/erase-rows.ts'
import type { Db } from '../platform/database/database.ts'

/**
 * Erases most of a member's rows in short transactions, so that little goes with the member's own
 * row. Whatever comes meanwhile, or is left by a crash, goes with that one.
 */
export async function eraseRows(db: Db, memberId: string): Promise<void> {
  const { rows: devices } = createKnownDevices(db)
  await eraseCampaignRows(db, memberId)
  await eraseContactRows(db, memberId)
  await eraseOutgoingRows(db, devices, memberId)
  await eraseChatbotRows(db, devices, memberId)
}
