import { generateSignalPubKey } from 'baileys'
import {
  ProtocolAddress,
  SessionBuilder,
  SessionCipher,
  SessionRecord,
  type SignalStorage,
} from 'libsignal'
import type { DeviceAddress } from '../store/companions.ts'
import type { Store } from '../store/database.ts'
import type { AccountKeys } from '../store/directory.ts'
import type { KeyPair } from './identity.ts'

export interface Ciphertext {
  type: 'msg' | 'pkmsg'
  body: Buffer
}

export interface PrekeyBundle {
  registrationId: number
  identity: Buffer
  signed: { id: number; public: Buffer; signature: Buffer }
  prekey?: { id: number; public: Buffer } | undefined
}

/**
 * One step of a contact's Signal session with a linked device.
 *
 * Nothing is written until `save`, which belongs into the transaction of whatever the step caused.
 * A step that fails is simply dropped. Steps of one device must not overlap (they run under the
 * device's lock).
 */
export interface SessionStep {
  readonly exists: boolean
  decrypt(sealed: Ciphertext): Promise<Buffer>
  encrypt(plain: Uint8Array): Promise<Ciphertext>
  /** Starts a new session from the device's keys. */
  start(bundle: PrekeyBundle): Promise<void>
  save(): void
}

const PREKEY_MESSAGE = 3

export function openSession(store: Store, account: AccountKeys, peer: DeviceAddress): SessionStep {
  const row = store.one<{ record: string }>(
    'SELECT record FROM session WHERE number = ? AND phone = ? AND device = ?',
    account.number,
    peer.phone,
    peer.device,
  )
  let record = row ? SessionRecord.deserialize(JSON.parse(row.record)) : undefined
  const spent: number[] = []
  const storage = {
    loadSession: async () => record,
    storeSession: async (_id: string, session: SessionRecord) => {
      record = session
    },
    isTrustedIdentity: () => true,
    loadPreKey: async (id: number | string | undefined) =>
      id === undefined ? undefined : prekey(store, account.number, Number(id)),
    removePreKey: (id: number) => {
      spent.push(id)
    },
    loadSignedPreKey: () => signalPair(account.signed),
    getOurRegistrationId: () => account.registrationId,
    getOurIdentity: () => signalPair(account.identity),
  } satisfies SignalStorage
  // The name contains both parties, because libsignal queues work under equal names one after
  // another in the whole process.
  const address = new ProtocolAddress(`${account.number}_${peer.phone}`, peer.device)
  const cipher = new SessionCipher(storage, address)

  return {
    get exists() {
      return record?.haveOpenSession() ?? false
    },
    decrypt: ({ type, body }) =>
      type === 'pkmsg'
        ? cipher.decryptPreKeyWhisperMessage(body)
        : cipher.decryptWhisperMessage(body),
    async encrypt(plain) {
      const { type, body } = await cipher.encrypt(Buffer.from(plain))
      return { type: type === PREKEY_MESSAGE ? 'pkmsg' : 'msg', body: Buffer.from(body, 'latin1') }
    },
    start: (bundle) => new SessionBuilder(storage, address).initOutgoing(signalBundle(bundle)),
    save() {
      if (record) {
        store.run(
          'INSERT OR REPLACE INTO session (number, phone, device, record) VALUES (?, ?, ?, ?)',
          account.number,
          peer.phone,
          peer.device,
          JSON.stringify(record.serialize()),
        )
      }
      for (const id of spent) {
        store.run('DELETE FROM account_prekey WHERE number = ? AND key_id = ?', account.number, id)
      }
    },
  }
}

interface SignalPair {
  privKey: Buffer
  pubKey: Buffer
}

const signalPair = (pair: KeyPair): SignalPair => ({
  privKey: pair.private,
  pubKey: Buffer.from(generateSignalPubKey(pair.public)),
})

function prekey(store: Store, number: string, id: number): SignalPair | undefined {
  const row = store.one<{ private: Uint8Array; public: Uint8Array }>(
    'SELECT private, public FROM account_prekey WHERE number = ? AND key_id = ?',
    number,
    id,
  )
  return row && signalPair({ private: Buffer.from(row.private), public: Buffer.from(row.public) })
}

type SignalBundle = Parameters<SessionBuilder['initOutgoing']>[0]

/** libsignal accepts a missing one-time prekey, but its types do not. */
function signalBundle(bundle: PrekeyBundle): SignalBundle {
  const made = {
    registrationId: bundle.registrationId,
    identityKey: generateSignalPubKey(bundle.identity),
    signedPreKey: {
      keyId: bundle.signed.id,
      publicKey: generateSignalPubKey(bundle.signed.public),
      signature: bundle.signed.signature,
    },
    ...(bundle.prekey && {
      preKey: { keyId: bundle.prekey.id, publicKey: generateSignalPubKey(bundle.prekey.public) },
    }),
  }
  return made as SignalBundle
}
