import type { Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'

/** Far more than the web app ever sends. */
const AT_ONCE = 40
const PER_SECOND = 5
/** A socket that continues after this many refusals is disconnected. */
const REFUSED_MAX = 60

/**
 * Refuses events that a signed-in socket sends too often, including unknown ones, with an error
 * message.
 */
export function limitEvents(
  socket: Socket,
  clock: Clock,
  refuse: (refusal: DomainError) => void,
): void {
  let left = AT_ONCE
  let at = clock.now()
  let refused = 0

  socket.use((_event, next) => {
    const now = clock.now()
    left = Math.min(AT_ONCE, left + (Math.max(0, now - at) / 1000) * PER_SECOND)
    at = now
    if (left >= 1) {
      left -= 1
      refused = 0
      next()
    } else if (++refused > REFUSED_MAX) {
      socket.disconnect(true)
    } else {
      const seconds = Math.ceil((1 - left) / PER_SECOND)
      refuse(new DomainError('too_many_requests', { seconds }))
    }
  })
}
