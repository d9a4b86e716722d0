import type { DeviceAddress } from './companions.ts'
import type { Store } from './database.ts'

/** The author and the holder of a sender key: an author has its own, every reader a copy. */
export interface SenderKeyPlace {
  group: string
  holder: string
  author: string
  /** 0 for the phone itself. */
  device: number
}

/** Sender keys as text, and the linked devices that have received an author's key. */
export type SenderKeys = ReturnType<typeof createSenderKeys>

export function createSenderKeys(store: Store) {
  return {
    read: ({ group, holder, author, device }: SenderKeyPlace): string | undefined =>
      store.one<{ record: string }>(
        'SELECT record FROM sender_key WHERE group_id = ? AND holder = ? AND author = ? AND device = ?',
        group,
        holder,
        author,
        device,
      )?.record,
    write({ group, holder, author, device }: SenderKeyPlace, record: string): void {
      store.run(
        'INSERT OR REPLACE INTO sender_key (group_id, holder, author, device, record) VALUES (?, ?, ?, ?, ?)',
        group,
        holder,
        author,
        device,
        record,
      )
    },
    isDistributed: (group: string, author: string, { phone, device }: DeviceAddress): boolean =>
      store.one(
        'SELECT 1 FROM sender_key_given WHERE group_id = ? AND author = ? AND phone = ? AND device = ?',
        group,
        author,
        phone,
        device,
      ) !== undefined,
    markDistributed(group: string, author: string, { phone, device }: DeviceAddress): void {
      store.run(
        'INSERT OR IGNORE INTO sender_key_given (group_id, author, phone, device) VALUES (?, ?, ?, ?)',
        group,
        author,
        phone,
        device,
      )
    },
  }
}
