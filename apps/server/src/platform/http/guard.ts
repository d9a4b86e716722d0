import type { Role } from '@kirim/contract/accounts'
import type { Access } from '@kirim/contract/call'
import type { FastifyRequest } from 'fastify'
import { DomainError } from '../errors.ts'

/** The user who makes a request. */
export interface Caller {
  readonly userId: string
  readonly role: Role
  /** The bearer token itself, and its stored form. */
  readonly token: string
  readonly tokenHash: string
  /** When the token expires, in epoch milliseconds. */
  readonly expiresAt: number
}

/** Finds the caller behind a bearer token; null when the token is unknown, expired or revoked. */
export type Authenticate = (token: string) => Promise<Caller | null>

/** Admits a request or refuses it [6.server]. Null only for public calls. */
export async function admit(
  request: FastifyRequest,
  access: Access,
  authenticate: Authenticate,
): Promise<Caller | null> {
  if (access === 'public') return null
  const token = bearerToken(request.headers.authorization)
  const caller = token ? await authenticate(token) : null
  if (!caller) throw new DomainError('unauthenticated')
  if (access === 'admin' && caller.role !== 'admin') throw new DomainError('forbidden')
  return caller
}

function bearerToken(header: string | undefined): string | null {
  return header?.match(/^Bearer ([\w.~+/=-]{1,200})$/i)?.[1] ?? null
}
