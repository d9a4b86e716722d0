import {
  type CallSpec,
  EVENT_POSITION_HEADER,
  NEXT_CURSOR_HEADER,
  type ResponseOf,
  TOTAL_COUNT_HEADER,
} from '@kirim/contract/call'
import { VERSION_HEADER } from '@kirim/contract/version-header'
import type { input, ZodMiniType } from 'zod/mini'
import { ApiError, refusalOf } from './api-error.ts'
import { originHeaders, originOf, reportRefusal } from './call-origin.ts'
import { calledWorkspace } from './called-workspace.ts'
import { bodyOf, type CallInput, urlOf } from './encode.ts'
import { listeningFrom, noteLoaded } from './event-position.ts'
import { parseJson } from './parse-json.ts'
import { isOfAnother, reloadForVersion } from './server-version.ts'
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

/** The input of a call according to its spec: `params`, `query`, `headers`, `body`, `file`. */
export type InputOf<C extends CallSpec> = Part<'params', C['params']> &
  Part<'query', C['query']> &
  Part<'headers', C['headers']> &
  Part<'body', C['body']> &
  FilePart<C['file']>

export interface CallOptions {
  signal?: AbortSignal
  /** Reports the uploaded fraction, from 0 to 1. */
  onUploadProgress?: (fraction: number) => void
}

/** The input is optional when nothing in it is required. */
export type CallArgs<C extends CallSpec> =
  Record<never, never> extends InputOf<C>
    ? [input?: InputOf<C>, options?: CallOptions]
    : [input: InputOf<C>, options?: CallOptions]

/** One page of a list. `next` is the cursor of the next page, `total` the number of all items. */
export interface Page<T> {
  items: T
  next: string | null
  total: number | null
  /** Reads another header of the response. */
  header: (name: string) => string | null
}

/**
 * Makes a call and returns its parsed response.
 * @throws ApiError for refusals, when no answer arrives, and for an answer that does not match the
 * contract.
 */
export async function request<C extends CallSpec>(
  spec: C,
  ...[input, options]: CallArgs<C>
): Promise<ResponseOf<C>> {
  return parse(spec, await exchange(spec, input ?? {}, options ?? {}))
}

/** Like `request`, for paged lists: also reads the headers with the next cursor and the total. */
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
  const origin = originOf(spec)
  const body = bodyOf(spec, input)
  const askedFrom = listeningFrom()
  const answer = await send({
    method: spec.method,
    url: urlOf(spec, input),
    headers: {
      ...input.headers,
      accept: 'application/json',
      ...originHeaders(origin),
      ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    },
    body,
    ...options,
  })
  if (answer.status >= 200 && answer.status < 300) {
    const position = answer.header(EVENT_POSITION_HEADER)
    // Positions of different workspaces cannot be compared.
    if (position && origin.workspace === calledWorkspace()) noteLoaded(position, askedFrom)
    return answer
  }
  const refusal = refusalOf(answer.status, answer.text)
  reportRefusal(origin, refusal)
  throw refusal
}

function parse<C extends CallSpec>(spec: C, answer: HttpAnswer): ResponseOf<C> {
  // The response type is derived from this schema, which TypeScript cannot follow through C.
  if (!spec.response) return undefined as ResponseOf<C>
  const parsed = spec.response.safeParse(parseJson(answer.text))
  if (!parsed.success) {
    if (isOfAnother(answer.header(VERSION_HEADER))) reloadForVersion()
    throw new ApiError('unexpected_answer', answer.status)
  }
  return parsed.data as ResponseOf<C>
}
