import { createHash, randomInt } from 'node:crypto'
import { Curve, jidDecode } from 'baileys'
import { SandboxError } from '../errors.ts'
import { type KeyPair, makeIdentity } from '../signal/identity.ts'
import type { Contact } from '../types.ts'
import type { Store } from './database.ts'

/** A number's Signal keys, created on first request. */
export interface AccountKeys {
  number: string
  registrationId: number
  identity: KeyPair
  signed: KeyPair & { signature: Buffer }
}

export const SIGNED_PREKEY_ID = 1

/**
 * The users of the network: every number, unless declared otherwise. Names and behaviour of
 * contacts depend on the owner of the viewing phone, `phone`.
 */
export type Directory = ReturnType<typeof createDirectory>

export interface ContactChange {
  name: string
  registered: number | null
  online: number
  reads: number
  refusal: number | null
  hidden: number
  username: string
}

interface AccountRow {
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

/** Null where the owner has set nothing; `own` is the name of a phone of the same owner. */
interface SettingsRow {
  own: string | null
  name: string | null
  registered: number | null
  online: number | null
  reads: number | null
  refusal: number | null
  hidden: number | null
  username: string | null
}

/** Checks that a number is digits with a country code (E.164 without the plus sign). */
export function assertNumber(number: string): void {
  if (!/^[1-9]\d{6,14}$/.test(number)) {
    throw new SandboxError(
      'number_invalid',
      'A phone number is 7 to 15 digits with its country code.',
    )
  }
}

/** Numbers with this ending are unregistered by default, to demonstrate failures. */
export const UNREGISTERED_SUFFIX = '0000'

export function createDirectory(store: Store) {
  const find = (number: string) =>
    store.one<AccountRow>('SELECT * FROM account WHERE number = ?', number)

  function ensure(number: string): AccountRow {
    const known = find(number)
    if (known) return known
    assertNumber(number)
    store.run('INSERT INTO account (number, lid) VALUES (?, ?)', number, freeLid(number))
    return ensure(number)
  }

  function freeLid(number: string): string {
    for (let attempt = 0; ; attempt++) {
      const digest = createHash('sha256').update(`${number}/${attempt}`).digest()
      const lid = `1${(digest.readBigUInt64BE() % 10n ** 14n).toString().padStart(14, '0')}`
      if (!store.one('SELECT 1 FROM account WHERE lid = ?', lid)) return lid
    }
  }

  const settingsOf = (phone: string, number: string) =>
    store.one<SettingsRow>(
      `SELECT own.name AS own, contact.name, registered, online, reads, refusal, hidden, username
       FROM phone AS viewer
       LEFT JOIN phone AS own ON own.number = ?2 AND own.owner = viewer.owner
       LEFT JOIN contact ON contact.number = ?2 AND contact.owner = viewer.owner
       WHERE viewer.number = ?1`,
      phone,
      number,
    )

  const registered = (number: string, row: SettingsRow | undefined) => {
    if (row?.registered != null) return row.registered === 1
    return row?.own != null || !number.endsWith(UNREGISTERED_SUFFIX)
  }

  function present(phone: string, { number, lid }: AccountRow): Contact {
    const row = settingsOf(phone, number)
    return {
      number,
      lid,
      name: row?.own ?? row?.name ?? '',
      registered: registered(number, row),
      online: row?.online !== 0,
      reads: row?.reads !== 0,
      hidden: row?.hidden === 1,
      username: row?.username ?? '',
      ...(row?.refusal != null && { refusal: row.refusal }),
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
    /** Throws `number_invalid`. */
    contact: (phone: string, number: string): Contact => present(phone, ensure(number)),
    isRegistered: (phone: string, number: string): boolean =>
      /^[1-9]\d{6,14}$/.test(number) && registered(number, settingsOf(phone, number)),
    /** The contact, or undefined when the number is not on the network. Never throws. */
    reach(phone: string, number: string): Contact | undefined {
      return this.isRegistered(phone, number) ? present(phone, ensure(number)) : undefined
    },
    /** Throws `number_invalid`. */
    lidOf: (number: string): string => ensure(number).lid,
    /**
     * The number of a phone-number or LID address, with or without device; undefined for an unknown
     * LID.
     */
    numberOf(jid: string): string | undefined {
      const decoded = jidDecode(jid)
      if (!decoded) return undefined
      if (decoded.server === 's.whatsapp.net') return decoded.user || undefined
      if (decoded.server !== 'lid') return undefined
      return store.one<{ number: string }>('SELECT number FROM account WHERE lid = ?', decoded.user)
        ?.number
    },
    keys(number: string): AccountKeys {
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
    /** A new one-time prekey, stored until it is used. */
    issuePrekey(number: string): { id: number; public: Buffer } {
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
    update(phone: string, number: string, { name, ...change }: Partial<ContactChange>): void {
      ensure(number)
      store.transaction(() => {
        store.run(
          'INSERT OR IGNORE INTO contact (owner, number) SELECT owner, ? FROM phone WHERE number = ?',
          number,
          phone,
        )
        const put = (column: string, value: string | number | null) =>
          store.run(
            `UPDATE contact SET ${column} = ? WHERE number = ?
             AND owner = (SELECT owner FROM phone WHERE number = ?)`,
            value,
            number,
            phone,
          )
        for (const [column, value] of Object.entries(change)) put(column, value)
        if (name === undefined) return
        put('name', name)
        store.run(
          'UPDATE phone SET name = ?1 WHERE number = ?2 AND owner = (SELECT owner FROM phone WHERE number = ?3)',
          name,
          number,
          phone,
        )
      })
    },
  }
}

const pair = (privateKey: Uint8Array, publicKey: Uint8Array): KeyPair => ({
  private: Buffer.from(privateKey),
  public: Buffer.from(publicKey),
})
