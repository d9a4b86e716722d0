import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { HostKind, JudgeHost } from '../../features/campaigns/preflight/preflight.ports.ts'
import type { Clock } from '../../platform/clock.ts'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 2000
/** Somebody who types asks for the same names again and again. */
const KEPT_MS = 60_000
const KEPT_MAX = 1000
/** Names within a house or a company (RFC 6762, RFC 8375, and those that routers use). */
const PRIVATE_NAME =
  /^[^.]*$|\.(?:localhost|local|internal|intranet|private|lan|corp|home|home\.arpa)$/
/** Never on the internet (RFC 6761). */
const NEVER_THERE = /\.(?:test|invalid|example)$/

type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Tells what the host of a link is, by its form and by the addresses of its name. The host itself
 * is never called. A name that cannot be looked up is unknown, not missing. A name of the private
 * network that this server stands in is missing, like one that nobody has: nobody shall find out
 * by asking which names that network knows.
 */
export function createJudgeHost(clock: Clock, resolve: Resolve = lookUp): JudgeHost {
  const known = new Map<string, { kind: Promise<HostKind>; at: number }>()

  async function judgeName(name: string): Promise<HostKind> {
    try {
      return (await resolve(name)).some(isPublicAddress) ? 'public' : 'missing'
    } catch {
      return 'unknown'
    }
  }

  return async (host) => {
    const name = host
      .replace(/^\[|\]$/g, '')
      .replace(/\.$/, '')
      .toLowerCase()
    if (isIP(name)) return isPublicAddress(name) ? 'public' : 'private'
    if (PRIVATE_NAME.test(name)) return 'private'
    if (NEVER_THERE.test(name)) return 'missing'
    const kept = known.get(name)
    if (kept && clock.now() - kept.at < KEPT_MS) return kept.kind
    if (known.size >= KEPT_MAX) known.clear()
    const kind = judgeName(name)
    known.set(name, { kind, at: clock.now() })
    return kind
  }
}

/** Both families; empty when there is no such name. Throws when nobody answers. */
async function lookUp(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  const found = await Promise.all([
    orNone(resolver.resolve4(host)),
    orNone(resolver.resolve6(host)),
  ])
  return found.flat()
}

const NO_SUCH_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

function orNone(asked: Promise<string[]>): Promise<string[]> {
  return asked.catch((error: NodeJS.ErrnoException) => {
    if (NO_SUCH_NAME.has(error.code)) return []
    throw error
  })
}
