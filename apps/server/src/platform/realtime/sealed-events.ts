import { z } from 'zod'
import type { SecretBox } from '../crypto/secret-box.ts'
import type { Log } from '../log.ts'
import type { DatabaseTime } from '../nodes/database-time.ts'
import { createSealOnce } from '../nodes/seal-once.ts'

/** PostgreSQL's limit of a notification. */
const NOTIFICATION_MAX = 8000
const PLACE = 'events'
const ATTACHMENT = 'attachment of an event'

const SealedNotification = z.object({
  node: z.string().max(64),
  sealed: z.string().max(NOTIFICATION_MAX),
})

export interface SealedEventsDeps {
  readonly box: SecretBox
  readonly nodeId: string
  readonly time: DatabaseTime
  readonly log: Log
}

/**
 * Seals the events that Socket.IO's adapter sends through the database, so that somebody with
 * access to it cannot read QR codes, forge messages or disconnect browsers.
 */
export function createSealedEvents({ box, ...deps }: SealedEventsDeps) {
  const once = createSealOnce({ box, ...deps })

  function sealedAttachment(payload: Uint8Array): Buffer {
    return Buffer.from(box.seal(Buffer.from(payload).toString('base64'), ATTACHMENT))
  }

  return {
    onConnected: once.onConnected,

    /** Seals the values of a statement of the adapter. */
    sealValues(statement: string, values: readonly unknown[] = []): unknown[] {
      if (/^select pg_notify/i.test(statement)) {
        const [channel, text] = values
        const sealed = once.seal(String(text), PLACE)
        return [channel, JSON.stringify({ node: deps.nodeId, sealed })]
      }
      if (/^insert/i.test(statement)) return [sealedAttachment(values[0] as Uint8Array)]
      return [...values]
    },

    /** The payload for the adapter; null for a notification that it must not get. */
    openNotification(payload: string | undefined): string | null {
      const notification = readNotification(payload)
      if (!notification || notification.node === deps.nodeId) return null
      return once.open(notification.node, notification.sealed, PLACE)
    },

    /** Opens a stored event that was too large for a notification. Throws when it is not sealed. */
    openAttachment(stored: Uint8Array): Uint8Array {
      return Buffer.from(box.open(Buffer.from(stored).toString('latin1'), ATTACHMENT), 'base64')
    },
  }
}

function readNotification(payload: string | undefined): z.infer<typeof SealedNotification> | null {
  try {
    return SealedNotification.safeParse(JSON.parse(payload ?? '')).data ?? null
  } catch {
    return null
  }
}
