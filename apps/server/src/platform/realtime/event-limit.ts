import type { Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'

/** Far more than the web app ever asks for. */
const AT_ONCE = 40
const PER_SECOND = 5
/** Whoever goes on after so many refusals in a row is cut off. */
const REFUSALS_IN_A_ROW = 20

export interface EventLimitDeps {
  readonly clock: Clock
  refuse(refusal: DomainError): void
  onCutOff(): void
}

/** Bounds how often a socket may send anything, also events that nobody listens to. */
export function limitEvents(socket: Socket, { clock, refuse, onCutOff }: EventLimitDeps): void {
  const take = createBucket(clock)
  let refusals = 0
  socket.use((_event, next) => {
    const seconds = take()
    if (seconds === 0) {
      refusals = 0
      return next()
    }
    refusals += 1
    refuse(new DomainError('too_many_requests', { seconds }))
    if (refusals < REFUSALS_IN_A_ROW) return
    onCutOff()
    socket.disconnect(true)
  })
}

/** A token bucket: takes one and answers 0, or answers the seconds until there is one again. */
function createBucket(clock: Clock): () => number {
  let left = AT_ONCE
  let at = clock.now()
  return () => {
    const now = clock.now()
    left = Math.min(AT_ONCE, left + (Math.max(0, now - at) / 1000) * PER_SECOND)
    at = now
    if (left < 1) return Math.ceil((1 - left) / PER_SECOND)
    left -= 1
    return 0
  }
}
