import type { Socket } from 'socket.io'
import type { Clock } from '../clock.ts'
import { DomainError } from '../errors.ts'
import { createBucket } from './token-bucket.ts'

/** Far more than the web app ever asks for. */
const EVENTS = { atOnce: 40, perSecond: 5 }

/**
 * Refuses in words what a signed-in socket sends too often, also events that nobody listens to.
 * Whoever goes on all the same is cut off by the traffic's own limit.
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
