import type { LedgerDeps } from '../campaigns.ports.ts'
import { type BegunPeople, begunPeople } from '../people/begun-people.repository.ts'
import type { Campaign } from '../stored-campaign.ts'

export interface BoundDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  /** Whether a device is connected, or will be in a moment. */
  isExpected(deviceId: string): boolean
}

/** People whom this device alone may write to. */
export interface Bound {
  readonly deviceId: string
  readonly people: number
}

type Asked = Parameters<typeof begunPeople>[1][number]

/** Whom the devices of a campaign hold and have begun. */
export async function boundOf(deps: BoundDeps, campaign: Asked, now: number): Promise<Bound[]> {
  return perDevice(deps, campaign, async (deviceId, begun) => {
    const isLimited = ((await deps.devices.limitedUntil(deviceId)) ?? now) > now
    // A limit keeps a device only from people who are new to it: whoever it has begun all the same
    // is not reckoned to wait for the end of that.
    const isAtOnce = isLimited && deps.isExpected(deviceId)
    return heldAlone(deps, deviceId, begun) + (isAtOnce ? 0 : begun.sending)
  })
}

/** Whom they hold, when these others send the campaign from now on. */
export async function heldOf(
  deps: BoundDeps,
  campaign: Campaign,
  furtherDevices: readonly string[],
): Promise<Bound[]> {
  const all = [...new Set([...campaign.furtherDevices, ...furtherDevices])]
  return perDevice(deps, { ...campaign, furtherDevices: all }, async (deviceId, begun) =>
    heldAlone(deps, deviceId, begun),
  )
}

/** The others take over whom a device holds that is away, but for who may have the message. */
function heldAlone(deps: BoundDeps, deviceId: string, begun: BegunPeople): number {
  return deps.isExpected(deviceId) ? begun.held - begun.heldForAny : begun.heldUnsettled
}

async function perDevice(
  { db }: BoundDeps,
  campaign: Asked,
  countOf: (deviceId: string, begun: BegunPeople) => Promise<number>,
): Promise<Bound[]> {
  const bound: Bound[] = []
  for (const [deviceId, begun] of (await begunPeople(db, [campaign])).get(campaign.id) ?? []) {
    const people = await countOf(deviceId, begun)
    if (people > 0) bound.push({ deviceId, people })
  }
  return bound
}
