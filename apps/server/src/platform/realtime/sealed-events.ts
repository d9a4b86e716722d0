import { z } from 'zod'
import type { SecretBox } from '../crypto/secret-box.ts'
import type { Log } from '../log.ts'
import type { DatabaseTime } from '../nodes/database-time.ts'
import { createSealOnce } from '../nodes/seal-once.ts'

/** PostgreSQL's limit of a notification. */
const NOTIFICATION_MAX = 8000
const PLACE = 'events'
const ATTACHMENT = 'attachment of an event'

const Told = z.object({
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
 * What Socket.IO's adapter writes into the database and hears of it, sealed: whoever may listen
 * there reads no QR code, forges no message in a page and cuts nobody off.
 */
export function createSealedEvents({ box, ...deps }: SealedEventsDeps) {
  const once = createSealOnce({ box, ...deps })

  function sealedAttachment(payload: Uint8Array): Buffer {
    return Buffer.from(box.seal(Buffer.from(payload).toString('base64'), ATTACHMENT))
  }

  return {
    onConnected: once.onConnected,

    /** The values of one of its statements as they are sent. */
    sent(statement: string, values: readonly unknown[] = []): unknown[] {
      if (/^select pg_notify/i.test(statement)) {
        const [channel, text] = values
        const sealed = once.seal(String(text), PLACE)
        return [channel, JSON.stringify({ node: deps.nodeId, sealed })]
      }
      if (/^insert/i.test(statement)) return [sealedAttachment(values[0] as Uint8Array)]
      return [...values]
    },

    /** What it is to hear of a notification; null for nothing. */
    heard(payload: string | undefined): string | null {
      const told = readTold(payload)
      if (!told || told.node === deps.nodeId) return null
      return once.open(told.node, told.sealed, PLACE)
    },

    /** What was stored since it was too large for a notification. Throws when nobody here did. */
    attachment(stored: Uint8Array): Uint8Array {
      return Buffer.from(box.open(Buffer.from(stored).toString('latin1'), ATTACHMENT), 'base64')
    },
  }
}

function readTold(payload: string | undefined): z.infer<typeof Told> | null {
  try {
    return Told.safeParse(JSON.parse(payload ?? '')).data ?? null
  } catch {
    return null
  }
}
