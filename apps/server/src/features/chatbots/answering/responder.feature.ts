import { lintChatbot as lintCall, simulate } from '@kirim/contract/chatbot-tools'
import type { output } from 'zod'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { scrubbed, scrubOf } from '../../../platform/hidden-numbers/without-numbers.ts'
import type { Handler } from '../../../platform/http/handler.ts'
import type { Route } from '../../../platform/http/routes.ts'
import { longList } from '../../../platform/http/streamed.ts'
import type { StoredMessage } from '../../../platform/inbound-message.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { Log } from '../../../platform/log.ts'
import { errorMessageArgs } from '../../../platform/realtime/error-message.ts'
import type { Realtime } from '../../../platform/realtime/realtime.ts'
import { tidyLine } from '../../../platform/tidy-line.ts'
import type { ChatbotDevices, Inbox } from '../chatbots.ports.ts'
import type { AnswerDeps } from '../decide/answer-message.ts'
import { createChatRestraintRepository } from '../decide/chat-restraint.repository.ts'
import { pausedChatsRoutes } from '../decide/paused-chats.routes.ts'
import { createReplyCheck, createStandings } from '../decide/reply-check.ts'
import { lintChatbot } from '../items/lint-chatbot.ts'
import {
  createChatbotCache,
  createItemLoader,
  type NumberChatbot,
} from '../items/responder-items.ts'
import { createNumbersRepository } from '../numbers/numbers.repository.ts'
import type { ReplyHelp } from '../reply/compose-reply.ts'
import { createRepliesRepository } from '../reply/replies.repository.ts'
import { createReplyOrigin } from '../reply/reply-origin.ts'
import type {
  AnswerManners,
  GiveToPeople,
  ReplyOutgoing,
  ReplyPresence,
} from '../responder.ports.ts'
import { simulateMessage } from '../simulator/simulate-message.ts'
import { createResponder } from './responder.ts'

/** Simulations and checks of one user per minute. */
const MAX_SIMULATIONS_PER_MINUTE = 120

/** A person may hide their number; the owner is never shown their LID. */
function nameOf({ senderNumber, username, senderName }: StoredMessage): string {
  return senderNumber ?? ((username && `@${username}`) || senderName)
}

const PAUSED = { minute: 'chatbot_chat_paused', hour: 'chatbot_chat_paused_slow' } as const
const UNNAMED_PAUSED = {
  minute: 'chatbot_unnamed_chat_paused',
  hour: 'chatbot_unnamed_chat_paused_slow',
} as const

export interface ResponderFeatureDeps
  extends Pick<
    AnswerDeps,
    'settingsOf' | 'contactOf' | 'networkName' | 'isLeftAlone' | 'pausedForPeople'
  > {
  readonly inbox: Inbox
  readonly db: Db
  readonly devices: ChatbotDevices
  readonly outgoing: ReplyOutgoing
  readonly presence: ReplyPresence
  readonly manners: AnswerManners
  readonly help: ReplyHelp
  readonly realtime: Realtime
  readonly limits: Limits
  readonly clock: Clock
  readonly log: Log
  readonly giveToPeople: GiveToPeople
  /** Tells other nodes to read a number's items again. */
  publishItemsChanged(deviceId: string): void
  /** Throws `contact_not_found`. */
  numberOfContact(workspaceId: string, contactId: string): Promise<string>
  /**
   * Parses a number as the user would write it into international digits; null when it is invalid.
   */
  readNumber(workspaceId: string, written: string): Promise<string | null>
  /** The ids of a number's items whose API call is configured. */
  configuredApis(deviceId: string): Promise<ReadonlySet<string>>
  /** Whether the user has set a provider of AI. */
  hasAi(workspaceId: string): Promise<boolean>
}

/**
 * Assembles the responder; `wiring/` connects it to devices, the network, the media library and the
 * tools.
 */
