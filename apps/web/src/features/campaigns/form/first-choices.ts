import type { CampaignFormData } from './use-campaign-form-data.ts'

/** Selects the device when there is only one. */
export function firstDevice({ devices }: CampaignFormData, fixedDeviceId: string | null): string {
  if (fixedDeviceId) return fixedDeviceId
  const connected = devices.filter((device) => device.connected)
  const [only, second] = connected.length > 0 ? connected : devices
  return only && !second ? only.id : ''
}

/** The current name of the group, else the name stored with the campaign. */
export function groupNameOf(
  { groups, campaign }: CampaignFormData,
  id: string | undefined,
): string {
  const group = groups.find(({ _id }) => _id === id)
  return group?.name ?? campaign?.contactGroupName ?? ''
}
