import { randomBytes } from 'node:crypto'
import { newestTimeZone } from '../features/campaigns/campaign/campaign-facts.ts'
import { chatbotAnswers } from '../features/chatbots/answering/answers.ts'
import { createResponderFeature } from '../features/chatbots/answering/responder.feature.ts'
import { createChatbotTools } from '../features/chatbots/chatbot-tools.feature.ts'
import type { AiQuestion } from '../features/chatbots/reply/ai-reply.ports.ts'
import type {
  MessageSender,
  OutgoingMessage,
  SendOutcome,
} from '../features/delivery/delivery.ports.ts'
import { sentInChats } from '../features/delivery/timeline-half.ts'
import type { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createMessages } from '../features/messages/messages.feature.ts'
import type { Clock } from '../platform/clock.ts'
import { createSecretBox } from '../platform/crypto/secret-box.ts'
import type { Db } from '../platform/database/database.ts'
import { createLimits } from '../platform/limits/limits.ts'
import { createLog } from '../platform/log.ts'
import { createWork } from '../platform/nodes/work.ts'
import { KINDS, plainOutgoing } from './plain-outgoing.ts'
import { silentRealtime } from './silent-realtime.ts'

/** What is around the processes of a chat room, controlled by the test. */
export function createChatWorld() {
  const network = {
    open: true,
    /** Sent messages, in order. */
    sent: [] as OutgoingMessage[],
    presences: [] as string[],
    /** Whether people notice that they are answered. */
    manners: false,
    /** The names that people use on the network, by number. */
    names: new Map<string, string>(),
    outcome: async (_message: OutgoingMessage): Promise<SendOutcome> => ({ kind: 'accepted' }),
  }
  /** `masked`: as those are told from whom phone numbers are hidden, where that differs. */
  const told: { event: string; args: unknown[]; masked?: unknown[] }[] = []
  /** What AI writes; by default at once. */
  const ai = {
    write: async (instruction: string): Promise<string> => instruction,
    asked: [] as AiQuestion[],
  }
  return { network, told, ai }
}

type ChatWorld = ReturnType<typeof createChatWorld>

interface ProcessDeps {
  readonly db: Db
  readonly clock: Clock
  readonly devices: ReturnType<typeof createKnownDevices>
}

/** Creates what one process has; a killed one neither sends nor receives any more. */
export function beginProcess(
  { db, clock, devices }: ProcessDeps,
  { network, told, ai }: ChatWorld,
) {
  const life = { over: false }
  const alive = <T>(answer: () => Promise<T>): Promise<T> =>
    life.over ? new Promise<T>(() => {}) : answer()
  const sender: MessageSender = {
    resolve: async () => null,
    send: (_device, message) =>
      alive(async () => {
        network.sent.push(message)
        return network.outcome(message)
      }),
  }
  const log = createLog('silent')
  const realtime = silentRealtime({
    toWorkspace: (_user, event, ...args) => {
      told.push({ event, args })
    },
    ofChat: (_user, _devices, event, { numbers, masked }) => {
      told.push({ event, args: numbers, masked })
    },
  })
  const messages = createMessages({
    db,
    devices,
    answers: chatbotAnswers,
    sent: sentInChats,
    noted: { joinNoted: async () => {} },
    onChanged() {},
    onFile() {},
    openVote: async () => null,
    work: createWork(null),
    ofSender: async (_, message) => message,
    realtime,
    listeners: [{ name: 'chatbots', answer: (chat) => responder.answer(chat) }],
    clock,
    log,
  })
  const outgoing = plainOutgoing(db, {
    sender,
    clock,
    chats: messages.chats,
    origins: null,
  })
  const limits = createLimits(clock)
  const tools = createChatbotTools({
    db,
    devices,
    newestTimeZone,
    timelineBefore: messages.timelineBefore,
    media: { find: async () => [] },
    realtime,
    log,
    box: createSecretBox(randomBytes(32)),
    webCaller: { call: async () => ({ status: 200, json: undefined }) },
    writer: {
      write(question) {
        ai.asked.push(question)
        return ai.write(question.instruction)
      },
    },
    calls: { take: async () => {}, tryTake: async () => true },
    allowance: {
      source: async () => ({ provider: 'openai', model: '', baseUrl: '', apiKey: null }),
      take: async () => true,
      refundCall: async () => {},
    },
    limits,
    clock,
    random: () => 0,
    onAiFault: () => {},
  })
  const responder = createResponderFeature({
    limits,
    publishItemsChanged: () => {},
    ...tools,
    db,
    devices,
    inbox: messages.inbox,
    outgoing,
    isLeftAlone: async () => false,
    pausedForPeople: async () => null,
    giveToPeople: async () => {},
    presence: {
      isOpen: () => network.open,
      showPresence: (_device, chatJid, presence) =>
        alive(async () => {
          network.presences.push(`${chatJid} ${presence}`)
        }),
    },
    manners: {
      areShown: async () => network.manners,
      begin: (message) =>
        alive(async () => {
          network.presences.push(`begins with ${message.messageId}`)
          return () => void network.presences.push('ends')
        }),
    },
    clock,
    log,
    realtime,
    contactOf: async () => ({ contactName: '', fields: new Map() }),
    networkName: async (_user, number) => network.names.get(number) ?? '',
    numberOfContact: async () => '',
    readNumber: async () => null,
  })
  for (const kind of KINDS) outgoing.addOrigin(kind, responder.origin)
  outgoing.addCheck(responder.mayLeave)
  return { messages, responder, outgoing, life }
}
