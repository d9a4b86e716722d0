import type { CallSpec } from '@kirim/contract/call'
import type { ErrorCode } from '@kirim/contract/errors'
import type { SecurityEvent } from '@kirim/contract/security-events'
import type { FastifyRequest } from 'fastify'
import type { Person } from '../caller.ts'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { bareAddress } from './client-network.ts'

/** Details that only the handler knows; ids only. */
interface SecurityNote {
  /** The acting person, where there is no session. */
  readonly user?: string
  /** The person or the invitation concerned. */
  readonly on?: string
  readonly byInvitation?: boolean
}

/** The fields of bodies that may be logged: none has free text. */
const LOGGED_FIELDS = ['role', 'membershipPlan', 'mode'] as const

const notes = new WeakMap<FastifyRequest, SecurityNote>()

/** Adds details to the line that the security log writes for this request. */
export function noteForSecurity(request: FastifyRequest, note: SecurityNote): void {
  notes.set(request, { ...notes.get(request), ...note })
}

export interface SecurityLog {
  /** Logs a call that is a security event; `error` is what it threw. */
  record(spec: CallSpec, request: FastifyRequest, caller: Person | null, error?: unknown): void
}

/**
 * Logs one line at `info` for each security event (SECURITY.md). Only these lines contain the
 * client's address, so that the operator can block it; of people they contain only ids.
 */
export function createSecurityLog(log: Log): SecurityLog {
  return {
    record(spec, request, caller, error) {
      const outcome = outcomeOf(error)
      const event = eventOf(spec, request, outcome)
      if (event === null) return
      const note = notes.get(request) ?? {}
      log.info(
        {
          security: event,
          outcome,
          user: caller?.personId ?? note.user,
          ...(spec.needs && { workspace: caller?.membership?.workspaceId }),
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

/** Null when it is no security event, or the session is over. */
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

/** The id in the path; other values are not logged. */
function idIn({ params }: FastifyRequest): string | undefined {
  const { id } = (params ?? {}) as { id?: unknown }
  return typeof id === 'string' && /^[\da-f-]{36}$/.test(id) ? id : undefined
}
