import { z } from 'zod'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import type { Db } from '../../../platform/database/database.ts'

const CONTEXT = 'push keys'

/** As web-push makes them: the uncompressed point and the number, in base64url. */
const StoredKeys = z.object({ publicKey: z.string(), privateKey: z.string() })
type StoredKeys = z.infer<typeof StoredKeys>

/** The server's keys for push services: made once, and stored encrypted. */
export function createPushKeys(db: Db, box: SecretBox, contact: string) {
  let loading: Promise<StoredKeys> | null = null

  async function load(): Promise<StoredKeys> {
    const stored = await find()
    if (stored) return stored
    const { default: webPush } = await import('web-push')
    const made = webPush.generateVAPIDKeys()
    // Another node may have made some at the same moment.
    await db
      .insertInto('push_keys')
      .values({ name: 'vapid', sealed: box.seal(JSON.stringify(made), CONTEXT) })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute()
    return (await find()) ?? made
  }

  async function find(): Promise<StoredKeys | null> {
    const row = await db
      .selectFrom('push_keys')
      .select('sealed')
      .where('name', '=', 'vapid')
      .executeTakeFirst()
    return row ? StoredKeys.parse(JSON.parse(box.open(row.sealed, CONTEXT))) : null
  }

  async function keys(): Promise<StoredKeys> {
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
      return (await keys()).publicKey
    },

    /** The header with which a push service knows this server for 12 hours, as RFC 8292 says. */
    async authorization(endpoint: string): Promise<string> {
      const { default: webPush } = await import('web-push')
      const { publicKey, privateKey } = await keys()
      const { origin } = new URL(endpoint)
      return webPush.getVapidHeaders(origin, contact, publicKey, privateKey, 'aes128gcm')
        .Authorization
    },
  }
}

export type PushKeys = ReturnType<typeof createPushKeys>
