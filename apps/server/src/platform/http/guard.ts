import type { CallSpec, Shown } from '@kirim/contract/call'
import { mayDo } from '@kirim/contract/roles'
import { WORKSPACE_HEADER } from '@kirim/contract/workspaces'
import type { FastifyRequest } from 'fastify'
import {
  type Authenticate,
  type Caller,
  inWorkspace,
  type Person,
  requireCapability,
  seesLess,
  seesNumber,
} from '../caller.ts'
import { DomainError } from '../errors.ts'

type Needs = Pick<CallSpec, 'access' | 'needs' | 'number' | 'shows'>

/**
 * Admits a request or refuses it, by what the declaration of its call needs [6.server]: the only
 * place that does. Null only for public calls.
 */
export async function admit(
  request: FastifyRequest,
  spec: Needs,
  authenticate: Authenticate,
): Promise<Person | Caller | null> {
  if (spec.access === 'public') return null
  const token = bearerToken(request.headers.authorization)
  const person = token ? await authenticate(token, namedWorkspace(request)) : null
  if (!person) throw new DomainError('unauthenticated')
  if (spec.access === 'admin' && !person.isAdmin) throw new DomainError('forbidden')
  if (!spec.needs) return person
  const caller = inWorkspace(person)
  requireCapability(caller, spec.needs)
  if (spec.shows?.some((shown) => isWithheld(shown, caller))) throw new DomainError('forbidden')
  if (spec.number) requireNumber(request, spec.number, caller)
  return caller
}

function isWithheld(shown: Shown, caller: Caller): boolean {
  if (shown === 'chats') return caller.ownChatsOnly
  return shown === 'phone numbers' ? caller.hidesNumbers : caller.deviceIds !== null
}

/**
 * Judges a request once more whose caller's membership has changed since it was admitted. Throws as
 * `admit` does, and `forbidden` to whoever sees less than when its answer was made.
 */
export async function judgeAgain(
  request: FastifyRequest,
  spec: Needs,
  before: Person | null,
  authenticate: Authenticate,
): Promise<void> {
  const then = before?.membership
  const now = await admit(request, spec, (token) => authenticate(token, then?.workspaceId))
  if (then && now?.membership && seesLess(now.membership, then)) throw new DomainError('forbidden')
}

/** Whether a caller may have the rest of an answer: makes this call, and sees as much as before. */
export async function isStillAdmitted(
  { access, needs }: Needs,
  before: Person,
  authenticate: Authenticate,
): Promise<boolean> {
  const now = await authenticate(before.token, before.membership?.workspaceId)
  if (!now || (access === 'admin' && !now.isAdmin)) return false
  if (!before.membership) return true
  if (!now.membership || seesLess(now.membership, before.membership)) return false
  return !needs || mayDo(now.membership.role, needs)
}

/** To a caller who does not see a number, it does not exist. */
function requireNumber({ params }: FastifyRequest, name: string, caller: Caller): void {
  const deviceId = (params as Readonly<Record<string, string>>)[name] ?? ''
  if (!seesNumber(caller, deviceId)) throw new DomainError('device_not_found')
}

/** A header that is too long names no workspace. */
function namedWorkspace({ headers }: FastifyRequest): string | undefined {
  const named = headers[WORKSPACE_HEADER]
  return typeof named === 'string' ? named.slice(0, 100) : undefined
}

function bearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer ([\w.~+/=-]{1,200})$/i)?.[1] ?? null
}
