import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto'
import { z } from 'zod'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Db } from '../../../platform/database/database.ts'

const CONTEXT = 'push keys'
const LIFE_S = 12 * 3600

const StoredKey = z.object({ x: z.string(), y: z.string(), d: z.string() })
type StoredKey = z.infer<typeof StoredKey>

/** The server's keys for push services: made once, and stored encrypted. */
export function createPushKeys(db: Db, box: SecretBox, contact: string) {
  let loading: Promise<StoredKey> | null = null

  async function load(): Promise<StoredKey> {
    const stored = await find()
    if (stored) return stored
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y, d } = StoredKey.parse(privateKey.export({ format: 'jwk' }))
    const sealed = box.seal(JSON.stringify({ x, y, d }), CONTEXT)
    // Another node may have made some at the same moment.
    await db
      .insertInto('push_keys')
      .values({ name: 'vapid', sealed })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await find()) ?? { x, y, d }
  }

  async function find(): Promise<StoredKey | null> {
    const row = await db
      .selectFrom('push_keys')
      .select('sealed')
      .where('name', '=', 'vapid')
      .executeTakeFirst()
    return row ? StoredKey.parse(JSON.parse(box.open(row.sealed, CONTEXT))) : null
  }

  async function key(): Promise<StoredKey> {
    loading ??= load()
    try {
      return await loading
    } catch (error) {
      loading = null
      throw error
    }
  }

  return {
    /** The uncompressed point, in base64url, as browsers take it. */
    async publicKey(): Promise<string> {
      return pointOf(await key())
    },

    /** The header with which a push service knows this server, as RFC 8292 says. */
    async authorization(endpoint: string, now: number): Promise<string> {
      const stored = await key()
      const claims = {
        aud: new URL(endpoint).origin,
        exp: Math.floor(now / 1000) + LIFE_S,
        sub: contact,
      }
      const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encoded).join('.')
      const jwk: JsonWebKey = { kty: 'EC', crv: 'P-256', ...stored }
      const signature = sign('sha256', Buffer.from(signed), {
        key: createPrivateKey({ key: jwk, format: 'jwk' }),
        dsaEncoding: 'ieee-p1363',
      })
      return `vapid t=${signed}.${signature.toString('base64url')}, k=${pointOf(stored)}`
    },
  }
}

export type PushKeys = ReturnType<typeof createPushKeys>

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

function pointOf({ x, y }: StoredKey): string {
  const parts = [Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]
  return Buffer.concat(parts).toString('base64url')
}
