import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'

/** What the network answered when it was asked for the number of a contact. */
export interface Resolved {
  readonly userId: string
  /** As the owner wrote it, in international digits. */
  readonly phoneNumber: string
  /** As the network writes it. */
  readonly networkNumber: string
}

const writtenFor = prepared(
  (db, { userId, networkNumber }: { userId: string; networkNumber: string }) =>
    db
      .selectFrom('contacts')
      .select('phone_number')
      // With the owner said once, SQLite would read all of their contacts.
      .where((eb) =>
        eb.or([
          eb.and({ user_id: userId, phone_number: networkNumber }),
          eb.and({ user_id: userId, network_number: networkNumber }),
        ]),
      )
      .orderBy('id'),
)

/**
 * In Brazil, Mexico and Argentina accounts have another number than people write down: the network
 * finds them by either, and names only its own in what they send.
 */
export function createNetworkNumbers(db: Db) {
  async function asWritten(userId: string, networkNumber: string): Promise<string> {
    const rows = await writtenFor(db, { userId, networkNumber })
    const written = rows.map(({ phone_number }) => phone_number)
    return written.includes(networkNumber) ? networkNumber : (written[0] ?? networkNumber)
  }

  return {
    async keep({ userId, phoneNumber, networkNumber }: Resolved): Promise<void> {
      const kept = networkNumber === phoneNumber ? null : networkNumber
      await db
        .updateTable('contacts')
        .set({ network_number: kept })
        .where('user_id', '=', userId)
        .where('phone_number', '=', phoneNumber)
        .where('network_number', 'is distinct from', kept)
        .execute()
    },

    /** What the network calls these contacts by: another number, or its own identity. */
    async calledByNetwork(
      userId: string,
      phoneNumbers: readonly string[],
    ): Promise<ReadonlyMap<string, readonly string[]>> {
      if (phoneNumbers.length === 0) return new Map()
      const rows = await db
        .selectFrom('contacts')
        .select(['phone_number', 'network_number', 'lid'])
        .where('user_id', '=', userId)
        .where('phone_number', 'in', phoneNumbers)
        .execute()
      return new Map(
        rows.map(({ phone_number, network_number, lid }) => [
          phone_number,
          [network_number, lid].filter((name) => name !== null),
        ]),
      )
    },

    /** How the owner wrote the number of an account; the same for whom they have not listed. */
    asWritten,

    /** A message under its sender's number as the owner wrote it: all of theirs is kept so. */
    async ofSender<M extends { readonly senderNumber: string | null }>(
      userId: string,
      message: M,
    ): Promise<M> {
      const { senderNumber } = message
      if (senderNumber === null) return message
      return { ...message, senderNumber: await asWritten(userId, senderNumber) }
    },
  }
}
