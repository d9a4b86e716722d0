import {
  changeChatSettings,
  changeChatsOfNumber,
  loadChatSettings,
} from '@kirim/contract/chat-settings'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { ChatRulesRepository } from './chat-rules.repository.ts'

interface ChatRulesDeps {
  readonly rules: ChatRulesRepository
  /** The workspace of a number; null for one that was never linked. */
  ownerOf(deviceId: string): Promise<string | null>
  /** Rules or labels of a workspace have changed. */
  onChanged(workspaceId: string): void
}

/** The rules of a workspace's chats. */
export function chatRulesRoutes(route: Route, { rules, ownerOf, onChanged }: ChatRulesDeps): void {
  route(loadChatSettings, ({ caller }) => rules.load(caller))

  route(changeChatSettings, async ({ caller, body }) => {
    await rules.change(caller.workspaceId, body)
    onChanged(caller.workspaceId)
    return rules.load(caller)
  })

  route(changeChatsOfNumber, async ({ caller, params, body }) => {
    if ((await ownerOf(params.deviceId)) !== caller.workspaceId) {
      throw new DomainError('device_not_found')
    }
    await rules.changeNumber(params.deviceId, body.newChats)
    onChanged(caller.workspaceId)
    return rules.load(caller)
  })
}
