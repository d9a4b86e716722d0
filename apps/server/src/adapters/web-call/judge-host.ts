import { Resolver } from 'node:dns/promises'
import { isIP } from 'node:net'
import type { HostKind, JudgeHost } from '../../features/campaigns/preflight/preflight.ports.ts'
import type { Clock } from '../../platform/clock.ts'
import { isPublicAddress } from './public-address.ts'

const TIMEOUT_MS = 2000
/** While a user types, the same names are looked up repeatedly. */
const CACHE_MS = 60_000
const CACHE_MAX = 1000
/** Names of home and company networks (RFC 6762, RFC 8375, and names that routers use). */
const PRIVATE_NAME =
  /^[^.]*$|\.(?:localhost|local|internal|intranet|private|lan|corp|home|home\.arpa)$/
/** Never on the internet (RFC 6761). */
const NEVER_THERE = /\.(?:test|invalid|example)$/

type Resolve = (host: string) => Promise<readonly string[]>

/**
 * Classifies the host of a link by its form and by the addresses of its name; the host is never
 * called. A name whose lookup fails is unknown, not missing. A name with private addresses only
 * counts as missing, so that a caller cannot discover which names this server's network has.
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
    const cached = known.get(name)
    if (cached && clock.now() - cached.at < CACHE_MS) return cached.kind
    if (known.size >= CACHE_MAX) known.clear()
    const kind = judgeName(name)
    known.set(name, { kind, at: clock.now() })
    return kind
  }
}

/** IPv4 and IPv6; empty when the name does not exist. Throws when no server answers. */
async function lookUp(host: string): Promise<readonly string[]> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: 1 })
  const found = await Promise.all([
    orNone(resolver.resolve4(host)),
    orNone(resolver.resolve6(host)),
  ])
  return found.flat()
}

const NO_SUCH_NAME: ReadonlySet<unknown> = new Set(['ENOTFOUND', 'ENODATA'])

function orNone(lookup: Promise<string[]>): Promise<string[]> {
  return lookup.catch((error: NodeJS.ErrnoException) => {
    if (NO_SUCH_NAME.has(error.code)) return []
    throw error
  })
}
