import { eraseAnalyticsRows } from '../features/analytics/erase-rows.ts'
import { eraseCampaignRows } from '../features/campaigns/erase-rows.ts'
import { eraseChatbotRows } from '../features/chatbots/erase-rows.ts'
import { eraseChatRows } from '../features/chats/erase-rows.ts'
import { eraseContactRows } from '../features/contacts/erase-rows.ts'
import { eraseDeliveryRows } from '../features/delivery/erase-rows.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { eraseMessageRows } from '../features/messages/erase-rows.ts'
import { eraseOptOutRows } from '../features/opt-outs/erase-rows.ts'
import type { Db } from '../platform/database/database.ts'

/**
 * Deletes most of a member's rows in short transactions. What is added meanwhile, or left by a
 * crash, is deleted with the member's own row.
 */
export async function eraseRows(db: Db, memberId: string): Promise<void> {
  const { rows: devices } = createKnownDevices(db)
  await eraseCampaignRows(db, memberId)
  await eraseContactRows(db, memberId)
  await eraseOptOutRows(db, memberId)
  await eraseDeliveryRows(db, devices, memberId)
  await eraseAnalyticsRows(db, memberId)
  await eraseChatbotRows(db, devices, memberId)
  await eraseMessageRows(db, devices, memberId)
  await eraseChatRows(db, memberId)
}
