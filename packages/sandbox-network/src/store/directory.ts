import { createHash, randomInt } from 'node:crypto'
import { Curve, jidDecode } from 'baileys'
import { SandboxError } from '../errors.ts'
import { type KeyPair, makeIdentity } from '../signal/identity.ts'
import type { Contact } from '../types.ts'
import type { Store } from './database.ts'
import { nameFor } from './names.ts'

/** A number's Signal keys. It has them from the moment somebody asks for them. */
export interface AccountKeys {
  number: string
  registrationId: number
  identity: KeyPair
  signed: KeyPair & { signature: Buffer }
}

export const SIGNED_PREKEY_ID = 1

/** Who is on the network. Everybody is, unless declared otherwise, and is made up when first asked for. */
export interface Directory {
  /** Makes the account when there is none. Throws `number_invalid`. */
  contact(number: string): Contact
  /** The contact, or nothing when the number is not on the network. Never throws. */
  reach(number: string): Contact | undefined
  isRegistered(number: string): boolean
  /** The number behind a phone-number or LID address, device or none; nothing for an unknown LID. */
  numberOf(jid: string): string | undefined
  keys(number: string): AccountKeys
  /** A fresh one-time prekey, remembered until somebody uses it. */
  issuePrekey(number: string): { id: number; public: Buffer }
  update(number: string, change: Partial<AccountChange>): void
}

interface AccountChange {
  name: string
  registered: number | null
  online: number
  reads: number
  refusal: number | null
}

interface AccountRow extends AccountChange {
  number: string
  lid: string
  registration_id: number | null
  identity_private: Uint8Array
  identity_public: Uint8Array
  signed_private: Uint8Array
  signed_public: Uint8Array
  signed_signature: Uint8Array
  next_prekey: number
}

/** Digits with a country code (E.164 without its plus sign). */
export function assertNumber(number: string): void {
  if (!/^[1-9]\d{6,14}$/.test(number)) {
    throw new SandboxError(
      'number_invalid',
      'A phone number is 7 to 15 digits with its country code.',
    )
  }
}

/** Numbers that end so are never registered unless the test says so: a person can see a failure with one. */
const UNREGISTERED_SUFFIX = '0000'

export function createDirectory(store: Store): Directory {
  const find = (number: string) =>
    store.one<AccountRow>('SELECT * FROM account WHERE number = ?', number)

  function ensure(number: string): AccountRow {
    const known = find(number)
    if (known) return known
    assertNumber(number)
    store.run(
      'INSERT INTO account (number, lid, name) VALUES (?, ?, ?)',
      number,
      freeLid(number),
      nameFor(number),
    )
    return ensure(number)
  }

  function freeLid(number: string): string {
    for (let attempt = 0; ; attempt++) {
      const digest = createHash('sha256').update(`${number}/${attempt}`).digest()
      const lid = `1${(digest.readBigUInt64BE() % 10n ** 14n).toString().padStart(14, '0')}`
      if (!store.one('SELECT 1 FROM account WHERE lid = ?', lid)) return lid
    }
  }

  const registered = (number: string, row: AccountRow | undefined) =>
    row?.registered == null ? !number.endsWith(UNREGISTERED_SUFFIX) : row.registered === 1

  function present(row: AccountRow): Contact {
    return {
      number: row.number,
      lid: row.lid,
      name: row.name,
      registered: registered(row.number, row),
      online: row.online === 1,
      reads: row.reads === 1,
      ...(row.refusal === null ? {} : { refusal: row.refusal }),
    }
  }

  function withKeys(row: AccountRow): AccountRow {
    if (row.registration_id !== null) return row
    const made = makeIdentity()
    store.run(
      `UPDATE account SET registration_id = ?, identity_private = ?, identity_public = ?,
       signed_private = ?, signed_public = ?, signed_signature = ? WHERE number = ?`,
      randomInt(1, 16_380),
      made.identity.private,
      made.identity.public,
      made.signed.private,
      made.signed.public,
      made.signed.signature,
      row.number,
    )
    return ensure(row.number)
  }

  return {
    contact: (number) => present(ensure(number)),
    isRegistered: (number) => /^[1-9]\d{6,14}$/.test(number) && registered(number, find(number)),
    reach(number) {
      return this.isRegistered(number) ? present(ensure(number)) : undefined
    },
    numberOf(jid) {
      const decoded = jidDecode(jid)
      if (!decoded) return undefined
      if (decoded.server === 's.whatsapp.net') return decoded.user || undefined
      if (decoded.server !== 'lid') return undefined
      return store.one<{ number: string }>('SELECT number FROM account WHERE lid = ?', decoded.user)
        ?.number
    },
    keys(number) {
      const row = withKeys(ensure(number))
      return {
        number,
        registrationId: row.registration_id ?? 0,
        identity: pair(row.identity_private, row.identity_public),
        signed: {
          ...pair(row.signed_private, row.signed_public),
          signature: Buffer.from(row.signed_signature),
        },
      }
    },
    issuePrekey(number) {
      return store.transaction(() => {
        const id = ensure(number).next_prekey
        const made = Curve.generateKeyPair()
        store.run('UPDATE account SET next_prekey = next_prekey + 1 WHERE number = ?', number)
        store.run(
          'INSERT INTO account_prekey (number, key_id, private, public) VALUES (?, ?, ?, ?)',
          number,
          id,
          made.private,
          made.public,
        )
        return { id, public: Buffer.from(made.public) }
      })
    },
    update(number, change) {
      ensure(number)
      for (const [column, value] of Object.entries(change)) {
        store.run(`UPDATE account SET ${column} = ? WHERE number = ?`, value, number)
      }
    },
  }
}

const pair = (privateKey: Uint8Array, publicKey: Uint8Array): KeyPair => ({
  private: Buffer.from(privateKey),
  public: Buffer.from(publicKey),
})
