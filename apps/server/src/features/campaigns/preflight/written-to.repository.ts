import type { Db } from '../../../platform/database/database.ts'

/** Those of these numbers to whom a device has sent a campaign. */
export async function writtenToAmong(
  db: Db,
  userId: string,
  deviceId: string,
  phoneNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  if (phoneNumbers.length === 0) return new Set()
  const rows = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select('recipients.phone_number')
    .distinct()
    .where('recipients.user_id', '=', userId)
    .where('recipients.phone_number', 'in', phoneNumbers)
    .where('recipients.sent_at', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('recipients.device_id', 'campaigns.device_id'), '=', deviceId))
    .execute()
  return new Set(rows.map(({ phone_number }) => phone_number))
}
