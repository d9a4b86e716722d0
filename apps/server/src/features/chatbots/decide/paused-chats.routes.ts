import { listPausedChats, resumeChat } from '@kirim/contract/paused-chats'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { OnlySeenChats } from '../chatbots.ports.ts'
import type { RequireNumber } from '../numbers/numbers.repository.ts'
import type { ChatRestraintRepository } from './chat-restraint.repository.ts'

export function pausedChatsRoutes(
  route: Route,
  deps: {
    readonly requireNumber: RequireNumber
    readonly chats: ChatRestraintRepository
    readonly onlySeenChats: OnlySeenChats
    readonly clock: Clock
  },
): void {
  const { requireNumber, chats, clock } = deps
  const seenBy = (caller: Caller) =>
    deps.onlySeenChats(caller, {
      deviceId: 'chat_pauses.device_id',
      chatKey: 'chat_pauses.chat_key',
    })

  route(listPausedChats, async ({ caller, params }) => {
    const number = await requireNumber(caller.workspaceId, params.deviceId)
    const paused = await chats.listPaused(number.id, clock.now(), seenBy(caller))
    return paused.map((pause) => ({ ...pause, until: new Date(pause.until).toISOString() }))
  })

  route(resumeChat, async ({ caller, params }) => {
    const number = await requireNumber(caller.workspaceId, params.deviceId)
    const resumed = await chats.resume(number.id, params.id, clock.now(), seenBy(caller))
    if (!resumed) throw new DomainError('chatbot_pause_not_found')
    return undefined
  })
}
