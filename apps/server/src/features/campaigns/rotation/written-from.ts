import type { CampaignDevices } from '../campaigns.ports.ts'
import type { Campaign } from '../stored-campaign.ts'

type Row = { readonly device_id: string | null }

/**
 * For rows of a campaign's ledger, the campaign with the device that each is written from. Of a
 * campaign that several devices send, no single one explains why somebody waits.
 */
export async function writtenFrom(
  { nameOf }: Pick<CampaignDevices, 'nameOf'>,
  campaign: Campaign,
  rows: readonly Row[],
): Promise<(row: Row) => Campaign> {
  const ids = new Set(rows.flatMap(({ device_id }) => device_id ?? []))
  const names = new Map<string, string>()
  for (const id of ids) {
    if (id !== campaign.deviceId) names.set(id, (await nameOf(id)) ?? '')
  }
  const isShared = campaign.furtherDevices.length > 0
  return ({ device_id }) => {
    const deviceName = (device_id !== null && names.get(device_id)) || campaign.deviceName
    return isShared
      ? { ...campaign, deviceName, limitedUntil: null, deviceOfflineSince: null }
      : { ...campaign, deviceName }
  }
}
