import type { Server } from 'socket.io'
import type { Clock } from '../clock.ts'

/** Questions that nodes ask each other about an account. */
export type Question = 'connections' | 'nothing_leaving'

/** Asks all other nodes at once, over the Socket.IO adapter. */
export interface OtherNodes {
  /** Resolves to the answers that arrive in time; a node may just have died. */
  ask(question: Question, workspaceId: string, withinMs: number): Promise<readonly number[]>
  onAsked(question: Question, answer: (workspaceId: string) => Promise<number>): void
}

/** For a single node. */
export const NOBODY_ELSE: OtherNodes = { ask: async () => [], onAsked: () => {} }

export function createOtherNodes(io: Server, clock: Clock): OtherNodes {
  return {
    ask: (question, workspaceId, withinMs) =>
      new Promise((done) => {
        const cancel = clock.after(withinMs, () => done([]))
        io.serverSideEmit(
          question,
          workspaceId,
          (_late: Error | null, answers: readonly number[]) => {
            cancel()
            done(answers)
          },
        )
      }),
    onAsked(question, answer) {
      io.on(question, (workspaceId: string, done: (found: number) => void) => {
        // The other node goes on without an answer.
        answer(workspaceId).then(done, () => {})
      })
    },
  }
}
