import type { Db } from '../../../platform/database/database.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { CampaignOutgoing } from '../campaigns.ports.ts'
import { HELD_UNSETTLED } from './reasons.ts'

/** How many people of a campaign a device holds, and how many it is writing to. */
export interface AssignedPeople {
  readonly held: number
  /** How many of the held people any other device can take. */
  readonly heldForAny: number
  /** How many of the held people may have the message: no other device writes to them. */
  readonly heldUnsettled: number
  readonly sending: number
}

/** By device; people held for nobody in particular count for the campaign's own. */
export type AssignedByDevice = ReadonlyMap<string, AssignedPeople>

const NOBODY: AssignedPeople = { held: 0, heldForAny: 0, heldUnsettled: 0, sending: 0 }

type SentCampaign = Pick<Campaign, 'id' | 'deviceId' | 'furtherDevices' | 'counts' | 'cancelledAt'>

/**
 * By campaign. Leaves out campaigns with a single device, whose people are all its own, and
 * campaigns without such people.
 */
export async function countAssignedTo(
  db: Db,
  campaigns: readonly SentCampaign[],
): Promise<ReadonlyMap<string, AssignedByDevice>> {
  const open = campaigns.filter(
    ({ counts, cancelledAt }) => cancelledAt === null && counts.held + counts.sending > 0,
  )
  const alone = open.filter(({ furtherDevices }) => furtherDevices.length === 0)
  const leaving = await idsOfLeaving(db, alone)
  const shared = open.filter(
    ({ id, furtherDevices }) => furtherDevices.length > 0 || leaving.has(id),
  )
  if (shared.length === 0) return new Map()
  const rows = await db
    .selectFrom('recipients')
    .select(['campaign_id', 'device_id', 'state'])
    .select(({ eb, fn }) => [
      fn.countAll<number | string>().as('people'),
      eb.case().when('reason', '=', HELD_UNSETTLED).then(1).else(0).end().as('unsettled'),
    ])
    .where('campaign_id', 'in', idsOf(shared))
    .where('state', 'in', ['held', 'sending'])
    .groupBy(['campaign_id', 'device_id', 'state', 'unsettled'])
    .execute()
  const own = new Map(shared.map(({ id, deviceId }) => [id, deviceId]))
  const found = new Map<string, Map<string, AssignedPeople>>()
  for (const { campaign_id, device_id, state, unsettled, people } of rows) {
    const ofCampaign = found.get(campaign_id) ?? new Map<string, AssignedPeople>()
    const id = device_id ?? own.get(campaign_id) ?? ''
    const before = ofCampaign.get(id) ?? NOBODY
    const count = Number(people)
    const isUnsettled = state === 'held' && unsettled === 1
    const isForAny = state === 'held' && device_id === null && !isUnsettled
    ofCampaign.set(id, {
      held: before.held + (state === 'held' ? count : 0),
      heldForAny: before.heldForAny + (isForAny ? count : 0),
      heldUnsettled: before.heldUnsettled + (isUnsettled ? count : 0),
      sending: before.sending + (state === 'sending' ? count : 0),
    })
    found.set(campaign_id, ofCampaign)
  }
  return found
}

/** The campaigns among these that a device is leaving. */
async function idsOfLeaving(
  db: Db,
  campaigns: readonly Pick<Campaign, 'id'>[],
): Promise<ReadonlySet<string>> {
  if (campaigns.length === 0) return new Set()
  const rows = await db
    .selectFrom('campaign_devices')
    .select('campaign_id')
    .where('campaign_id', 'in', idsOf(campaigns))
    .where('active', '=', 0)
    .execute()
  return new Set(rows.map(({ campaign_id }) => campaign_id))
}

function idsOf(campaigns: readonly Pick<Campaign, 'id'>[]): string[] {
  return campaigns.map(({ id }) => id)
}

/** Like `countAssignedTo`, for one campaign. */
export async function countAssignedIn(db: Db, campaign: SentCampaign): Promise<AssignedByDevice> {
  return (await countAssignedTo(db, [campaign])).get(campaign.id) ?? new Map()
}

/** Held people of a campaign who may have the message; of all devices, or of one. */
export async function listHeldUnsettled(
  db: Db,
  campaignId: string,
  deviceId?: string,
): Promise<string[]> {
  const read = (after: number | null, limit: number) =>
    db
      .selectFrom('recipients')
      .select(['id', 'position', 'reason', 'device_id'])
      .where('campaign_id', '=', campaignId)
      .where('state', '=', 'held')
      .where('position', '>', after ?? -1)
      .orderBy('position')
      .limit(limit)
      .execute()
  const found: string[] = []
  for await (const page of inPages(read, ({ position }) => position)) {
    for (const { id, reason, device_id } of page) {
      const isOurs = deviceId === undefined || device_id === deviceId
      if (reason === HELD_UNSETTLED && isOurs) found.push(id)
    }
  }
  return found
}

/** Fails messages that are not sent any more, and their recipients with them. */
export async function failMessages(
  { record }: Pick<CampaignOutgoing, 'record'>,
  messages: readonly { readonly deviceId: string; readonly messageId: string }[],
  reason: string,
): Promise<void> {
  for (const { deviceId, messageId } of messages) {
    await record(deviceId, [{ messageId, status: 'failed', reason }])
  }
}
