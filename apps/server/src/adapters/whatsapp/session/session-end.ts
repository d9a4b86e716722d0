import type { WASocket } from 'baileys'
import { type Close, closeOf } from '../../../features/devices/closes.ports.ts'
import { UnreadableCredentials } from '../../../features/devices/devices.ports.ts'
import { isOfTheData } from '../../../platform/database/data-fault.ts'
import type { HeldLine } from '../connection/hold-line.ts'
import { SessionFault } from '../connection/session-fault.ts'
import type { SessionEvents } from './session-intake.ts'

interface EndDeps {
  socket(): Pick<WASocket, 'ws' | 'end'>
  line(): Pick<HeldLine, 'giveUp'>
  /** Ends what goes on beside the connection. */
  release(): void
  readonly events: Pick<SessionEvents, 'onClosed' | 'onFault'>
}

/**
 * The end of a session: the network closes it, we do, or nothing can be read or kept any more. From
 * then on nothing is taken in, and nothing that was not sent is.
 */
export function createSessionEnd({ socket, line, release, events }: EndDeps) {
  const over = new AbortController()
  /** Aborted with the session, before anybody is told of its end. */
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

  /** By us: whoever closes it needs not be told. */
  async function leave(how: () => Promise<void>): Promise<void> {
    if (isOver()) return
    end()
    const rejectQueries = waitingQueries()
    await how()
    rejectQueries()
  }

  /**
   * What rejects the queries that wait now. Baileys does so only when the network closes the
   * connection: when we close it, they would wait for a minute, and block the messages of the next
   * session.
   */
  function waitingQueries(): () => void {
    const { ws } = socket()
    const waiting = ws.listeners('close')
    return () => {
      for (const tell of waiting) tell.call(ws)
    }
  }

  /**
   * What still waits for its keys does not leave any more: the next session goes on from those that
   * are stored, and would use the same.
   */
  function endConnection(): Promise<void> {
    line().giveUp()
    return socket().end(undefined)
  }

  /** The network sends what it has kept to the next connection, which follows at once. */
  function reopen(): void {
    if (isOver()) return
    const rejectQueries = waitingQueries()
    endAs(closeOf('restart_required'))
    endConnection().catch(events.onFault)
    rejectQueries()
  }

  /**
   * While nothing can be read or kept: the network keeps what comes in for the next connection.
   * Otherwise the driver would ask whoever sent it for another copy, five times at most. From here
   * on it sends nothing.
   */
  function hangUp(error: unknown): void {
    // Neither would pass by trying again.
    if (isOver() || error instanceof UnreadableCredentials || isOfTheData(error)) return
    events.onFault(error)
    endWith(error instanceof Error ? error : undefined)
  }

  /** What came in, or a timer of the driver, has failed where nobody awaits it. */
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
