import type { Chat } from '@kirim/contract/chats'
import { useChatPlace } from '../chat-place.ts'
import { useChatLabels } from '../use-chat-labels.ts'
import { useChatPeople } from '../use-chat-people.ts'
import { useChatRules } from '../use-chat-rules.ts'
import { useOurNumbers } from '../use-our-numbers.ts'
import { ChatRow } from './chat-row.tsx'
import { useMinutes } from './waits.tsx'

/** What a row shows of a chat besides the chat itself. */
export function useRowFacts() {
  const { numbers } = useOurNumbers()
  const { byId: labels } = useChatLabels()
  const { byId: people } = useChatPeople()
  const { waitsAfterMinutes: longMinutes } = useChatRules()
  const now = useMinutes()
  return ({ deviceId, labelIds, assignedTo }: Chat) => ({
    number: numbers.get(deviceId),
    labels: labelIds.flatMap((id) => labels.get(id)?.name ?? []).join('\n'),
    assignee: assignedTo === null ? null : (people.get(assignedTo)?.name ?? ''),
    now,
    longMinutes,
  })
}

/** A chat outside of the list of a queue. */
export function PlainChatRow({ chat }: { chat: Chat }) {
  const { chatId, chatAddress } = useChatPlace()
  const factsOf = useRowFacts()
  return (
    <ChatRow
      chat={chat}
      address={chatAddress(chat.id)}
      isOpen={chat.id === chatId}
      chosen={null}
      onChoose={() => undefined}
      {...factsOf(chat)}
    />
  )
}
