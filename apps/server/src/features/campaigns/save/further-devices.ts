import { DomainError } from '../../../platform/errors.ts'
import type { LedgerDeps } from '../campaigns.ports.ts'
import type { Campaign } from '../stored-campaign.ts'

/**
 * The devices that a form names beside the campaign's own, or those of the campaign it changes.
 * Throws `device_not_found` for one that is not in the owner's list.
 */
export async function furtherDevicesOf(
  { devices }: Pick<LedgerDeps, 'devices'>,
  { userId, deviceId }: { readonly userId: string; readonly deviceId: string },
  { alsoFrom }: { readonly alsoFrom?: readonly string[] | undefined },
  before: Campaign | null,
): Promise<readonly string[]> {
  const chosen = [...new Set(alsoFrom ?? before?.furtherDevices ?? [])]
  const others = chosen.filter((id) => id !== deviceId)
  for (const id of alsoFrom ? others : []) {
    if (!(await devices.isListed(userId, id))) throw new DomainError('device_not_found')
  }
  return others
}
