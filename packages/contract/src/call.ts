import type { ZodMiniType } from 'zod/mini'
import './issues.ts'
import type { Capability } from './roles.ts'
import type { SecurityEvent } from './security-events.ts'

/**
 * Who may make a call: anybody, a signed-in person, or a signed-in admin of the server [6.server].
 */
export type Access = 'public' | 'user' | 'admin'

/** What the answer of a call cannot be without. */
export type Shown = 'chats' | 'phone numbers' | 'all numbers'

/**
 * One HTTP call of the API [7.base]. Paths are relative to `/api`; parameters are written `:id`.
 */
export interface CallSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  /** Of calls outside any workspace; the others have `needs`. */
  readonly access?: Access
  /** What the caller must be allowed to do in the workspace of the request. */
  readonly needs?: Capability
  /** The path parameter with the id of a number: 404 for callers who do not see it. */
  readonly number?: string
  /**
   * Refused to those from whom any of this is withheld: chats of others, phone numbers of people,
   * or some numbers of the workspace.
   */
  readonly shows?: readonly Shown[]
  readonly summary: string
  readonly params?: ZodMiniType
  readonly query?: ZodMiniType
  /** Request headers beside those of every call, in lower case. */
  readonly headers?: ZodMiniType
  /** The JSON body, or the text fields of a multipart body when `file` is set. */
  readonly body?: ZodMiniType
  /** The multipart field that carries the one file. */
  readonly file?: { readonly field: string; readonly required: boolean }
  /**
   * True for a call that is served even while the disk is almost full, because it makes room, stops
   * something, or stores next to nothing. Deletions and calls by admins are always served.
   */
  readonly needsNoRoom?: boolean
  /** Its line in the security log; with `ifGiven`, only when the body has that field. */
  readonly security?: { readonly event: SecurityEvent; readonly ifGiven?: string }
  readonly status: 200 | 201 | 204
  readonly response?: ZodMiniType
}

/** Declares a call with its exact types, for the server's handler and the web app's client. */
export function call<const C extends CallSpec>(spec: C): C {
  return spec
}

type Output<S> = S extends ZodMiniType<infer O> ? O : undefined

export type ParamsOf<C extends CallSpec> = Output<C['params']>
export type QueryOf<C extends CallSpec> = Output<C['query']>
export type HeadersOf<C extends CallSpec> = Output<C['headers']>
export type BodyOf<C extends CallSpec> = Output<C['body']>
export type ResponseOf<C extends CallSpec> = Output<C['response']>

/**
 * Paged lists return a plain array. These headers carry the cursor of the next page and the total.
 */
export const NEXT_CURSOR_HEADER = 'x-next-cursor'
export const TOTAL_COUNT_HEADER = 'x-total-count'
/** The user's event position when the answer was read; see `event_position`. */
export const EVENT_POSITION_HEADER = 'x-event-position'
