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
/** However long the network says that its answer holds. */
const LONGEST_HOLD_S = 3600
const HOSTS_MAX = 16

/** The network was asked, and named no host that takes files. */
export class NoMediaHosts extends Error {}

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
 * question, also a refusal, for as long as the connection lasts. Throws `NoMediaHosts` when the
 * network refuses, names none, or answers everything but this, and something else when the
 * connection is at fault, or this device asks too much; the next file asks again.
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
    // A connection that carries nothing is no fault of the file.
    if (!reply && !(await question('get', 'w:p', 'ping'))) {
      throw new Error('The network does not answer.')
    }
    return reply
  }

  /** Undefined without an answer in time. */
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
  const leave = Leave.safeParse(media?.attrs)
  if (!leave.success) throw new NoMediaHosts('The network gives no leave to upload files.')
  const { auth, ttl, auth_ttl = ttl } = leave.data
  const named = getBinaryNodeChildren(media, 'host').slice(0, HOSTS_MAX)
  const [first, ...others] = named.flatMap(({ attrs }) => {
    const { data } = Hostname.safeParse(attrs.hostname)
    return data === undefined ? [] : [data]
  })
  if (first === undefined) throw new NoMediaHosts('The network names no host.')
  return { hosts: { hostnames: [first, ...others], auth }, seconds: Math.min(ttl, auth_ttl) }
}
