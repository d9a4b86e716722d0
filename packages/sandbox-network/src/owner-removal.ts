import type { Core } from './core.ts'
import type { Sessions } from './sessions.ts'
import { deviceKey } from './store/companions.ts'

/** Removes all data of an owner; what others wrote to the same numbers is kept. */
export function createOwnerRemoval(core: Core, sessions: Sessions) {
  const { store, phones, companions, locks, files } = core

  /** Deletes the rows of a phone and of the groups it created. */
  function erase(phone: string): void {
    const groups = 'SELECT id FROM chat_group WHERE owner = ?'
    for (const table of ['group_member', 'sender_key', 'sender_key_given']) {
      store.run(`DELETE FROM ${table} WHERE group_id IN (${groups})`, phone)
    }
    store.run(
      'DELETE FROM group_delivery WHERE seq IN (SELECT seq FROM message WHERE phone = ?)',
      phone,
    )
    for (const table of ['message', 'undecrypted', 'session', 'weather_change', 'chat_timer']) {
      store.run(`DELETE FROM ${table} WHERE phone = ?`, phone)
    }
    store.run('DELETE FROM chat_group WHERE owner = ?', phone)
    store.run('DELETE FROM phone WHERE number = ?', phone)
    forgetNumber(phone)
  }

  /** A number known to others keeps its keys, which identify it. */
  function forgetNumber(number: string): void {
    const isKnown = store.one(
      `SELECT 1 WHERE EXISTS (SELECT 1 FROM message WHERE contact = ?1)
       OR EXISTS (SELECT 1 FROM group_member WHERE number = ?1)
       OR EXISTS (SELECT 1 FROM session WHERE number = ?1)`,
      number,
    )
    if (isKnown) return
    for (const table of ['account', 'account_prekey']) {
      store.run(`DELETE FROM ${table} WHERE number = ?`, number)
    }
  }

  const pathsIn = (where: string, ...values: string[]): string[] =>
    store
      .all<{ path: string }>(
        `SELECT DISTINCT json_extract(media, '$.directPath') AS path FROM message
         WHERE media IS NOT NULL AND ${where}`,
        ...values,
      )
      .map(({ path }) => path)

  /** Returns the files that no message references any more. */
  function eraseAll(owner: string): string[] {
    return store.transaction(() => {
      const theirs = pathsIn('phone IN (SELECT number FROM phone WHERE owner = ?)', owner)
      for (const { number } of phones.list(owner)) erase(number)
      store.run('DELETE FROM contact WHERE owner = ?', owner)
      const others = new Set(theirs.length > 0 ? pathsIn('true') : [])
      return theirs.filter((path) => !others.has(path))
    })
  }

  return async (owner: string): Promise<void> => {
    const devices = phones.list(owner).flatMap(({ number }) => companions.ofPhone(number))
    const forgotten = await locks.run(devices.map(deviceKey), async () => {
      for (const device of devices) sessions.unlink(device)
      return eraseAll(owner)
    })
    for (const path of forgotten) await files.remove(path)
  }
}
