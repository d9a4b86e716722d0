import type { Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { createBucket } from './token-bucket.ts'

/** Far more than the web app ever sends. */
const EVENTS = { atOnce: 40, perSecond: 5 }

/**
 * Refuses events that a signed-in socket sends too often, including unknown ones, with an error
 * message. Sockets that continue are cut off by the traffic limit.
 */
export function limitEvents(
  socket: Socket,
  clock: Clock,
  refuse: (refusal: DomainError) => void,
): void {
  const take = createBucket(clock, EVENTS)
  socket.use((_event, next) => {
    const seconds = take()
    if (seconds === 0) next()
    else refuse(new DomainError('too_many_requests', { seconds }))
  })
}
