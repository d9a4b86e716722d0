import { CodedText } from '@kirim/contract/refusals'
import { z } from 'zod'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { newId } from '../ids.ts'
import type { NodeBus } from './node-bus.ts'
import { createJoining, Piece, piecesOf } from './pieces.ts'

/** A node that is there says at once that it has heard. */
const HEARD_WITHIN_MS = 5000
/** The network may take its time. */
const ANSWERED_WITHIN_MS = 120_000

const Part = Piece.extend({
  call: z.string().max(64),
  to: z.string().max(64),
  kind: z.enum(['asks', 'heard', 'answers']),
})
const Asked = z.object({ name: z.string(), key: z.string().max(200), input: z.unknown() })
const Answered = z.object({
  value: z.optional(z.unknown()),
  refused: z.optional(CodedText),
  /** It is not here any more. */
  moved: z.optional(z.boolean()),
})
export type Answered = z.infer<typeof Answered>

interface Open {
  readonly node: string
  heard(): void
  settle(answer: Answered): void
  lost(): void
}

type Run = (key: string, input: unknown) => Promise<Answered>

interface CallsDeps {
  readonly bus: NodeBus
  readonly nodeId: string
  readonly clock: Clock
}

/** Asks other nodes to do what only they can. What is asked goes sealed over the bus. */
export function createNodeCalls({ bus, nodeId, clock }: CallsDeps) {
  const joining = createJoining(clock)
  const served = new Map<string, Run>()
  const open = new Map<string, Open>()

  function send(to: string, call: string, kind: z.infer<typeof Part>['kind'], body: object): void {
    for (const piece of piecesOf(JSON.stringify(body))) {
      bus.tell('calls', JSON.stringify({ ...piece, call, to, kind }))
    }
  }

  function hear(about: string, from: string): void {
    const part = read(Part, about)
    if (part?.to !== nodeId) return
    const { call, kind } = part
    if (kind === 'heard') {
      open.get(call)?.heard()
      return
    }
    const text = joining.add(`${from} ${call} ${kind}`, part)
    if (text === null) return
    if (kind === 'asks') void answer(from, call, text)
    else open.get(call)?.settle(read(Answered, text) ?? refused(new DomainError('internal_error')))
  }

  async function answer(from: string, call: string, text: string): Promise<void> {
    send(from, call, 'heard', {})
    const asked = read(Asked, text)
    const run = asked && served.get(asked.name)
    const answered = run
      ? await run(asked.key, asked.input)
      : refused(new DomainError('internal_error'))
    send(from, call, 'answers', answered)
  }

  function ask(node: string, name: string, key: string, input: unknown): Promise<Answered> {
    const call = newId()
    const { promise, resolve, reject } = Promise.withResolvers<Answered>()
    const lost = () => reject(new DomainError('shutting_down'))
    let cancel = clock.after(HEARD_WITHIN_MS, lost)
    const heard = () => {
      cancel()
      cancel = clock.after(ANSWERED_WITHIN_MS, lost)
    }
    open.set(call, { node, heard, settle: resolve, lost })
    send(node, call, 'asks', { name, key, input })
    return promise.finally(() => {
      cancel()
      open.delete(call)
    })
  }

  bus.on('calls', hear)
  // An answer may have been among it.
  bus.onMissed(() => {
    for (const { lost } of [...open.values()]) lost()
  })

  return {
    /** These nodes have left: nothing they were asked is answered any more. */
    forget(nodeIds: readonly string[]): void {
      for (const { node, lost } of [...open.values()]) if (nodeIds.includes(node)) lost()
    },

    isShared: bus.isShared,
    /** Whatever becomes of it is an answer. */
    on: (name: string, run: Run) => void served.set(name, run),
    /** Rejects with `shutting_down` when the node does not answer. */
    ask,
  }
}

export type NodeCalls = ReturnType<typeof createNodeCalls>

export function refused({ code, params }: DomainError): Answered {
  return { value: null, refused: { code, params: { ...params } } }
}

function read<S extends z.ZodType>(schema: S, text: string): z.output<S> | null {
  try {
    return z.safeParse(schema, JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
