import { type Caller, seesNumber } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Limits } from '../../../platform/limits/limits.ts'
import type { ChatsStore } from '../chats.ports.ts'
import type { ChatListsRepository } from '../list/chat-lists.repository.ts'
import type { ChatNotice } from '../live/announce.ts'
import type { ChatNumbers } from './write.ports.ts'

/** The network watches who looks up many numbers. */
const LOOK_UPS_MAX = 20
const MINUTE_MS = 60_000

export interface StartDeps {
  readonly db: Db
  readonly clock: Clock
  readonly limits: Limits
  readonly store: Pick<ChatsStore, 'begin'>
  readonly lists: Pick<ChatListsRepository, 'find' | 'atKeys'>
  readonly numbers: Pick<ChatNumbers, 'ownerOf' | 'isAway'>
  /** Digits; null for what is no phone number. */
  readNumber(workspaceId: string, written: string): Promise<string | null>
  /** The number as the network writes it. */
  asNetwork(workspaceId: string, phoneNumber: string): Promise<string>
  /** Over the node that has the device; null for a number that is not on the network. */
  lookUp(workspaceId: string, deviceId: string, phoneNumber: string): Promise<string | null>
  announce(notice: ChatNotice): void
}

/**
 * Opens the chat of a number with a person: the one that is there, or a new one once the network
 * knows the person. Throws `device_not_found`, `phone_number_invalid`, `number_away`,
 * `not_on_whatsapp` and `chat_not_found` for a chat that the caller does not see.
 */
export function createStartChat(deps: StartDeps) {
  const { numbers, lists } = deps
  const lookUps = deps.limits.requests('chats begun', LOOK_UPS_MAX, MINUTE_MS)

  return async (
    caller: Caller,
    form: { readonly deviceId: string; readonly phoneNumber: string },
  ): Promise<string> => {
    const { workspaceId, personId } = caller
    const { deviceId } = form
    const isOurs = (await numbers.ownerOf(deviceId)) === workspaceId
    if (!isOurs || !seesNumber(caller, deviceId)) throw new DomainError('device_not_found')
    const phoneNumber = await deps.readNumber(workspaceId, form.phoneNumber)
    if (phoneNumber === null) throw new DomainError('phone_number_invalid')
    const known = await seenAt(caller, deviceId, await deps.asNetwork(workspaceId, phoneNumber))
    if (known !== null) return known
    if (numbers.isAway(deviceId)) throw new DomainError('number_away')
    await lookUps.admit(personId)
    const jid = await deps.lookUp(workspaceId, deviceId, phoneNumber)
    if (jid === null) throw new DomainError('not_on_whatsapp')
    const begun = { workspaceId, deviceId, jid, personId, at: deps.clock.now() }
    const id = await deps.store.begin(deps.db, begun)
    if (!(await lists.find(caller, id))) throw new DomainError('chat_not_found')
    deps.announce({ workspaceId, deviceId, chatId: id, entryIds: [] })
    return id
  }

  /** The id of the chat; null without one. */
  async function seenAt(caller: Caller, deviceId: string, key: string): Promise<string | null> {
    const [chat] = await lists.atKeys(deviceId, [key])
    if (!chat) return null
    if (!(await lists.find(caller, chat.id))) throw new DomainError('chat_not_found')
    return chat.id
  }
}

export type StartChat = ReturnType<typeof createStartChat>
