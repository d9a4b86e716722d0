import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
  type WASocket,
} from 'baileys'
import * as z from 'zod/mini'
import type { Clock } from '../../platform/clock.ts'

const ASK_WITHIN_MS = 20_000
/** However long the network says that its answer holds. */
const LONGEST_HOLD_S = 3600
const HOSTS_MAX = 16

/** Where files are uploaded to, and the leave to do so. */
export interface MediaHosts {
  readonly hostnames: readonly [string, ...string[]]
  readonly auth: string
}

const Seconds = z.pipe(
  z.string().check(z.maxLength(10), z.regex(/^\d+$/)),
  z.transform((digits: string) => Math.min(Number(digits), LONGEST_HOLD_S)),
)
const Leave = z.object({
  auth: z.string().check(z.minLength(1), z.maxLength(4096)),
  ttl: Seconds,
  auth_ttl: z.optional(Seconds),
})
/** With a port or without. */
const Hostname = z
  .string()
  .check(z.maxLength(255), z.regex(/^([a-z\d.-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/i))

/**
 * Which hosts take the files of this connection: asked once for many, and anew once the answer has
 * expired or when a host has not taken a file. By itself the driver keeps whatever came of its last
 * question, also a refusal, for as long as the connection lasts. Throws when the network does not
 * answer, refuses, or names no host; the next file asks again.
 */
export function createMediaHosts(query: WASocket['query'], clock: Pick<Clock, 'now'>) {
  let kept: { readonly hosts: MediaHosts; readonly until: number } | null = null
  let asking: Promise<MediaHosts> | null = null

  async function ask(): Promise<MediaHosts> {
    kept = null
    const askedAt = clock.now()
    const answer: BinaryNode | undefined = await query(
      {
        tag: 'iq',
        attrs: { type: 'set', xmlns: 'w:m', to: S_WHATSAPP_NET },
        content: [{ tag: 'media_conn', attrs: {} }],
      },
      ASK_WITHIN_MS,
    )
    const { hosts, seconds } = readMediaHosts(answer)
    kept = { hosts, until: askedAt + seconds * 1000 }
    return hosts
  }

  return async (anew = false): Promise<MediaHosts> => {
    if (kept && !anew && clock.now() < kept.until) return kept.hosts
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}

function readMediaHosts(answer: BinaryNode | undefined): { hosts: MediaHosts; seconds: number } {
  const media = getBinaryNodeChild(answer, 'media_conn')
  const { auth, ttl, auth_ttl = ttl } = Leave.parse(media?.attrs)
  const named = getBinaryNodeChildren(media, 'host').slice(0, HOSTS_MAX)
  const [first, ...others] = named.flatMap(({ attrs }) => {
    const { data } = Hostname.safeParse(attrs.hostname)
    return data === undefined ? [] : [data]
  })
  if (first === undefined) throw new Error('The network names no host that takes files.')
  return { hosts: { hostnames: [first, ...others], auth }, seconds: Math.min(ttl, auth_ttl) }
}
