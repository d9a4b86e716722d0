import type { Connection } from './connection.ts'
import { type DeviceAddress, deviceKey } from './store/companions.ts'

/** The connections of linked devices: one for each device. */
export interface LiveDevices {
  get(address: DeviceAddress): Connection | undefined
  /** Answers the connection that had the place before. */
  put(address: DeviceAddress, connection: Connection): Connection | undefined
  /** Frees the place if this connection has it. Answers whether it had. */
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
