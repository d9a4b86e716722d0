import type { Connection } from './connection.ts'
import { type DeviceAddress, deviceKey } from './store/companions.ts'

/** The open connections of linked devices, one for each device. */
export type LiveDevices = ReturnType<typeof createLiveDevices>

export function createLiveDevices() {
  const places = new Map<string, Connection>()
  return {
    get: (address: DeviceAddress): Connection | undefined => places.get(deviceKey(address)),
    /** Registers the device's connection. Returns the one it replaces. */
    put(address: DeviceAddress, connection: Connection): Connection | undefined {
      const before = places.get(deviceKey(address))
      places.set(deviceKey(address), connection)
      connection.device = address
      return before
    },
    /** Removes this connection if it is the device's current one. Returns whether it was. */
    leave(connection: Connection): boolean {
      if (!connection.device) return false
      const key = deviceKey(connection.device)
      return places.get(key) === connection && places.delete(key)
    },
    ofPhone: (phone: string): Connection[] =>
      [...places.values()].filter((connection) => connection.device?.phone === phone),
  }
}
