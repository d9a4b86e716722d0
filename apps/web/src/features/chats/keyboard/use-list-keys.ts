import type { Chat } from '@kirim/contract/chats'
import { useQueryClient } from '@tanstack/react-query'
import { useMay } from '#shared/workspace/workspace-context.ts'
import type { ActQuestion } from '../acts/act-picker.tsx'
import { useChatActs } from '../acts/use-chat-acts.ts'
import { useChatPlace } from '../chat-place.ts'
import { focusComposer, focusNextComposer } from '../focus-composer.ts'
import { knownChat } from '../live/apply-chat.ts'
import { useChatKeys } from './use-chat-keys.ts'

interface ListKeysProps {
  /** In the order of the list. */
  chats: readonly Chat[]
  /** Those that are chosen while several can be; else null. */
  chosen: readonly Chat[] | null
  focusRow: (chatId: string) => void
  onAsk: (question: ActQuestion) => void
  onHelp: () => void
}

/** The keys of the page: they act on the chosen chats, the focused row, or the open chat. */
export function useListKeys({ chats, chosen, focusRow, onAsk, onHelp }: ListKeysProps): void {
  const client = useQueryClient()
  const { chatId, open, close } = useChatPlace()
  const act = useChatActs()
  const mayWrite = useMay('chats:write')

  const chatOf = (id: string | null) =>
    id === null ? null : (chats.find((chat) => chat.id === id) ?? knownChat(client, id))
  const targets = (): readonly Chat[] => {
    if (!mayWrite) return []
    const chat = chatOf(focusedRow() ?? chatId)
    return chosen ?? (chat ? [chat] : [])
  }
  const step = (by: 1 | -1) => {
    const at = chats.findIndex(({ id }) => id === (focusedRow() ?? chatId))
    const next = at < 0 ? chats[0] : chats[at + by]
    if (!next) return
    focusRow(next.id)
    if (chatId !== null) open(next.id)
  }
  const ask = (kind: ActQuestion['kind']) => () => {
    const asked = targets()
    if (asked.length > 0) onAsk({ kind, chats: asked })
  }
  const write = (tab: 'reply' | 'note') => () => {
    const id = focusedRow() ?? chatId
    if (id === null || !mayWrite) return
    if (id === chatId) return focusComposer(tab)
    focusNextComposer(tab)
    open(id)
  }
  /** After the chat on screen or in focus was closed, the next one that waits takes its place. */
  const moveOnFrom = (closed: Chat) => {
    const at = chats.findIndex(({ id }) => id === closed.id)
    const others = [...chats.slice(at + 1), ...chats.slice(0, Math.max(0, at))]
    const next = others.find(({ queue }) => queue === 'unanswered')
    if (next) focusRow(next.id)
    if (closed.id !== chatId) return
    if (next) open(next.id)
    else close()
  }

  useChatKeys({
    next: () => step(1),
    previous: () => step(-1),
    enter() {
      const row = focusedRow()
      if (row === null && isControl(document.activeElement)) return false
      if (row === null ? chatId === null : !mayWrite) return false
      write('reply')()
      return true
    },
    close() {
      const asked = targets().filter(({ queue }) => queue !== 'closed')
      const [first] = asked
      if (!first) return
      void act(asked, { type: 'close' })
      if (!chosen) moveOnFrom(first)
    },
    assign: ask('assign'),
    label: ask('label'),
    snooze: ask('snooze'),
    reply: write('reply'),
    note: write('note'),
    back() {
      if (chatId === null) return
      if (focusedRow() === null && isLarge()) focusRow(chatId)
      else close()
    },
    help: onHelp,
  })
}

/** The chat of the row that has the focus. */
function focusedRow(): string | null {
  return document.activeElement?.closest<HTMLElement>('[data-chat]')?.dataset.chat ?? null
}

/** Whether Enter already does something there. */
function isControl(element: Element | null): boolean {
  return element?.matches('a,button,[role=tab],[role=button],input,summary') ?? false
}

/** Under 1024 px the list is a screen of its own. */
function isLarge(): boolean {
  return typeof window.matchMedia !== 'function' || window.matchMedia('(min-width: 64rem)').matches
}
