/**
 * A sign of life from a connection. `in`: a readable message from somebody else. `out`: the network
 * took a message. `phone`: its phone, or another of its devices, is in use. `unreadable` and
 * `read_later`: a message could not be read, and then a copy of it could.
 */
export type HealthSign = 'in' | 'out' | 'phone' | 'unreadable' | 'read_later'

/** Queries the network about open connections. A query rejects without an answer. */
export interface HealthProbe {
  openDevices(): readonly string[]
  ping(deviceId: string): Promise<void>
  /** How many unused one-time keys the network has. */
  preKeysLeft(deviceId: string): Promise<number>
  /** Ends the connection and opens it again at once: the network then sends what it has queued. */
  reopen(deviceId: string): void
}
