import { chunks, type Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'

/** How the network resolved the number of a contact. */
export interface ResolvedNumber {
  readonly workspaceId: string
  /** As the owner wrote it, in international digits. */
  readonly phoneNumber: string
  /** As the network writes it. */
  readonly networkNumber: string
}

const writtenFor = prepared(
  (db, { workspaceId, networkNumber }: { workspaceId: string; networkNumber: string }) =>
    db
      .selectFrom('contacts')
      .select('phone_number')
      // With a single condition on the owner, SQLite would read all of their contacts.
      .where((eb) =>
        eb.or([
          eb.and({ user_id: workspaceId, phone_number: networkNumber }),
          eb.and({ user_id: workspaceId, network_number: networkNumber }),
        ]),
      )
      .orderBy('id'),
)

/**
 * In Brazil, Mexico and Argentina, the number of an account differs from the one people write down.
 * The network accepts both, but reports only its own for incoming messages.
 */
export function createNetworkNumbers(db: Db) {
  async function asWritten(workspaceId: string, networkNumber: string): Promise<string> {
    const rows = await writtenFor(db, { workspaceId, networkNumber })
    const written = rows.map(({ phone_number }) => phone_number)
    return written.includes(networkNumber) ? networkNumber : (written[0] ?? networkNumber)
  }

  return {
    async keep({ workspaceId, phoneNumber, networkNumber }: ResolvedNumber): Promise<void> {
      const storedNumber = networkNumber === phoneNumber ? null : networkNumber
      await db
        .updateTable('contacts')
        .set({ network_number: storedNumber })
        .where('user_id', '=', workspaceId)
        .where('phone_number', '=', phoneNumber)
        .where('network_number', 'is distinct from', storedNumber)
        .execute()
    },

    /** The network's own names for these contacts: another number, or a LID. */
    async calledByNetwork(
      workspaceId: string,
      phoneNumbers: readonly string[],
    ): Promise<ReadonlyMap<string, readonly string[]>> {
      if (phoneNumbers.length === 0) return new Map()
      const rows = await db
        .selectFrom('contacts')
        .select(['phone_number', 'network_number', 'lid'])
        .where('user_id', '=', workspaceId)
        .where('phone_number', 'in', phoneNumbers)
        .execute()
      return new Map(
        rows.map(({ phone_number, network_number, lid }) => [
          phone_number,
          [network_number, lid].filter((name) => name !== null),
        ]),
      )
    },

    /** The names of contacts by their numbers, as the network writes them; without unnamed ones. */
    async namesAmong(
      workspaceId: string,
      networkNumbers: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      const names = new Map<string, string>()
      for (const some of chunks([...new Set(networkNumbers)])) {
        const rows = await db
          .selectFrom('contacts')
          .select(['name', 'phone_number', 'network_number'])
          .where((eb) =>
            eb.or([
              eb.and([eb('user_id', '=', workspaceId), eb('phone_number', 'in', some)]),
              eb.and([eb('user_id', '=', workspaceId), eb('network_number', 'in', some)]),
            ]),
          )
          .execute()
        for (const row of rows) {
          if (row.name === row.phone_number) continue
          names.set(row.phone_number, row.name)
          if (row.network_number !== null) names.set(row.network_number, row.name)
        }
      }
      return names
    },

    /** The number as the owner wrote it; the network's own when it is not in their list. */
    asWritten,

    /**
     * The message with its sender's number as the owner wrote it, which is how messages are stored.
     */
    async ofSender<M extends { readonly senderNumber: string | null }>(
      workspaceId: string,
      message: M,
    ): Promise<M> {
      const { senderNumber } = message
      if (senderNumber === null) return message
      return { ...message, senderNumber: await asWritten(workspaceId, senderNumber) }
    },
  }
}
