import type { ZodMiniType } from 'zod/mini'
import './issues.ts'

/** Who may make a call: anybody, a signed-in user, or a signed-in admin [6.server]. */
export type Access = 'public' | 'user' | 'admin'

/** One HTTP call of the API [7.base]. Paths are relative to `/api` and name parameters as `:id`. */
export interface CallSpec {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: `/${string}`
  readonly access: Access
  readonly summary: string
  readonly params?: ZodMiniType
  readonly query?: ZodMiniType
  /** JSON body, or the text fields of a multipart body when `file` is given. */
  readonly body?: ZodMiniType
  /** The multipart field that carries the one file. */
  readonly file?: { readonly field: string; readonly required: boolean }
  readonly status: 200 | 201 | 204
  readonly response?: ZodMiniType
}

/** Declares a call and keeps its exact types for the server's handler and the web app's client. */
export function call<const C extends CallSpec>(spec: C): C {
  return spec
}

type Output<S> = S extends ZodMiniType<infer O> ? O : undefined

export type ParamsOf<C extends CallSpec> = Output<C['params']>
export type QueryOf<C extends CallSpec> = Output<C['query']>
export type BodyOf<C extends CallSpec> = Output<C['body']>
export type ResponseOf<C extends CallSpec> = Output<C['response']>

/**
 * Paged lists answer a plain array;
 * these headers say where the next page starts and how many there are.
 */
export const NEXT_CURSOR_HEADER = 'x-next-cursor'
export const TOTAL_COUNT_HEADER = 'x-total-count'
/** Up to which realtime event of its user an answer is sure to know all; see `event_position`. */
export const EVENT_POSITION_HEADER = 'x-event-position'
