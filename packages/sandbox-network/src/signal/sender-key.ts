import { BufferJSON } from 'baileys'
import {
  GroupCipher,
  GroupSessionBuilder,
  SenderKeyDistributionMessage,
  SenderKeyName,
  SenderKeyRecord,
} from 'baileys/lib/Signal/Group/index.js'
import type { SenderKeyPlace, SenderKeys } from '../store/sender-keys.ts'

/**
 * One step of a sender key: the chain with which an author writes into a group and its members
 * read.
 *
 * As a `SessionStep`, nothing is written until `save`.
 */
export interface SenderKeyStep {
  /**
   * The distribution message for readers, from the current position on. Creates the key when there
   * is none.
   */
  distribution(): Promise<Uint8Array>
  /** Stores an author's key. Throws when it is malformed. */
  take(distribution: Uint8Array): Promise<void>
  encrypt(plain: Uint8Array): Promise<Uint8Array>
  decrypt(body: Uint8Array): Promise<Uint8Array>
  save(): void
}

type States = ReturnType<SenderKeyRecord['serialize']>

export function openSenderKey(senderKeys: SenderKeys, place: SenderKeyPlace): SenderKeyStep {
  const known = senderKeys.read(place)
  let record = new SenderKeyRecord(known ? JSON.parse(known, BufferJSON.reviver) : [])
  const storage = {
    loadSenderKey: async () => record,
    storeSenderKey: async (_name: SenderKeyName, next: SenderKeyRecord) => {
      record = next
    },
  }
  const name = new SenderKeyName(place.group, { id: place.author, deviceId: place.device })
  const builder = new GroupSessionBuilder(storage)
  const cipher = new GroupCipher(storage, name)

  return {
    distribution: async () => (await builder.create(name)).serialize(),
    async take(distribution) {
      const message = new SenderKeyDistributionMessage(null, null, null, null, distribution)
      // For two states with the same id the driver would use the older one; here the newest is
      // used.
      const others: States = record
        .serialize()
        .filter(({ senderKeyId }) => senderKeyId !== message.getId())
      record = new SenderKeyRecord(others)
      await builder.process(name, message)
    },
    encrypt: (plain) => cipher.encrypt(plain),
    decrypt: (body) => cipher.decrypt(body),
    save() {
      if (!record.isEmpty())
        senderKeys.write(place, JSON.stringify(record.serialize(), BufferJSON.replacer))
    },
  }
}
