import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Part } from '../../platform/lifecycle.ts'
import { isEntry } from '../../platform/message-content.ts'
import { createListeners } from '../../platform/upward-calls.ts'
import { markSentDeleted, rewordSent } from './changed-messages.ts'
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
  StoredMessage,
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
  storeMessages,
  unsentOf,
} from './outgoing-rows.ts'
import { createAgingMessages } from './prune-messages.ts'
import { createRecorder } from './record-moves.ts'
import { createDeviceRests, createMessageRests } from './rests.ts'
import { type ChatSendingRules, createChatSending } from './send-in-chats.ts'
import { createPendingSending, type PendingKind } from './send-pending.ts'
import { createSentChats } from './sent-chats.ts'
import { changeTotals, totalsOf } from './workspace-totals.ts'

export interface DeliveryDeps {
  readonly db: Db
  readonly sender: MessageSender
  readonly library: OutgoingLibrary
  readonly clock: Clock
  readonly random: () => number
  readonly owned: OwnedDevices
  readonly chats: Chats
  /** Pending messages of a device could not be sent; retried after a back-off. */
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
    /** Registers the origin of messages of this kind. */
    addOrigin: origins.add,
    /** Checks for messages that were certainly not sent, run in order; see `gate.ts`. */
    addCheck: (check: Check) => void checks.push(check),
    /** Run after the others, and also for messages that may have been sent. */
    addPersonCheck: (check: PersonCheck) => void personChecks.push(check),
    /** Adds a listener that writes in the transaction of the moves, after their origins. */
    follow: (listener: Follow) => void follow.push(listener),
    /** Stored moves, in order, after the commit: in memory, lost with a server that is killed. */
    onMoved: onMoved.add,
    /** A rate limit of a device began or ended. */
    onRest: onRest.add,
    resolve: deps.sender.resolve,
    sendPending: (kind: PendingKind) => createPendingSending({ ...deps, outgoing: pending }, kind),
    sendInChats: (rules: ChatSendingRules) =>
      createChatSending({ ...deps, outgoing: pending }, rules),
    /** Starts a pause after the network rate-limited the device. */
    rest: rests.begin,
    /** The end of a device's rate limit; null without one. */
    restsUntil: rests.until,
    /**
     * Throws when another node has the device; any node may store tests, and what people write.
     */
    async storeMessages(
      tx: Db,
      planned: readonly PlannedMessage[],
      how: { leaveAtOnce: boolean },
    ): Promise<StoredMessage[]> {
      const byOwner = planned.filter(({ origin }) => origin !== 'test' && origin !== 'member')
      const deviceIds = new Set(byOwner.map(({ deviceId }) => deviceId))
      for (const deviceId of deviceIds) await deps.owned.require(tx, deviceId)
      const now = deps.clock.now()
      const entries = planned.filter(({ content }) => isEntry(content))
      const ids = await deps.chats.update(tx, entries, now)
      const idOf = new Map(entries.map((message, n) => [message, ids[n] ?? null]))
      const chatIds = planned.map((message) => idOf.get(message) ?? null)
      return storeMessages(tx, planned, { ...how, chatIds }, now)
    },
    mayLeave: gate.before,
    /** Whether a possibly sent message still waits for its back-off. */
    isResting: messageRests.isResting,
    handOver: sending.handOver,
    handOverAll: sending.handOverAll,
    fileOf: sending.fileOf,
    /** Resolves once messages past the last check have left, after two seconds at most. */
    leavingOver: leaving.over,
    record: recorder.record,
    drop: recorder.drop,
    /** Drops a message that has certainly not left; false when it may have, or is not there. */
    async withdraw(deviceId: string, messageId: string): Promise<boolean> {
      const message = await messages.find(deviceId, messageId)
      return message?.state === 'pending' && recorder.withdraw(message, 'withdrawn')
    },
    find: messages.find,
    allOf: messages.allOf,
    pendingOf: messages.pendingOf,
    pendingOn: messages.pendingOn,
    attemptsOf: messages.attemptsOf,
    mark: messages.mark,
    reword: rewordSent,
    markDeleted: markSentDeleted,
    forget,
    forgetDropped,
    isAccepted,
    statesOf,
    unsentOf,
    totalsOf: (workspaceId: string) => totalsOf(deps.db, workspaceId),
    changeTotals,
    /** Resolves once the reports are recorded. */
    receipts: (deviceId: string, reports: readonly ReceiptReport[]) =>
      recorder.record(
        deviceId,
        reports.map(({ messageId, status, code }) => {
          // After several attempts it is unknown which one was refused.
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
