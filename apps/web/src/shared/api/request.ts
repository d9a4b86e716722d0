import {
  type CallSpec,
  EVENT_POSITION_HEADER,
  NEXT_CURSOR_HEADER,
  type ResponseOf,
  TOTAL_COUNT_HEADER,
} from '@kirim/contract/call'
import type { input, ZodMiniType } from 'zod/mini'
import { ApiError, refusalOf } from './api-error.ts'
import { currentBearer, reportForbidden, sessionRefused } from './bearer.ts'
import { bodyOf, type CallInput, urlOf } from './encode.ts'
import { noteLoaded } from './event-position.ts'
import { parseJson } from './parse-json.ts'
import { type HttpAnswer, send } from './transport.ts'

type Part<K extends string, S> = S extends ZodMiniType
  ? Record<never, never> extends input<S>
    ? { [P in K]?: input<S> }
    : { [P in K]: input<S> }
  : unknown

type FilePart<F> = F extends { readonly required: true }
  ? { file: File }
  : F extends { readonly required: false }
    ? { file?: File | null }
    : unknown

/** What a call needs of its caller, from its spec: `params`, `query`, `body`, `file`. */
export type InputOf<C extends CallSpec> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'body', C['body']> &
  FilePart<C['file']>

export interface CallOptions {
  signal?: AbortSignal
  /** From 0 to 1, while an upload leaves. */
  onUploadProgress?: (fraction: number) => void
}

/** The input may be left out when nothing in it is required. */
export type CallArgs<C extends CallSpec> =
  Record<never, never> extends InputOf<C>
    ? [input?: InputOf<C>, options?: CallOptions]
    : [input: InputOf<C>, options?: CallOptions]

/**
 * One page of a list: `next` is the cursor of the page after it, `total` what the server counted.
 */
export interface Page<T> {
  items: T
  next: string | null
  total: number | null
  /** Whatever else the server says of the page. */
  header: (name: string) => string | null
}

/**
 * Makes a call of the contract and answers its parsed response.
 * @throws ApiError for refusals, for no answer, and for an answer that the contract does not know.
 */
export async function request<C extends CallSpec>(
  spec: C,
  ...[input, options]: CallArgs<C>
): Promise<ResponseOf<C>> {
  return parse(spec, await exchange(spec, input ?? {}, options ?? {}))
}

/** As `request`, for paged lists: with the headers that say where the next page starts. */
export async function requestPage<C extends CallSpec>(
  spec: C,
  ...[input, options]: CallArgs<C>
): Promise<Page<ResponseOf<C>>> {
  const answer = await exchange(spec, input ?? {}, options ?? {})
  const total = answer.header(TOTAL_COUNT_HEADER)
  return {
    items: parse(spec, answer),
    next: answer.header(NEXT_CURSOR_HEADER),
    total: total === null ? null : Number(total),
    header: answer.header,
  }
}

async function exchange(
  spec: CallSpec,
  input: CallInput,
  options: CallOptions,
): Promise<HttpAnswer> {
  const token = spec.access === 'public' ? null : currentBearer()
  const body = bodyOf(spec, input)
  const answer = await send({
    method: spec.method,
    url: urlOf(spec, input),
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
    earlyFor: spec.method === 'GET' ? token : null,
    ...options,
  })
  if (answer.status >= 200 && answer.status < 300) {
    const position = answer.header(EVENT_POSITION_HEADER)
    if (position) noteLoaded(position)
    return answer
  }
  if (answer.status === 401 && token) sessionRefused(token)
  if (answer.status === 403 && token) reportForbidden(token)
  throw refusalOf(answer.status, answer.text)
}

function parse<C extends CallSpec>(spec: C, answer: HttpAnswer): ResponseOf<C> {
  // The types of a call's answer are made from this very schema;
  // TypeScript cannot follow that through C.
  if (!spec.response) return undefined as ResponseOf<C>
  const parsed = spec.response.safeParse(parseJson(answer.text))
  if (!parsed.success) throw new ApiError('unexpected_answer', answer.status)
  return parsed.data as ResponseOf<C>
}
