import type { WASocket } from 'baileys'
import { type Close, closeOf } from '../../../features/devices/closes.ports.ts'
import { UnreadableCredentials } from '../../../features/devices/devices.ports.ts'
import { isDataFault } from '../../../platform/database/data-fault.ts'
import type { LineHold } from '../connection/hold-line.ts'
import { SessionFault } from '../connection/session-fault.ts'
import type { SessionEvents } from './session-intake.ts'

interface EndDeps {
  socket(): Pick<WASocket, 'ws' | 'end'>
  line(): Pick<LineHold, 'dropWaiting'>
  /** Ends background work of the session. */
  release(): void
  readonly events: Pick<SessionEvents, 'onClosed' | 'onFault'>
}

/**
 * The end of a session: closed by the network, closed by this server, or after a failure to read or
 * store messages. From then on no message is accepted or sent.
 */
export function createSessionEnd({ socket, line, release, events }: EndDeps) {
  const over = new AbortController()
  /** Aborted with the session, before its end is reported. */
  const signal: AbortSignal = over.signal
  const isOver = () => signal.aborted

  function end(): void {
    over.abort()
    release()
  }

  function endAs(close: Close): void {
    end()
    events.onClosed(close)
  }

  /** Closes the session without reporting its end. */
  async function leave(how: () => Promise<void>): Promise<void> {
    if (isOver()) return
    end()
    const rejectQueries = waitingQueries()
    await how()
    rejectQueries()
  }

  /**
   * Returns a function that rejects all pending queries. The driver does so only when the network
   * closes the connection; otherwise they would wait for a minute and block the messages of the
   * next session.
   */
  function waitingQueries(): () => void {
    const { ws } = socket()
    const waiting = ws.listeners('close')
    return () => {
      for (const tell of waiting) tell.call(ws)
    }
  }

  /** Drops frames whose keys are not stored: the next session would use the same keys. */
  function endConnection(): Promise<void> {
    line().dropWaiting()
    return socket().end(undefined)
  }

  /**
   * Closes the connection so that it is opened again at once; the network then delivers queued
   * messages.
   */
  function reopen(): void {
    if (isOver()) return
    const rejectQueries = waitingQueries()
    endAs(closeOf('restart_required'))
    endConnection().catch(events.onFault)
    rejectQueries()
  }

  /**
   * Closes the connection while messages cannot be read or stored: the network keeps them for the
   * next connection. Otherwise the driver would request up to five copies from the sender.
   */
  function hangUp(error: unknown): void {
    // Neither would succeed on a retry.
    if (isOver() || error instanceof UnreadableCredentials || isDataFault(error)) return
    events.onFault(error)
    endWith(error instanceof Error ? error : undefined)
  }

  /** Ends the session after an uncaught failure in a driver callback or timer. */
  function breakOff(error: unknown): void {
    events.onFault(error)
    if (!isOver()) endWith(new SessionFault(error))
  }

  function endWith(error: Error | undefined): void {
    const rejectQueries = waitingQueries()
    socket().end(error).catch(events.onFault)
    rejectQueries()
  }

  return {
    isOver,
    signal,
    endAs,
    leave,
    close: () => leave(endConnection),
    reopen,
    hangUp,
    breakOff,
  }
}
