import type { CallSpec } from '@kirim/contract/call'
import type { ErrorCode } from '@kirim/contract/errors'
import type { SecurityEvent } from '@kirim/contract/security-events'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { bareAddress } from './client-network.ts'
import type { Caller } from './guard.ts'

/** What only the handler knows; ids alone. */
interface Noted {
  /** Who acted, where no session says so. */
  readonly user?: string
  /** Whose account it was about. */
  readonly on?: string
  readonly byInvitation?: boolean
}

/** What may be logged of a body: none of it is anybody's own words. */
const LOGGED_FIELDS = ['role', 'membershipPlan', 'mode'] as const

const noted = new WeakMap<FastifyRequest, Noted>()

/** Adds to the line that the security log writes of this request. */
export function noteForSecurity(request: FastifyRequest, note: Noted): void {
  noted.set(request, { ...noted.get(request), ...note })
}

export interface SecurityLog {
  /** One line for a call that names an event, whatever its outcome; `error` is what it threw. */
  told(spec: CallSpec, request: FastifyRequest, caller: Caller | null, error?: unknown): void
}

/**
 * One line at `info` for each event (SECURITY.md). It has the client's address, which no other line
 * has, so that a server's operator can shut it out; of people and what they write only ids.
 */
export function createSecurityLog(log: Log): SecurityLog {
  return {
    told(spec, request, caller, error) {
      const outcome = outcomeOf(error)
      const event = eventOf(spec, request, outcome)
      if (event === null) return
      const note = noted.get(request) ?? {}
      log.info(
        {
          security: event,
          outcome,
          user: caller?.userId ?? note.user,
          on: note.on ?? idIn(request),
          address: bareAddress(request.ip) ?? 'none',
          ...(note.byInvitation && { byInvitation: true }),
          ...(event === 'admin_call' && { method: spec.method, route: spec.path }),
          ...(event !== 'password_change' && changesIn(request)),
          requestId: request.id,
        },
        'security',
      )
    },
  }
}

type Outcome = 'done' | ErrorCode

function outcomeOf(error: unknown): Outcome {
  if (error === undefined) return 'done'
  return error instanceof DomainError ? error.code : 'internal_error'
}

/** Null for no event; a session that is over does nothing any more. */
function eventOf(spec: CallSpec, request: FastifyRequest, outcome: Outcome): SecurityEvent | null {
  if (outcome === 'unauthenticated') return null
  if (!spec.security)
    return spec.access === 'admin' && outcome === 'forbidden' ? 'admin_call' : null
  const { event, ifGiven } = spec.security
  return ifGiven === undefined || bodyOf(request)[ifGiven] ? event : null
}

function bodyOf({ body }: FastifyRequest): Record<string, unknown> {
  return typeof body === 'object' && body !== null ? { ...body } : {}
}

function changesIn(request: FastifyRequest): Record<string, unknown> {
  const body = bodyOf(request)
  const given = LOGGED_FIELDS.filter((name) => /^[A-Za-z_]{1,20}$/.test(String(body[name] ?? '')))
  return Object.fromEntries(given.map((name) => [name, body[name]]))
}

/** The id in the address; what is none may be anything. */
function idIn({ params }: FastifyRequest): string | undefined {
  const { id } = (params ?? {}) as { id?: unknown }
  return typeof id === 'string' && /^[\da-f-]{36}$/.test(id) ? id : undefined
}
