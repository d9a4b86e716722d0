import type { Store } from './database.ts'

/** A linked device: device 0 is the phone itself, so this starts at 1. */
export interface DeviceAddress {
  phone: string
  device: number
}

export interface PublicKeys {
  registrationId: number
  identity: Buffer
  signed: { id: number; public: Buffer; signature: Buffer }
}

export interface Companion extends DeviceAddress, PublicKeys {
  noiseKey: Buffer
  bootstrapped: boolean
}

interface Row {
  phone: string
  device: number
  noise_key: Uint8Array
  identity: Uint8Array
  registration_id: number
  signed_id: number
  signed_public: Uint8Array
  signed_signature: Uint8Array
  bootstrapped: number
}

/** The devices linked to phones, and their prekeys. */
export function createCompanions(store: Store) {
  const present = (row: Row): Companion => ({
    phone: row.phone,
    device: row.device,
    noiseKey: Buffer.from(row.noise_key),
    identity: Buffer.from(row.identity),
    registrationId: row.registration_id,
    signed: {
      id: row.signed_id,
      public: Buffer.from(row.signed_public),
      signature: Buffer.from(row.signed_signature),
    },
    bootstrapped: row.bootstrapped === 1,
  })
  const maybe = (row: Row | undefined) => row && present(row)

  return {
    byNoiseKey: (key: Uint8Array): Companion | undefined =>
      maybe(store.one<Row>('SELECT * FROM companion WHERE noise_key = ?', key)),
    find: ({ phone, device }: DeviceAddress): Companion | undefined =>
      maybe(
        store.one<Row>('SELECT * FROM companion WHERE phone = ? AND device = ?', phone, device),
      ),
    ofPhone: (phone: string): Companion[] =>
      store.all<Row>('SELECT * FROM companion WHERE phone = ? ORDER BY device', phone).map(present),
    add(companion: Omit<Companion, 'bootstrapped'>, linkedAt: number): void {
      store.run(
        `INSERT INTO companion (phone, device, noise_key, identity, registration_id, signed_id,
         signed_public, signed_signature, linked_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
        companion.phone,
        companion.device,
        companion.noiseKey,
        companion.identity,
        companion.registrationId,
        companion.signed.id,
        companion.signed.public,
        companion.signed.signature,
        linkedAt,
      )
    },
    /** Removes a device with its prekeys, sessions and queue. */
    remove({ phone, device }: DeviceAddress): void {
      for (const table of [
        'companion',
        'companion_prekey',
        'session',
        'queue',
        'sender_key_given',
      ]) {
        store.run(`DELETE FROM ${table} WHERE phone = ? AND device = ?`, phone, device)
      }
      store.run('DELETE FROM sender_key WHERE author = ? AND device = ?', phone, device)
    },
    markBootstrapped({ phone, device }: DeviceAddress): void {
      store.run(
        'UPDATE companion SET bootstrapped = 1 WHERE phone = ? AND device = ?',
        phone,
        device,
      )
    },
    putKeys({ phone, device }: DeviceAddress, keys: Partial<PublicKeys>): void {
      const put = (column: string, value: number | Uint8Array | undefined) => {
        if (value === undefined) return
        store.run(
          `UPDATE companion SET ${column} = ? WHERE phone = ? AND device = ?`,
          value,
          phone,
          device,
        )
      }
      put('registration_id', keys.registrationId)
      put('identity', keys.identity)
      put('signed_id', keys.signed?.id)
      put('signed_public', keys.signed?.public)
      put('signed_signature', keys.signed?.signature)
    },
    addPrekeys(
      { phone, device }: DeviceAddress,
      keys: readonly { id: number; public: Buffer }[],
    ): void {
      for (const key of keys) {
        store.run(
          'INSERT OR REPLACE INTO companion_prekey (phone, device, key_id, public) VALUES (?, ?, ?, ?)',
          phone,
          device,
          key.id,
          key.public,
        )
      }
    },
    countPrekeys: ({ phone, device }: DeviceAddress): number =>
      store.one<{ n: number }>(
        'SELECT count(*) AS n FROM companion_prekey WHERE phone = ? AND device = ?',
        phone,
        device,
      )?.n ?? 0,
    /** Takes a one-time prekey; undefined when none is left. */
    takePrekey({ phone, device }: DeviceAddress): { id: number; public: Buffer } | undefined {
      const row = store.one<{ key_id: number; public: Uint8Array }>(
        `DELETE FROM companion_prekey WHERE phone = ?1 AND device = ?2 AND key_id =
         (SELECT min(key_id) FROM companion_prekey WHERE phone = ?1 AND device = ?2)
         RETURNING key_id, public`,
        phone,
        device,
      )
      return row && { id: row.key_id, public: Buffer.from(row.public) }
    },
  }
}

/** The key of a device in locks and maps. */
export const deviceKey = ({ phone, device }: DeviceAddress): string => `${phone}:${device}`
