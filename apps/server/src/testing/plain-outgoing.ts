import { createFakeClock } from '@kirim/testing/fake-clock'
import {
  createDelivery,
  type Delivery,
  type DeliveryDeps,
} from '../features/delivery/delivery.feature.ts'
import type { OriginPort } from '../features/delivery/delivery.ports.ts'
import type { Db } from '../platform/database/database.ts'

/** Delivery on a database, without a network or listeners. */
export function plainOutgoing(db: Db, given: Partial<DeliveryDeps> = {}): Delivery {
  const origin: OriginPort = {
    sendsTextWithoutMedia: false,
    outlastsOutages: true,
    waitsForNewChats: false,
    personOf: async () => null,
    onMoves: async () => {},
  }
  return createDelivery({
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
