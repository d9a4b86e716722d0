import { createFakeClock } from '@kirim/testing/fake-clock'
import {
  createOutgoing,
  type Outgoing,
  type OutgoingDeps,
} from '../features/outgoing/outgoing.feature.ts'
import type { OriginPort } from '../features/outgoing/outgoing.ports.ts'
import type { Db } from '../platform/database/database.ts'

/** The outgoing feature on a database, without a network or listeners. */
export function plainOutgoing(db: Db, given: Partial<OutgoingDeps> = {}): Outgoing {
  const origin: OriginPort = {
    sendsTextWithoutMedia: false,
    outlastsOutages: true,
    waitsForNewChats: false,
    personOf: async () => null,
    onMoves: async () => {},
  }
  return createOutgoing({
    db,
    sender: { resolve: async () => null, send: async () => ({ kind: 'unknown' }) },
    library: { find: async () => [], localPath: async () => null },
    clock: createFakeClock(),
    random: () => 0,
    origins: () => ({
      campaign: origin,
      chatbot: origin,
      opt_out: origin,
      test: origin,
      call: origin,
    }),
    checks: [],
    follow: [],
    owned: { require: async () => {}, whileOwned: (_id, work) => work(db) },
    personChecks: [],
    onRest: () => {},
    onFault: () => {},
    onMoved: () => {},
    ...given,
  })
}
