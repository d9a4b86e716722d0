/**
 * A sign of life from a connection. `in`: a readable message from somebody else. `out`: the network
 * took a message. `phone`: its phone, or another of its devices, is in use. `unreadable` and
 * `read_later`: a message could not be read, and then a copy of it could.
 */
export type HealthSign = 'in' | 'out' | 'phone' | 'unreadable' | 'read_later'

/** Asks the network about open connections. A question rejects when it is not answered. */
export interface HealthProbe {
  openDevices(): readonly string[]
  ping(deviceId: string): Promise<void>
  /** How many one-time keys the network still has to give out. */
  preKeysLeft(deviceId: string): Promise<number>
  /** Ends the connection and opens it again at once: the network sends what it has kept. */
  reopen(deviceId: string): void
}
