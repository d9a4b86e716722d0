import { randomInt } from 'node:crypto'
import { SandboxError } from '../errors.ts'
import type { LiveDevices } from '../live.ts'
import type { Phone } from '../types.ts'
import type { Store } from './database.ts'
import { assertNumber, type Directory, UNREGISTERED_SUFFIX } from './directory.ts'

/** The virtual phones of this installation. */
export interface Phones {
  /** Throws `number_taken`, `number_invalid`. */
  create(options: { owner: string; name: string; number?: string }, at: number): Phone
  /** Throws `phone_unknown`. */
  get(number: string): Phone
  find(number: string): Phone | undefined
  /** All phones, or one owner's, oldest first. */
  list(owner?: string): Phone[]
  setOffline(number: string, offline: boolean): void
  /** Returns a device number that this phone has never used. */
  nextDevice(number: string): number
}

interface Row {
  number: string
  name: string
  owner: string
  created_at: number
  offline: number
  linked: number
}

const SELECT = `SELECT phone.*,
  (SELECT count(*) FROM companion WHERE companion.phone = phone.number) AS linked FROM phone`

export function createPhones(store: Store, directory: Directory, live: LiveDevices): Phones {
  const present = (row: Row): Phone => ({
    number: row.number,
    name: row.name,
    owner: row.owner,
    createdAt: row.created_at,
    linked: row.linked,
    connected: live.ofPhone(row.number).length > 0,
    offline: row.offline === 1,
  })

  const phones: Phones = {
    create({ owner, name, number = freeNumber() }, at) {
      assertNumber(number)
      return store.transaction(() => {
        if (phones.find(number)) {
          throw new SandboxError(
            'number_taken',
            'There is already a sandbox phone with this number.',
          )
        }
        directory.lidOf(number)
        store.run(
          'INSERT INTO phone (number, owner, name, created_at) VALUES (?, ?, ?, ?)',
          number,
          owner,
          name,
          at,
        )
        // Resets its settings as a contact: a phone is always on the network.
        store.run('DELETE FROM contact WHERE owner = ? AND number = ?', owner, number)
        return phones.get(number)
      })
    },
    get(number) {
      const phone = phones.find(number)
      if (!phone)
        throw new SandboxError('phone_unknown', 'There is no sandbox phone with this number.')
      return phone
    },
    find(number) {
      const row = store.one<Row>(`${SELECT} WHERE number = ?`, number)
      return row && present(row)
    },
    list: (owner) =>
      store
        .all<Row>(
          `${SELECT} WHERE ? IS NULL OR owner = ? ORDER BY created_at, number`,
          owner ?? null,
          owner ?? null,
        )
        .map(present),
    setOffline(number, offline) {
      store.run('UPDATE phone SET offline = ? WHERE number = ?', offline ? 1 : 0, number)
    },
    nextDevice: (number) =>
      store.one<{ device: number }>(
        'UPDATE phone SET next_device = next_device + 1 WHERE number = ? RETURNING next_device - 1 AS device',
        number,
      )?.device ?? 1,
  }

  function freeNumber(): string {
    for (;;) {
      const number = `6011${randomInt(10_000_000, 99_999_999)}`
      if (!number.endsWith(UNREGISTERED_SUFFIX) && !phones.find(number)) return number
    }
  }

  return phones
}
