import { CodedText } from '@kirim/contract/refusals'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { NodeBus } from './node-bus.ts'
import { createJoiner, Piece, piecesOf } from './pieces.ts'

/** A node acknowledges a call at once. */
const ACK_TIMEOUT_MS = 5000
/** Long, because a call may wait for WhatsApp. */
const ANSWER_TIMEOUT_MS = 120_000

const Part = Piece.extend({
  call: z.string().max(64),
  to: z.string().max(64),
  kind: z.enum(['asks', 'heard', 'answers']),
})
const CallRequest = z.object({ name: z.string(), key: z.string().max(200), input: z.unknown() })
const CallAnswer = z.object({
  value: z.optional(z.unknown()),
  refused: z.optional(CodedText),
  /** The thing is on another node by now. */
  moved: z.optional(z.boolean()),
})
export type CallAnswer = z.infer<typeof CallAnswer>

interface Open {
  readonly node: string
  acknowledge(): void
  settle(answer: CallAnswer): void
  lost(): void
}

type Run = (key: string, input: unknown) => Promise<CallAnswer>

interface CallsDeps {
  readonly bus: NodeBus
  readonly nodeId: string
  readonly clock: Clock
}

/** Calls other nodes for what only they can do. The bus encrypts the calls. */
export function createNodeCalls({ bus, nodeId, clock }: CallsDeps) {
  const joiner = createJoiner(clock)
  const served = new Map<string, Run>()
  const open = new Map<string, Open>()

  function send(to: string, call: string, kind: z.infer<typeof Part>['kind'], body: object): void {
    for (const piece of piecesOf(JSON.stringify(body))) {
      bus.publish('calls', JSON.stringify({ ...piece, call, to, kind }))
    }
  }

  function receive(about: string, from: string): void {
    const part = read(Part, about)
    if (part?.to !== nodeId) return
    const { call, kind } = part
    if (kind === 'heard') {
      open.get(call)?.acknowledge()
      return
    }
    const text = joiner.add(`${from} ${call} ${kind}`, part)
    if (text === null) return
    if (kind === 'asks') void answer(from, call, text)
    else
      open.get(call)?.settle(read(CallAnswer, text) ?? refused(new DomainError('internal_error')))
  }

  async function answer(from: string, call: string, text: string): Promise<void> {
    send(from, call, 'heard', {})
    const request = read(CallRequest, text)
    const run = request && served.get(request.name)
    const result = run
      ? await run(request.key, request.input)
      : refused(new DomainError('internal_error'))
    send(from, call, 'answers', result)
  }

  function ask(node: string, name: string, key: string, input: unknown): Promise<CallAnswer> {
    const call = newId()
    const { promise, resolve, reject } = Promise.withResolvers<CallAnswer>()
    const lost = () => reject(new DomainError('shutting_down'))
    let cancel = clock.after(ACK_TIMEOUT_MS, lost)
    const acknowledge = () => {
      cancel()
      cancel = clock.after(ANSWER_TIMEOUT_MS, lost)
    }
    open.set(call, { node, acknowledge, settle: resolve, lost })
    send(node, call, 'asks', { name, key, input })
    return promise.finally(() => {
      cancel()
      open.delete(call)
    })
  }

  bus.on('calls', receive)
  // An answer may have been missed.
  bus.onMissed(() => {
    for (const { lost } of [...open.values()]) lost()
  })

  return {
    /** Call when these nodes have left: fails all open calls to them. */
    forget(nodeIds: readonly string[]): void {
      for (const { node, lost } of [...open.values()]) if (nodeIds.includes(node)) lost()
    },

    isShared: bus.isShared,
    /** Serves a call. `run` must not reject. */
    on: (name: string, run: Run) => void served.set(name, run),
    /** Rejects with `shutting_down` when the node does not answer. */
    ask,
  }
}

export type NodeCalls = ReturnType<typeof createNodeCalls>

export function refused({ code, params }: DomainError): CallAnswer {
  return { value: null, refused: { code, params: { ...params } } }
}

function read<S extends z.ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    return z.safeParse(schema, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
