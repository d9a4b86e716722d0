import type { Connection } from './connection.ts'
import { type DeviceAddress, deviceKey } from './store/companions.ts'

/** The open connections of linked devices, one for each device. */
export interface LiveDevices {
  get(address: DeviceAddress): Connection | undefined
  /** Registers the device's connection. Returns the one it replaces. */
  put(address: DeviceAddress, connection: Connection): Connection | undefined
  /** Removes this connection if it is the device's current one. Returns whether it was. */
  leave(connection: Connection): boolean
  ofPhone(phone: string): Connection[]
}

export function createLiveDevices(): LiveDevices {
  const places = new Map<string, Connection>()
  return {
    get: (address) => places.get(deviceKey(address)),
    put(address, connection) {
      const before = places.get(deviceKey(address))
      places.set(deviceKey(address), connection)
      connection.device = address
      return before
    },
    leave(connection) {
      if (!connection.device) return false
      const key = deviceKey(connection.device)
      return places.get(key) === connection && places.delete(key)
    },
    ofPhone: (phone) =>
      [...places.values()].filter((connection) => connection.device?.phone === phone),
  }
}
