import type { Server } from 'socket.io'
import type { Clock } from '../clock.ts'

/** What nodes ask each other about an account. */
export type Question = 'connections' | 'nothing_leaving'

/** Asks all other nodes at once, over what takes events to their browsers. */
export interface OtherNodes {
  /** One that does not answer within this time, since it has just died, say, is not waited for. */
  ask(question: Question, userId: string, withinMs: number): Promise<readonly number[]>
  onAsked(question: Question, answer: (userId: string) => Promise<number>): void
}

/** Of the only node. */
export const NOBODY_ELSE: OtherNodes = { ask: async () => [], onAsked: () => {} }

export function createOtherNodes(io: Server, clock: Clock): OtherNodes {
  return {
    ask: (question, userId, withinMs) =>
      new Promise((done) => {
        const cancel = clock.after(withinMs, () => done([]))
        io.serverSideEmit(question, userId, (_late: Error | null, answers: readonly number[]) => {
          cancel()
          done(answers)
        })
      }),
    onAsked(question, answer) {
      io.on(question, (userId: string, done: (found: number) => void) => {
        // Whoever asks goes on without the answer of one that cannot tell.
        answer(userId).then(done, () => {})
      })
    },
  }
}
