import type { Server } from 'socket.io'
import type { Clock } from '../clock.ts'

const ASK = 'connections_of'
/** Nodes answer within milliseconds; one that has just died holds up nobody for longer. */
const ANSWER_WITHIN_MS = 500

/** How many connections an account has on the other nodes, as far as they answer. */
export function createConnectionsElsewhere(
  io: Server,
  clock: Clock,
  here: (userId: string) => number,
): (userId: string) => Promise<number> {
  io.on(ASK, (userId: string, answer: (count: number) => void) => answer(here(userId)))
  return (userId) =>
    new Promise((done) => {
      const cancel = clock.after(ANSWER_WITHIN_MS, () => done(0))
      io.serverSideEmit(ASK, userId, (_late: Error | null, counts: readonly number[]) => {
        cancel()
        done(counts.reduce((sum, count) => sum + count, 0))
      })
    })
}
