import { type ErrorCode, errors } from '@kirim/contract/errors'
import type { CodedText } from '@kirim/contract/refusals'
import { z } from 'zod'
import { DomainError } from '../errors.ts'
import type { Log } from '../log.ts'
import { refusalOf } from '../refusal-of.ts'
import { type Answered, type NodeCalls, refused } from './node-calls.ts'

/** What changes hands while it is asked for is looked for again. */
const LOOKS_MAX = 4

type Schema = z.core.$ZodType
interface CallShape {
  readonly input: Schema
  readonly output: Schema
}
/** What can be asked, with the schemas of what is given and answered. */
type CallTable = Readonly<Record<string, CallShape>>
type Input<T extends CallTable, K extends keyof T> = z.output<T[K]['input']>
type Output<T extends CallTable, K extends keyof T> = z.output<T[K]['output']>
type Handlers<T extends CallTable> = {
  readonly [K in keyof T]: (input: Input<T, K>) => Promise<Output<T, K>>
}

/** Where things are that calls are about, each under a key. */
export interface Whereabouts {
  isHere(key: string): boolean
  /** The node that has it; null when this one may act. */
  nodeOf(key: string): Promise<string | null>
}

/**
 * Runs a call where its thing is. Throws as its handler does, and `shutting_down` when that node
 * does not answer.
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

/** Serves what other nodes ask of this one; returns how anything of the table is done. */
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
  ): Promise<Answered> {
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
  async function elsewhere(key: string): Promise<string | null> {
    return !calls.isShared || where.isHere(key) ? null : where.nodeOf(key)
  }

  return async (key, name, input) => {
    for (let looks = 0; looks < LOOKS_MAX; looks++) {
      const node = await elsewhere(key)
      if (node === null) return handlers[name](input)
      const answered = await calls.ask(node, `${room}.${name}`, key, input)
      if (answered.refused) throw asRefusal(answered.refused)
      const { output: schema } = table[name] as CallShape
      if (!answered.moved) return z.parse(schema, answered.value) as Output<T, typeof name>
    }
    throw new DomainError('shutting_down')
  }
}

/** A newer node may know refusals that this one does not. */
function asRefusal({ code, params }: CodedText): DomainError {
  const isKnown = Object.hasOwn(errors, code)
  return isKnown ? new DomainError(code as ErrorCode, params) : new DomainError('internal_error')
}
