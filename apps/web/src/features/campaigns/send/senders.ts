import type { Device } from '@kirim/contract/devices'

/** The devices that send a campaign, its own first; undefined for one that is no longer linked. */
export function sendersOf(
  { deviceId, alsoFrom }: { deviceId: string; alsoFrom: readonly string[] },
  devices: readonly Device[],
): (Device | undefined)[] {
  const ids = [deviceId, ...alsoFrom.filter((id) => id !== deviceId)]
  return ids.map((id) => devices.find((device) => device.id === id))
}
