import type { Db } from '../../../platform/database/database.ts'
import { createKeyedLock } from '../../../platform/lock.ts'
import type { MarkedMessage } from './phone.ports.ts'

interface UnmarkedMessage extends MarkedMessage {
  readonly receivedAt: number
}

export interface PhoneMarkDeps {
  readonly db: Db
  unmarkedIn(db: Db, chatId: string): Promise<readonly UnmarkedMessage[]>
  noteMarked(db: Db, chatId: string, upTo: number): Promise<void>
  /** Sends the receipts, on the node that has the device. */
  markRead(deviceId: string, messages: readonly MarkedMessage[]): Promise<void>
}

interface MarkedChat {
  readonly id: string
  readonly device_id: string
}

/**
 * Marks the messages of a chat as read on the network, so that the person sees it. What could not
 * be marked is marked with the next answer.
 */
export function createPhoneMarks({ db, unmarkedIn, noteMarked, markRead }: PhoneMarkDeps) {
  const lock = createKeyedLock()
  return ({ id, device_id: deviceId }: MarkedChat): Promise<void> =>
    lock(id, async () => {
      const unmarked = await unmarkedIn(db, id)
      const [newest] = unmarked
      if (!newest) return
      const messages = unmarked.map(({ receivedAt: _, ...message }) => message)
      await markRead(deviceId, messages)
      await noteMarked(db, id, newest.receivedAt)
    })
}
