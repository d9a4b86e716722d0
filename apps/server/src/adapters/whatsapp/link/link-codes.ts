import { getBinaryNodeChild, getBinaryNodeChildren, type WASocket } from 'baileys'
import type { Clock } from '../../../platform/clock.ts'

/** How long the first code is valid; later codes expire sooner. */
const FIRST_CODE_MS = 60_000
const NEXT_CODE_MS = 20_000

/** Longer than any attempt, so the driver shows only the first code and never ends the attempt. */
export const DRIVER_CODE_MS = 24 * 3_600_000

interface CodeListener {
  onCode(qr: { text: string; attempt: number; expiresInMs: number }): void
  onRunOut(): void
}

/**
 * Shows the codes of a connection one after another. The driver would end the connection after the
 * last one, even during a passkey step, which can last longer.
 */
export function showCodes(
  socket: Pick<WASocket, 'ev' | 'ws'>,
  clock: Clock,
  listener: CodeListener,
): { stop(): void } {
  let refs: string[] = []
  let first: string | null = null
  let cancel = () => {}
  let isOver = false

  // The driver reads them only after its reply was sent, so they are known before its first code.
  socket.ws.on('CB:iq,type:set,pair-device', (stanza) => {
    refs = getBinaryNodeChildren(getBinaryNodeChild(stanza, 'pair-device'), 'ref').map(
      ({ content }) => (content instanceof Uint8Array ? Buffer.from(content).toString() : ''),
    )
  })
  socket.ev.on('connection.update', ({ qr }) => {
    if (!qr || first || isOver) return
    first = qr
    show(0)
  })

  function show(index: number): void {
    const text = textOf(index)
    if (text === null) {
      listener.onRunOut()
      return
    }
    const expiresInMs = index === 0 ? FIRST_CODE_MS : NEXT_CODE_MS
    cancel = clock.after(expiresInMs, () => show(index + 1))
    listener.onCode({ text, attempt: index + 1, expiresInMs })
  }

  function textOf(index: number): string | null {
    const [firstRef, ref] = [refs[0], refs[index]]
    if (index === 0) return first
    return firstRef && ref && first ? first.replace(firstRef, () => ref) : null
  }

  return {
    stop() {
      isOver = true
      cancel()
    },
  }
}
