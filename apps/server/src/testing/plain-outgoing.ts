import { createFakeClock } from '@kirim/testing/fake-clock'
import {
  createDelivery,
  type Delivery,
  type DeliveryDeps,
} from '../features/delivery/delivery.feature.ts'
import type {
  Check,
  Follow,
  Move,
  OriginKind,
  OriginPort,
  PersonCheck,
} from '../features/delivery/delivery.ports.ts'
import type { Db } from '../platform/database/database.ts'

export const KINDS = ['campaign', 'chatbot', 'opt_out', 'call', 'test', 'member'] as const

const PLAIN: OriginPort = {
  sendsTextWithoutMedia: false,
  outlastsOutages: true,
  waitsForNewChats: false,
  personOf: async () => null,
  onMoves: async () => {},
}

const NONE = (): Partial<Record<OriginKind, OriginPort>> => ({})

/** What a test gives in place of what is plain. */
export interface PlainOutgoing extends Partial<DeliveryDeps> {
  /** Those that are left out are plain; null where the test adds them all itself. */
  readonly origins?: ((delivery: Delivery) => Partial<Record<OriginKind, OriginPort>>) | null
  readonly checks?: readonly Check[]
  readonly personChecks?: readonly PersonCheck[]
  readonly follow?: readonly Follow[]
  onMoved?(moves: readonly Move[]): void
  onRest?(deviceId: string): void
}

/** Delivery on a database, without a network or listeners. */
export function plainOutgoing(db: Db, given: PlainOutgoing = {}): Delivery {
  const {
    origins = NONE,
    checks = [],
    personChecks = [],
    follow = [],
    onMoved,
    onRest,
    ...deps
  } = given
  const delivery = createDelivery({
    db,
    sender: { resolve: async () => null, send: async () => ({ kind: 'unknown' }) },
    library: { find: async () => [], localPath: async () => null },
    clock: createFakeClock(),
    random: () => 0,
    chats: {
      update: async (_tx, messages) => messages.map(() => 'chat'),
      takeBack: async () => {},
    },
    owned: { require: async () => {}, whileOwned: (_id, work) => work(db) },
    onFault: () => {},
    ...deps,
  })
  const own = origins?.(delivery)
  for (const kind of KINDS) if (own) delivery.addOrigin(kind, own[kind] ?? PLAIN)
  for (const check of checks) delivery.addCheck(check)
  for (const check of personChecks) delivery.addPersonCheck(check)
  for (const listener of follow) delivery.follow(listener)
  if (onMoved) delivery.onMoved(onMoved)
  if (onRest) delivery.onRest(onRest)
  return delivery
}
