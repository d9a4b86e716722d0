import type { PushAddress } from '@kirim/contract/chat-push'
import type { PushKeys } from './push-keys.ts'

const TIMEOUT_MS = 10_000
/** How long a push service keeps a message for a browser that is away. */
const KEPT_S = 3600

export type PushOutcome = 'told' | 'gone' | 'failed'

export interface PushSenderDeps {
  readonly keys: PushKeys
  /** Reaches public addresses alone. */
  readonly fetch: typeof globalThis.fetch
}

/**
 * A message that only the browser can read, as RFC 8291 says; at most about 3,900 bytes. Rejects
 * for keys that are no browser's. Few servers push, so the library is loaded with the first one.
 */
export async function encryptPush(text: string, { keys }: PushAddress): Promise<Buffer> {
  const { default: webPush } = await import('web-push')
  return webPush.encrypt(keys.p256dh, keys.auth, text, 'aes128gcm').cipherText
}

/**
 * Hands a message to the push service of a browser. `gone` when the browser has withdrawn its
 * subscription.
 */
export function createPushSender({ keys, fetch }: PushSenderDeps) {
  return async function send(
    address: PushAddress,
    payload: object,
    topic: string,
  ): Promise<PushOutcome> {
    try {
      const answer = await fetch(address.endpoint, {
        method: 'POST',
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: await keys.authorization(address.endpoint),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(KEPT_S),
          urgency: 'high',
          // A later message about the same chat replaces one that was not shown.
          topic,
        },
        body: new Uint8Array(await encryptPush(JSON.stringify(payload), address)),
      })
      await answer.body?.cancel()
      if (answer.status === 404 || answer.status === 410) return 'gone'
      return answer.ok ? 'told' : 'failed'
    } catch {
      return 'failed'
    }
  }
}

export type SendPush = ReturnType<typeof createPushSender>
