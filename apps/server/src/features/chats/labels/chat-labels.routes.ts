import {
  changeChatLabel,
  createChatLabel,
  deleteChatLabel,
  labelChat,
  listChatLabels,
  unlabelChat,
} from '@kirim/contract/chat-labels'
import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { ChatChanges } from '../cases/change-chats.ts'
import type { ChatLabels } from './chat-labels.repository.ts'

interface ChatLabelsDeps {
  readonly db: Db
  readonly clock: Clock
  readonly labels: ChatLabels
  readonly changes: Pick<ChatChanges, 'change'>
  /** Rules or labels of a workspace have changed. */
  onChanged(workspaceId: string): void
}

/** Labels of a workspace, put on chats and taken off again. */
export function chatLabelsRoutes(route: Route, deps: ChatLabelsDeps): void {
  const { db, clock, labels, changes, onChanged } = deps

  route(listChatLabels, ({ caller }) => labels.list(caller.workspaceId))

  route(createChatLabel, async ({ caller, body }) => {
    const label = await labels.add(caller.workspaceId, body, clock.now())
    onChanged(caller.workspaceId)
    return label
  })

  route(changeChatLabel, async ({ caller, params, body }) => {
    const label = await labels.change(caller.workspaceId, params.id, body)
    onChanged(caller.workspaceId)
    return label
  })

  route(deleteChatLabel, async ({ caller, params }) => {
    await labels.remove(caller.workspaceId, params.id)
    onChanged(caller.workspaceId)
    return undefined
  })

  /** Throws `chat_label_not_found`. */
  async function nameOf(workspaceId: string, labelId: string): Promise<string> {
    const label = await labels.find(db, workspaceId, labelId)
    if (!label) throw new DomainError('chat_label_not_found')
    return label.name
  }

  route(labelChat, async ({ caller, params: { id, labelId } }) => {
    const params = { labelId, name: await nameOf(caller.workspaceId, labelId) }
    return changes.change(caller, id, async (_chat, tx) =>
      (await labels.put(tx, id, labelId))
        ? { change: {}, event: { kind: 'labelled', params } }
        : null,
    )
  })

  route(unlabelChat, async ({ caller, params: { id, labelId } }) => {
    const params = { labelId, name: await nameOf(caller.workspaceId, labelId) }
    return changes.change(caller, id, async (_chat, tx) =>
      (await labels.takeOff(tx, id, labelId))
        ? { change: {}, event: { kind: 'unlabelled', params } }
        : null,
    )
  })
}
