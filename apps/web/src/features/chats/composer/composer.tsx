import { Tabs } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '#shared/workspace/workspace-context.ts'
import { useChatName } from '../chat-name.tsx'
import { type OpenedChat, useChat } from '../chat-queries.ts'
import { useOthersHere, useTellPresence } from '../live/use-chat-presence.ts'
import { useChatPeople } from '../use-chat-people.ts'
import { useOurNumbers } from '../use-our-numbers.ts'
import { Blocked } from './blocked.tsx'
import { BotStrip } from './bot-strip.tsx'
import { ScheduledStrip } from './later/scheduled-strip.tsx'
import { NoteBox } from './note-box.tsx'
import { ReplyBox } from './reply-box.tsx'
import type { DraftKind } from './text/use-chat-draft.ts'
import { useComposerKeys } from './use-composer-keys.ts'
import { useFreshBlock } from './use-fresh-block.ts'
import { WriteTabs } from './write-tabs.tsx'
import { WritingNow } from './writing-now.tsx'

/** How long somebody counts as writing after the last key. */
const WRITING_MS = 5000

/** Where one answers the person of a chat, or leaves a note for the team. */
export function Composer({ chatId }: { chatId: string }) {
  const { data } = useChat(chatId)
  return data ? <OpenedComposer key={chatId} opened={data} /> : null
}

function OpenedComposer({ opened }: { opened: OpenedChat }) {
  const { chat, block, scheduled } = opened
  const { t } = useTranslation()
  const mayWrite = useMay('chats:write')
  const [kind, setKind] = useState<DraftKind>('reply')
  const [goesOn, setGoesOn] = useState(false)
  const [isWriting, setWriting] = useWriting()
  const root = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const others = useOthersHere(chat.id)
  useFreshBlock(opened)
  useTellPresence(chat.id, isWriting && kind === 'reply')
  const personName = useChatName()(chat)
  const numberName = useOurNumbers().numbers.get(chat.deviceId)?.name ?? t('this number')
  const assigneeName = useChatPeople().byId.get(chat.assignedTo ?? '')?.name ?? ''
  const isBlocked = block !== null && !(block.isKept && goesOn)
  const choose = (next: DraftKind) => {
    setKind(next)
    requestAnimationFrame(() => area.current?.focus())
  }
  useComposerKeys({ isOn: mayWrite, area, choose })
  const leave = () => area.current?.blur()

  return (
    <>
      <BotStrip chatId={chat.id} pausedUntil={chat.chatbotPausedUntil} />
      <ScheduledStrip
        chatId={chat.id}
        phoneNumber={chat.phoneNumber}
        scheduled={scheduled}
        mayWrite={mayWrite}
      />
      <Tabs.Root
        ref={root}
        data-composer
        value={kind}
        onValueChange={(value) => setKind(value === 'note' ? 'note' : 'reply')}
        className="relative shrink-0 border-t bg-card px-4 pt-2.5 pb-3 max-lg:px-3"
      >
        {mayWrite && (
          <div className="mb-2 flex items-center justify-between gap-3">
            <WriteTabs value={kind} />
            <WritingNow others={others} />
          </div>
        )}
        <Tabs.Content value="reply" tabIndex={-1} className="outline-none">
          {isBlocked || !mayWrite ? (
            <Blocked
              chat={chat}
              block={block ?? VIEWER}
              personName={personName}
              numberName={numberName}
              assigneeName={assigneeName}
              onNote={() => choose('note')}
              onWriteAnyway={() => {
                setGoesOn(true)
                choose('reply')
              }}
            />
          ) : (
            <ReplyBox
              chat={chat}
              personName={personName}
              numberName={numberName}
              root={root}
              area={area}
              writers={others.filter((person) => person.isWriting).map(({ name }) => name)}
              onWriting={setWriting}
              onEscape={leave}
            />
          )}
        </Tabs.Content>
        <Tabs.Content value="note" tabIndex={-1} className="outline-none">
          {mayWrite && <NoteBox chatId={chat.id} area={area} onEscape={leave} />}
        </Tabs.Content>
      </Tabs.Root>
    </>
  )
}

const VIEWER = { code: 'viewer', isKept: false, until: null, params: {} } as const

/** Whether somebody writes, which ends by itself a while after the last key. */
function useWriting() {
  const [changes, setChanges] = useState(0)
  const [isWriting, setWriting] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: begins anew with each key
  useEffect(() => {
    if (!isWriting) return
    const timer = setTimeout(() => setWriting(false), WRITING_MS)
    return () => clearTimeout(timer)
  }, [isWriting, changes])
  const changed = (writes: boolean) => {
    setWriting(writes)
    setChanges((count) => count + 1)
  }
  return [isWriting, changed] as const
}
