import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Part } from '../../platform/lifecycle.ts'
import { createListeners } from '../../platform/upward-calls.ts'
import type {
  Chats,
  Check,
  Follow,
  MessageSender,
  Move,
  OutgoingLibrary,
  OwnedDevices,
  PersonCheck,
  PlannedMessage,
  ReceiptReport,
  WrittenMessage,
} from './delivery.ports.ts'
import { createGate, createLeaving } from './gate.ts'
import { createHandOver } from './hand-over.ts'
import { createOrigins } from './origins.ts'
import { createOutgoingRepository } from './outgoing.repository.ts'
import {
  forget,
  forgetDropped,
  isAccepted,
  statesOf,
  unsentOf,
  writeDown,
} from './outgoing-rows.ts'
import { createAgingMessages } from './prune-messages.ts'
import { createRecorder } from './record-moves.ts'
import { createDeviceRests, createMessageRests } from './rests.ts'
import { createPendingSending, type PendingKind } from './send-pending.ts'
import { createSentChats } from './sent-chats.ts'
import { changeTotals, totalsOf } from './user-totals.ts'

export interface DeliveryDeps {
  readonly db: Db
  readonly sender: MessageSender
  readonly library: OutgoingLibrary
  readonly clock: Clock
  readonly random: () => number
  readonly owned: OwnedDevices
  readonly chats: Chats
  /** What is pending of a device could not be sent, and rests. */
  onFault(deviceId: string, error: unknown): void
}

/**
 * Every message is sent through here: origins decide what and when, and this feature guarantees
 * that it is sent once. A message is stored in its origin's transaction, handed to the network, and
 * moved by the network's reports.
 */
export function createDelivery(deps: DeliveryDeps) {
  const origins = createOrigins()
  const checks: Check[] = []
  const personChecks: PersonCheck[] = []
  const follow: Follow[] = []
  const onMoved = createListeners<[moves: readonly Move[]]>()
  const onRest = createListeners<[deviceId: string]>()
  const messages = createOutgoingRepository(deps.db)
  const recorder = createRecorder({ ...deps, origins, follow, onMoved })
  const rests = createDeviceRests({ ...deps, onRest })
  const messageRests = createMessageRests(deps.clock)
  const { record } = recorder
  // The network's answers take real time.
  const leaving = createLeaving(systemClock)
  const sentChats = createSentChats(messages)
  const gate = createGate({ ...deps, origins, checks, personChecks, rests })
  const sending = createHandOver({
    ...deps,
    ...{ origins, messages, gate, rests, messageRests, leaving, sentChats, record },
  })

  const pending = {
    pendingOn: messages.pendingOn,
    handOver: sending.handOver,
    record: recorder.record,
    drop: recorder.drop,
  }

  const part: Part = {
    name: 'outgoing',
    start: async () => origins.requireAll(),
    stop: recorder.drained,
  }

  return {
    part,
    /** What makes messages of this kind leave, and follows them. */
    addOrigin: origins.add,
    /** Run in the order of adding for a message that was certainly not sent; see `gate.ts`. */
    addCheck: (check: Check) => void checks.push(check),
    /** Run after these, and also for a message that may have been sent. */
    addPersonCheck: (check: PersonCheck) => void personChecks.push(check),
    /** Writes with the moves, in the transaction that stores them, after their origins. */
    follow: (listener: Follow) => void follow.push(listener),
    /** Stored moves, in order, after the commit: in memory, lost with a server that is killed. */
    onMoved: onMoved.add,
    /** A device begins to rest, or has rested. */
    onRest: onRest.add,
    resolve: deps.sender.resolve,
    sendPending: (kind: PendingKind) => createPendingSending({ ...deps, outgoing: pending }, kind),
    /** The network said that the device asks too much of it: it sends nothing for a while. */
    rest: rests.begin,
    /** Until when a device rests for that; null while it does not. */
    restsUntil: rests.until,
    /** Throws when another node has the device; what is only tried may be written down by any. */
    async writeDown(
      tx: Db,
      planned: readonly PlannedMessage[],
      how: { leaveAtOnce: boolean },
    ): Promise<WrittenMessage[]> {
      const byOwner = planned.filter(({ origin }) => origin !== 'test')
      const deviceIds = new Set(byOwner.map(({ deviceId }) => deviceId))
      for (const deviceId of deviceIds) await deps.owned.require(tx, deviceId)
      const now = deps.clock.now()
      const chatIds = await deps.chats.update(tx, planned, now)
      return writeDown(tx, planned, { ...how, chatIds }, now)
    },
    mayLeave: gate.before,
    /** Whether one that may have left is not sent again yet. */
    isResting: messageRests.isResting,
    handOver: sending.handOver,
    handOverAll: sending.handOverAll,
    fileOf: sending.fileOf,
    /** Resolves once what no check can stop any more has left, after two seconds at most. */
    leavingOver: leaving.over,
    record: recorder.record,
    drop: recorder.drop,
    find: messages.find,
    allOf: messages.allOf,
    pendingOf: messages.pendingOf,
    pendingOn: messages.pendingOn,
    attemptsOf: messages.attemptsOf,
    mark: messages.mark,
    forget,
    forgetDropped,
    isAccepted,
    statesOf,
    unsentOf,
    totalsOf: (userId: string) => totalsOf(deps.db, userId),
    changeTotals,
    /** Resolves once the reports are recorded. */
    receipts: (deviceId: string, reports: readonly ReceiptReport[]) =>
      recorder.record(
        deviceId,
        reports.map(({ messageId, status, code }) => {
          // Of several tries nobody knows which one was refused.
          return { messageId, status, reason: code ? `unsettled_${code}` : null }
        }),
      ),
    /** Messages that are settled and old. */
    aging: createAgingMessages(origins),
    sentMessages: {
      find: sending.findSent,
      chatsOf: sentChats.of,
    },
  }
}

export type Delivery = ReturnType<typeof createDelivery>
