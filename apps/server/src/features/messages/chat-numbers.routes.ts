import { listChatHistories } from '@kirim/contract/chat-history'
import { chatNumberSettings, setChatNumberSettings } from '@kirim/contract/chat-numbers'
import type { Route } from '../../platform/http/routes.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import type { ChatNumbers } from './chat-numbers.repository.ts'
import type { HistoryKeeping } from './history/keep-history.ts'

interface ChatNumbersRoutesDeps {
  readonly numbers: ChatNumbers
  readonly history: Pick<HistoryKeeping, 'list'>
  readonly realtime: Pick<Realtime, 'toNumbers'>
  /** Throws `device_not_found`. */
  requireDevice(workspaceId: string, deviceId: string): Promise<unknown>
}

/** Calls about what numbers do with their chats, and about the history of their phones. */
export function chatNumbersRoutes(route: Route, deps: ChatNumbersRoutesDeps): void {
  const { numbers, history, realtime, requireDevice } = deps

  route(listChatHistories, ({ caller }) => history.list(caller.workspaceId, caller.deviceIds))
  route(chatNumberSettings, async ({ caller, params }) => {
    await requireDevice(caller.workspaceId, params.id)
    return numbers.of(params.id)
  })
  route(setChatNumberSettings, async ({ caller, params, body }) => {
    await requireDevice(caller.workspaceId, params.id)
    await numbers.save(params.id, body)
    // Groups appear in lists, or leave them.
    realtime.toNumbers(caller.workspaceId, [params.id], 'chat_settings_changed')
    return body
  })
}
