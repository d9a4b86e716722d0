import type { Chat } from '@kirim/contract/chats'
import { useMemo, useRef, useState } from 'react'
import { useTypedSearch } from '#shared/list/use-address-view.ts'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import type { ActQuestion } from '../acts/act-picker.tsx'
import { useChatActs } from '../acts/use-chat-acts.ts'
import { useChatPlace } from '../chat-place.ts'
import { useChatCounts, useChatList } from '../chat-queries.ts'
import { useListKeys } from '../keyboard/use-list-keys.ts'
import { waitingIn } from '../live/waiting-in.ts'
import { SearchResults } from '../search/search-results.tsx'
import type { RowsHandle } from './chat-rows.tsx'
import { ChosenBar } from './chosen-bar.tsx'
import { ListHead } from './list-head.tsx'
import { ListStatus } from './list-status.tsx'
import { QueueView } from './queue-view.tsx'
import { useChatSelection } from './use-chat-selection.ts'
import { useChosenChats } from './use-chosen-chats.ts'

const ActPicker = lazyDialog(
  async () => (await import('../acts/act-picker.tsx')).ActPicker,
  ({ question }) => question !== null,
)
const StartChatDialog = lazyDialog(
  async () => (await import('./start-chat-dialog.tsx')).StartChatDialog,
  ({ open }) => open,
)
const ShortcutsDialog = lazyDialog(
  async () => (await import('../keyboard/shortcuts-dialog.tsx')).ShortcutsDialog,
  ({ open }) => open,
)

/** The left column: the chats of a queue, or what the search found. */
export function ChatList() {
  const { chatId, open } = useChatPlace()
  const selection = useChatSelection()
  const { view, filter } = selection
  const listKey = JSON.stringify([view, filter])
  const list = useChatList(view, filter)
  const chats = useMemo(() => list.data?.pages.flatMap((page) => page.chats) ?? [], [list.data])
  const counts = useChatCounts()
  const search = useTypedSearch()
  const chosen = useChosenChats(listKey)
  const act = useChatActs()
  const [question, setQuestion] = useState<ActQuestion | null>(null)
  const [dialog, setDialog] = useState<'new' | 'shortcuts' | null>(null)
  const closeDialog = () => setDialog(null)
  const showShortcuts = () => setDialog('shortcuts')
  const chosenChats = (): readonly Chat[] => chats.filter(({ id }) => chosen.has(id))
  const rows = useRef<RowsHandle>(null)
  useListKeys({
    chats,
    chosen: chosen.isOn ? chosenChats() : null,
    focusRow: (id) => rows.current?.focusRow(id),
    onAsk: setQuestion,
    onHelp: showShortcuts,
  })
  /**
   * The row of a chat that is snoozed leaves; the next one has the focus once the question closed.
   */
  const focusAfter = (snoozed: Chat) => {
    const at = chats.findIndex(({ id }) => id === snoozed.id)
    const next = chats[at + 1] ?? chats[at - 1]
    if (at < 0 || !next || view === 'snoozed' || snoozed.id === chatId) return
    requestAnimationFrame(() => rows.current?.focusRow(next.id))
  }
  return (
    <>
      <ListHead
        search={search.typed}
        onSearch={search.setTyped}
        isChoosing={chosen.isOn}
        onChoose={chosen.isOn ? chosen.end : chosen.begin}
        onNew={() => setDialog('new')}
        onShortcuts={showShortcuts}
      />
      <ListStatus waiting={counts.data ? waitingIn(counts.data) : null} />
      {search.settled === '' ? (
        <QueueView
          ref={rows}
          selection={selection}
          list={list}
          chats={chats}
          listKey={listKey}
          chosen={chosen}
        />
      ) : (
        <SearchResults typed={search.settled} />
      )}
      {chosen.isOn && search.settled === '' && (
        <ChosenBar
          count={chosen.ids.size}
          onAsk={(kind) => setQuestion({ kind, chats: chosenChats() })}
          onClose={() => {
            void act(chosenChats(), { type: 'close' })
            chosen.end()
          }}
          onEnd={chosen.end}
        />
      )}
      <ActPicker
        question={question}
        onAct={(asked, done) => {
          void act(asked, done)
          if (done.type === 'snooze' && asked[0] && !chosen.isOn) focusAfter(asked[0])
          chosen.end()
        }}
        onClose={() => setQuestion(null)}
      />
      <StartChatDialog
        open={dialog === 'new'}
        onClose={closeDialog}
        onStarted={(id) => {
          closeDialog()
          open(id)
        }}
      />
      <ShortcutsDialog open={dialog === 'shortcuts'} onOpenChange={closeDialog} />
    </>
  )
}
