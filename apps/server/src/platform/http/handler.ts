import type {
  BodyOf,
  CallSpec,
  HeadersOf,
  ParamsOf,
  QueryOf,
  ResponseOf,
} from '@kirim/contract/call'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Person } from '../caller.ts'
import type { UploadedFile } from './multipart.ts'
import type { Streamed } from './streamed.ts'

/** The input of a handler, already parsed by the contract's schemas. */
export interface CallInput<C extends CallSpec> {
  readonly params: ParamsOf<C>
  readonly query: QueryOf<C>
  readonly headers: HeadersOf<C>
  readonly body: BodyOf<C>
  readonly file: UploadedFile | null
  /** In a workspace for calls that need something there. */
  readonly caller: C['needs'] extends string ? Caller : C['access'] extends 'public' ? null : Person
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type Handler<C extends CallSpec> = (
  input: CallInput<C>,
) => Promise<ResponseOf<C> | Streamed<ResponseOf<C>>>
