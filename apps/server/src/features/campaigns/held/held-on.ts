import type { Db } from '../../../platform/database/database.ts'

/**
 * How many people wait until this device may begin new chats, of campaigns that are on: everybody
 * who is held in one that it sends alone; in one that others send as well, whom it holds itself.
 */
export async function heldOn(db: Db, deviceId: string): Promise<number> {
  const open = await db
    .selectFrom('campaigns')
    .select(['id', 'device_id', 'held'])
    .where('enabled', '=', 1)
    .where('cancelled_at', 'is', null)
    .where('held', '>', 0)
    .where((eb) =>
      eb.or([
        eb('device_id', '=', deviceId),
        eb('id', 'in', (sub) =>
          sub
            .selectFrom('campaign_devices')
            .select('campaign_id')
            .where('campaign_devices.device_id', '=', deviceId),
        ),
      ]),
    )
    .execute()
  const ids = open.map(({ id }) => id)
  if (ids.length === 0) return 0
  const rows = await db
    .selectFrom('campaign_devices')
    .select('campaign_id')
    .where('campaign_id', 'in', ids)
    .execute()
  const shared = new Set(rows.map(({ campaign_id }) => campaign_id))
  const alone = open.filter(({ id }) => !shared.has(id)).reduce((sum, { held }) => sum + held, 0)
  return shared.size === 0 ? alone : alone + (await heldBy(db, deviceId, [...shared]))
}

/** Whoever is held by nobody in particular waits for the campaign's own device. */
async function heldBy(db: Db, deviceId: string, campaignIds: readonly string[]): Promise<number> {
  const { held } = await db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(({ fn }) => fn.countAll<number | string>().as('held'))
    .where('recipients.campaign_id', 'in', campaignIds)
    .where('recipients.state', '=', 'held')
    .where((eb) => eb(eb.fn.coalesce('recipients.device_id', 'campaigns.device_id'), '=', deviceId))
    .executeTakeFirstOrThrow()
  return Number(held)
}