export function createResponderFeature(deps: ResponderFeatureDeps) {
  const { db, devices, outgoing, inbox, clock, log } = deps
  const replies = createRepliesRepository(db, outgoing, inbox)
  const chats = createChatRestraintRepository(db)
  const standingOf = createStandings(db, inbox.rows)
  const chatbots = createChatbotCache(createItemLoader(db, devices))
  // Each simulation reads all items of a number.
  const simulations = deps.limits.requests('simulations', MAX_SIMULATIONS_PER_MINUTE, 60_000)

  const responder = createResponder({
    ...deps,
    standingOf,
    replies,
    chats,
    chatbots,
    onPaused: (message, bound) => {
      const chat = nameOf(message)
      const tell = (chat: string) =>
        errorMessageArgs(
          chat ? new DomainError(PAUSED[bound], { chat }) : new DomainError(UNNAMED_PAUSED[bound]),
        )
      const scrub = scrubOf(message.senderNumber === null ? [] : [message.senderNumber])
      deps.realtime.ofChat(message.workspaceId, [message.deviceId], 'error_message', {
        numbers: tell(chat),
        masked: tell(scrub(chat)),
      })
    },
    onFault: (deviceId, err) => log.warn({ err, deviceId }, 'answering rests after a fault'),
  })

  async function chatbotOf(workspaceId: string, deviceId: string): Promise<NumberChatbot> {
    const chatbot = await chatbots.get(deviceId)
    if (chatbot?.workspaceId !== workspaceId) throw new DomainError('device_not_found')
    return chatbot
  }

  /**
   * The sender, with what the responder would know. Throws `contact_not_found` and
   * `phone_number_invalid`.
   */
  async function personOf(workspaceId: string, body: output<typeof simulate.body>) {
    const number = await numberOf(workspaceId, body)
    const waName = tidyLine(body.contactName)
    const contact = await deps.contactOf(workspaceId, number)
    if (number === null) return { contactNumber: null, ...contact, waName }
    return {
      contactNumber: number,
      ...contact,
      waName: waName || (await deps.networkName(workspaceId, number)),
    }
  }

  async function numberOf(
    workspaceId: string,
    { contactId, contactNumber }: output<typeof simulate.body>,
  ): Promise<string | null> {
    if (contactId) return deps.numberOfContact(workspaceId, contactId)
    if (contactNumber === '') return null
    const number = await deps.readNumber(workspaceId, contactNumber)
    if (!number) throw new DomainError('phone_number_invalid')
    return number
  }

  function routes(route: Route): void {
    const { require: requireNumber } = createNumbersRepository(db, devices)
    pausedChatsRoutes(route, { requireNumber, chats, clock, onlySeenChats: inbox.onlySeenChats })
    const limit = ({ caller }: { caller: Caller }) => simulations.admit(caller.workspaceId)
    const tryMessage: Handler<typeof simulate> = async ({ caller, params: { deviceId }, body }) => {
      const chatbot = await chatbotOf(caller.workspaceId, deviceId)
      const person = await personOf(caller.workspaceId, body)
      const now = clock.now()
      const message = {
        deviceId,
        text: body.text,
        chat: body.chat,
        at: body.at ? Date.parse(body.at) : now,
        ...person,
      }
      const settings = await deps.settingsOf(deviceId)
      const simulation = await simulateMessage({ ...deps, chats }, chatbot, settings, message, now)
      const hidden = caller.hidesNumbers ? (person.contactNumber ?? '') : ''
      return hidden ? scrubbed(simulation, scrubOf([hidden])) : simulation
    }
    const check: Handler<typeof lintCall> = async ({ caller, params }) => {
      const chatbot = await chatbotOf(caller.workspaceId, params.deviceId)
      const configured = await deps.configuredApis(params.deviceId)
      const hasAi = await deps.hasAi(caller.workspaceId)
      return longList(await lintChatbot(chatbot, { configured, hasAi }))
    }
    route(simulate, tryMessage, { limit })
    route(lintCall, check, { limit })
  }

  return {
    part: responder.part,
    routes,
    answer: responder.answer,
    deviceConnected(deviceId: string): void {
      // The number may have been linked again, and may have another name.
      chatbots.forget(deviceId)
      responder.connected(deviceId)
    },
    deviceDisconnected: responder.disconnected,
    /**
     * Stops sending from the number: unsent replies are dropped, and those that may have been sent
     * fail.
     */
    async deviceRemoved(deviceId: string): Promise<void> {
      for (const reply of await outgoing.pendingOn(deviceId, 'chatbot')) {
        const { messageId } = reply
        const failure = { messageId, status: 'failed', reason: 'number_removed' } as const
        if (reply.mayHaveLeft) await outgoing.record(deviceId, [failure])
        else await outgoing.drop(reply, 'number_gone')
      }
    },
    /** Called when a number's items, switch or name have changed. */
    itemsChanged(deviceId: string): void {
      chatbots.forget(deviceId)
      deps.publishItemsChanged(deviceId)
    },
    /** Called when items have changed on another node; null when the number is unknown. */
    changedElsewhere: (deviceId: string | null): void =>
      deviceId === null ? chatbots.forgetAll() : chatbots.forget(deviceId),
    /** Chatbots as an origin of messages. */
    origin: createReplyOrigin(outgoing, inbox, deps.giveToPeople),
    mayLeave: createReplyCheck({ ...deps, chatbots, standingOf }),
  }
}
