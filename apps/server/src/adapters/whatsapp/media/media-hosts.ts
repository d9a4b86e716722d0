import {
  type BinaryNode,
  getBinaryNodeChild,
  getBinaryNodeChildren,
  S_WHATSAPP_NET,
  type WASocket,
} from 'baileys'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { isOverload, refusalCode } from '../connection/refusals.ts'

const ASK_WITHIN_MS = 20_000
/** The longest time that an answer is cached. */
const LONGEST_HOLD_S = 3600
const HOSTS_MAX = 16

/** The network named no host for uploads. */
export class NoMediaHosts extends Error {}

/** The hosts for uploads, and the authorization. */
export interface MediaHosts {
  readonly hostnames: readonly [string, ...string[]]
  readonly auth: string
}

const Seconds = z.pipe(
  z.string().check(z.maxLength(10), z.regex(/^\d+$/)),
  z.transform((digits: string) => Math.min(Number(digits), LONGEST_HOLD_S)),
)
const UploadPermission = z.object({
  auth: z.string().check(z.minLength(1), z.maxLength(4096)),
  ttl: Seconds,
  auth_ttl: z.optional(Seconds),
})
/** With or without a port. */
const Hostname = z
  .string()
  .check(z.maxLength(255), z.regex(/^([a-z\d.-]+|\[[a-f\d:.]+\])(:\d{1,5})?$/i))

/**
 * Looks up the upload hosts of this connection. The answer is cached until it expires or a host
 * fails; the driver would cache even a refusal for the whole connection. Throws `NoMediaHosts` if
 * the network refuses, names none, or answers other queries but not this one; other errors mean
 * that the connection failed or the device is rate-limited. The next file tries again.
 */
export function createMediaHosts(query: WASocket['query'], clock: Pick<Clock, 'now'>) {
  let current: { readonly hosts: MediaHosts; readonly until: number } | null = null
  let asking: Promise<MediaHosts> | null = null

  async function ask(): Promise<MediaHosts> {
    current = null
    const askedAt = clock.now()
    const { hosts, seconds } = readMediaHosts(await answer())
    current = { hosts, until: askedAt + seconds * 1000 }
    return hosts
  }

  async function answer(): Promise<BinaryNode | undefined> {
    const reply = await question('set', 'w:m', 'media_conn').catch((error: unknown) => {
      if (refusalCode(error) === null || isOverload(error)) throw error
      throw new NoMediaHosts('The network refuses to name hosts.', { cause: error })
    })
    // Without any answer, the connection is at fault, not the file.
    if (!reply && !(await question('get', 'w:p', 'ping'))) {
      throw new Error('The network does not answer.')
    }
    return reply
  }

  /** Resolves to undefined after a timeout. */
  const question = (type: 'get' | 'set', xmlns: string, tag: string) =>
    query(
      { tag: 'iq', attrs: { type, xmlns, to: S_WHATSAPP_NET }, content: [{ tag, attrs: {} }] },
      ASK_WITHIN_MS,
    ) as Promise<BinaryNode | undefined>

  return async (anew = false): Promise<MediaHosts> => {
    if (current && !anew && clock.now() < current.until) return current.hosts
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}

function readMediaHosts(answer: BinaryNode | undefined): { hosts: MediaHosts; seconds: number } {
  const media = getBinaryNodeChild(answer, 'media_conn')
  const permission = UploadPermission.safeParse(media?.attrs)
  if (!permission.success) throw new NoMediaHosts('The network gives no leave to upload files.')
  const { auth, ttl, auth_ttl = ttl } = permission.data
  const hostNodes = getBinaryNodeChildren(media, 'host').slice(0, HOSTS_MAX)
  const [first, ...others] = hostNodes.flatMap(({ attrs }) => {
    const { data } = Hostname.safeParse(attrs.hostname)
    return data === undefined ? [] : [data]
  })
  if (first === undefined) throw new NoMediaHosts('The network names no host.')
  return { hosts: { hostnames: [first, ...others], auth }, seconds: Math.min(ttl, auth_ttl) }
}
