import type { DevicesRepository } from './devices.repository.ts'

/** Caches the owners of devices. */
export function createDeviceOwners(devices: Pick<DevicesRepository, 'ownerOf'>) {
  const owners = new Map<string, string>()

  return {
    /** Null once its owner is deleted. */
    async of(deviceId: string): Promise<string | null> {
      const cached = owners.get(deviceId)
      if (cached) return cached
      const owner = await devices.ownerOf(deviceId)
      if (owner) owners.set(deviceId, owner)
      return owner
    },
    known: (deviceId: string): string | null => owners.get(deviceId) ?? null,
    keep(deviceId: string, workspaceId: string): void {
      owners.set(deviceId, workspaceId)
    },
    forget(deviceId: string): void {
      owners.delete(deviceId)
    },
    /** The known ones. */
    devicesOf: (workspaceId: string): string[] =>
      [...owners].flatMap(([deviceId, owner]) => (owner === workspaceId ? [deviceId] : [])),
  }
}

export type DeviceOwners = ReturnType<typeof createDeviceOwners>
