import type { BinaryNode, WASocket } from 'baileys'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../../platform/clock.ts'

const RECEIPT = 'CB:receipt'
const MESSAGE_TAKEN = 'CB:ack,class:message'

/** After so long without the network's answer to the copy the driver is asked for it again. */
const RESTS_MS = [30_000, 120_000, 600_000]
const REQUESTS_MAX = 1000

interface Request {
  readonly stanza: BinaryNode
  readonly tries: number
  readonly cancel: () => void
}

/**
 * Repeats what people's phones ask for: a copy of a message that they could not read. The driver
 * acknowledges such a request also when it could not answer it, because a look-up was refused for
 * example; nobody would ask a second time, and the message would stay unread for ever. A copy has
 * left once the network has taken a message with that id; phones show copies of one id once. Call
 * once all other listeners for receipts are there.
 */
export function answerRequests(
  { ws }: Pick<WASocket, 'ws'>,
  clock: Pick<Clock, 'after'>,
): { end(): void } {
  const open = new LRUCache<string, Request>({
    max: REQUESTS_MAX,
    dispose: ({ cancel }) => cancel(),
  })

  function note(stanza: BinaryNode, tries: number): void {
    const { id, type } = stanza.attrs
    const rest = RESTS_MS[tries]
    if (!id || type !== 'retry' || rest === undefined) return
    open.set(id, { stanza, tries, cancel: clock.after(rest, () => repeat(id)) })
  }

  function repeat(id: string): void {
    const request = open.get(id)
    open.delete(id)
    if (!request || !ws.isOpen) return
    const { offline: _, ...attrs } = request.stanza.attrs
    again = request.tries + 1
    ws.emit(RECEIPT, { ...request.stanza, attrs })
    again = 0
  }

  /** How often the request that is being passed on was repeated; 0 for the network's own. */
  let again = 0
  ws.on(RECEIPT, (stanza: BinaryNode) => note(stanza, again))
  ws.on(MESSAGE_TAKEN, ({ attrs }: BinaryNode) => {
    if (attrs.id && !attrs.error) open.delete(attrs.id)
  })
  return { end: () => open.clear() }
}
