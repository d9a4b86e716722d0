import type { Server } from 'socket.io'
import type { Clock } from '../clock.ts'

/** The questions that nodes ask each other about an id, and their answers. */
export interface Questions {
  connections: number
  nothing_leaving: number
  /** The people of a workspace who are connected to the node. */
  present: readonly string[]
  /** A membership, as `memberId` writes it, has changed: answered once the node knows. */
  membership_changed: true
}
export type Question = keyof Questions

/** Other nodes answer within milliseconds. */
export const ANSWER_WITHIN_MS = 500

/** Asks all other nodes at once, over the Socket.IO adapter. */
export interface OtherNodes {
  /**
   * Resolves to the answers, or to none when one is missing in time: a node may just have died, and
   * one of an earlier version does not know every question.
   */
  ask<Q extends Question>(
    question: Q,
    about: string,
    withinMs: number,
  ): Promise<readonly Questions[Q][]>
  onAsked<Q extends Question>(question: Q, answer: (about: string) => Promise<Questions[Q]>): void
}

/** For a single node. */
export const NOBODY_ELSE: OtherNodes = { ask: async () => [], onAsked: () => {} }

export function createOtherNodes(io: Server, clock: Clock): OtherNodes {
  return {
    ask: <Q extends Question>(question: Q, about: string, withinMs: number) =>
      new Promise<readonly Questions[Q][]>((done) => {
        const cancel = clock.after(withinMs, () => done([]))
        io.serverSideEmit(
          question,
          about,
          (_late: Error | null, answers: readonly Questions[Q][]) => {
            cancel()
            done(answers)
          },
        )
      }),
    onAsked<Q extends Question>(question: Q, answer: (about: string) => Promise<Questions[Q]>) {
      // The library types its own events only.
      const on: (
        event: string,
        listener: (about: string, done: (found: Questions[Q]) => void) => void,
      ) => void = io.on.bind(io)
      on(question, (about, done) => {
        // The other node goes on without an answer.
        answer(about).then(done, () => {})
      })
    },
  }
}
