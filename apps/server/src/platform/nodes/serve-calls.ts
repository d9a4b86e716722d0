import { type ErrorCode, errors } from '@kirim/contract/errors'
import type { CodedText } from '@kirim/contract/refusals'
import { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { refusalOf } from '../refusal-of.ts'
import { type CallAnswer, type NodeCalls, refused } from './node-calls.ts'

/** The maximum number of lookups of a thing that moves during a call. */
const LOOKUPS_MAX = 4

type Schema = z.core.$ZodType
interface CallShape {
  readonly input: Schema
  readonly output: Schema
}
/** The calls by name, with the schemas of input and output. */
type CallTable = Readonly<Record<string, CallShape>>
type Input<T extends CallTable, K extends keyof T> = z.output<T[K]['input']>
type Output<T extends CallTable, K extends keyof T> = z.output<T[K]['output']>
type Handlers<T extends CallTable> = {
  readonly [K in keyof T]: (input: Input<T, K>) => Promise<Output<T, K>>
}

/** Tells which node has the thing with a key. */
export interface Whereabouts {
  isHere(key: string): boolean
  /** The node that has it; null when this one may act. */
  nodeOf(key: string): Promise<string | null>
}

/**
 * Runs a call on the node that has its thing. Throws what the handler throws, and `shutting_down`
 * if that node does not answer.
 */
export type CallAt<T extends CallTable> = <K extends keyof T & string>(
  key: string,
  name: K,
  input: Input<T, K>,
) => Promise<Output<T, K>>

interface ServeDeps {
  readonly calls: Pick<NodeCalls, 'isShared' | 'on' | 'ask'>
  readonly where: Whereabouts
  readonly log: Log
}

/**
 * Serves these calls for other nodes; returns a function that runs one of them on the right node.
 */
export function serveCalls<T extends CallTable>(
  { calls, where, log }: ServeDeps,
  room: string,
  table: T,
  handlers: Handlers<T>,
): CallAt<T> {
  async function answer<K extends keyof T>(
    name: K,
    key: string,
    input: unknown,
  ): Promise<CallAnswer> {
    if (!where.isHere(key)) return { value: null, moved: true }
    try {
      const { input: schema } = table[name] as CallShape
      return { value: await handlers[name](z.parse(schema, input) as Input<T, K>) }
    } catch (err) {
      const refusal = refusalOf(err)
      if (refusal.code === 'internal_error') log.error({ err, name }, 'a call failed')
      return refused(refusal)
    }
  }

  for (const name of Object.keys(table)) {
    calls.on(`${room}.${name}`, (key, input) => answer(name, key, input))
  }

  /** Null when this node may act. */
  async function otherNodeOf(key: string): Promise<string | null> {
    return !calls.isShared || where.isHere(key) ? null : where.nodeOf(key)
  }

  return async (key, name, input) => {
    for (let attempts = 0; attempts < LOOKUPS_MAX; attempts++) {
      const node = await otherNodeOf(key)
      if (node === null) return handlers[name](input)
      const result = await calls.ask(node, `${room}.${name}`, key, input)
      if (result.refused) throw toDomainError(result.refused)
      const { output: schema } = table[name] as CallShape
      if (!result.moved) return z.parse(schema, result.value) as Output<T, typeof name>
    }
    throw new DomainError('shutting_down')
  }
}

/** A newer node may use error codes that this one does not know. */
function toDomainError({ code, params }: CodedText): DomainError {
  const isKnown = Object.hasOwn(errors, code)
  return isKnown ? new DomainError(code as ErrorCode, params) : new DomainError('internal_error')
}
