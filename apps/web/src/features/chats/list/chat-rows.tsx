import type { Chat, ChatView } from '@kirim/contract/chats'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type FocusEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { cn } from '#shared/ui/cn.ts'
import { useOwnActs } from '../acts/own-acts.ts'
import { useChatPlace } from '../chat-place.ts'
import { ChatRow } from '../rows/chat-row.tsx'
import { useRowFacts } from '../rows/plain-chat-row.tsx'
import { FreshRows } from './fresh-rows.tsx'
import { type ListRow, listRows } from './list-rows.ts'
import type { ChosenChats } from './use-chosen-chats.ts'
import { useSteadyRows } from './use-steady-rows.ts'

const ROW_PX = 84
const HEAD_PX = 28
/** Rows drawn above and below those in sight. */
const OVERSCAN = 8

export interface RowsHandle {
  /** Scrolls to the row of a chat and moves the focus there. */
  focusRow: (chatId: string) => void
}

interface ChatRowsProps {
  ref: Ref<RowsHandle>
  view: ChatView
  chats: readonly Chat[]
  /** How many chats wait for an answer; null when that is not known. */
  waiting: number | null
  /** Another one shows the rows as they are, from the first. */
  listKey: string
  chosen: ChosenChats
  hasMore: boolean
  onMore: () => void
}

/** The rows of a list, of which those in sight are drawn. */
export function ChatRows({ view, chats, waiting, listKey, ...props }: ChatRowsProps) {
  const { ref, chosen, hasMore, onMore } = props
  const { t } = useTranslation()
  const { number } = useFormat()
  const { chatId, chatAddress } = useChatPlace()
  const factsOf = useRowFacts()
  const { isHeld, holding } = useHold()
  const acted = useOwnActs()
  const { rows, fresh, showFresh } = useSteadyRows(chats, { isHeld, acted, listKey })
  const items = useMemo(() => listRows(view, rows), [view, rows])
  const box = useRef<HTMLDivElement>(null)
  const heads = items.flatMap((row, index) => (row.type === 'head' ? [index] : []))
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (items[index]?.type === 'head' ? HEAD_PX : ROW_PX),
    getItemKey: (index) => keyOf(items[index], index),
    overscan: OVERSCAN,
    rangeExtractor: (range) => {
      const above = headAbove(heads, range.startIndex)
      const drawn = defaultRangeExtractor(range)
      return above === undefined || drawn.includes(above) ? drawn : [above, ...drawn]
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its start.
  useEffect(() => {
    virtual.scrollToOffset(0)
  }, [listKey])
  const wanted = useRef<string | null>(null)
  const focusWanted = () => {
    const row = box.current?.querySelector<HTMLElement>(`[data-chat="${wanted.current}"]`)
    if (!row) return
    wanted.current = null
    row.focus({ preventScroll: true })
  }
  useImperativeHandle(ref, () => ({
    focusRow(id) {
      wanted.current = id
      const index = items.findIndex((row) => row.type === 'chat' && row.chat.id === id)
      if (index >= 0) virtual.scrollToIndex(index)
      focusWanted()
    },
  }))
  // A row that was not drawn yet is focused once it is.
  useEffect(focusWanted)
  const drawn = virtual.getVirtualItems()
  const top = headAbove(heads, virtual.range?.startIndex ?? 0)
  const last = drawn.at(-1)?.index ?? 0
  const isNearEnd = hasMore && last >= items.length - 2 * OVERSCAN
  useEffect(() => {
    if (isNearEnd) onMore()
  }, [isNearEnd, onMore])

  return (
    <div className="relative min-h-0 flex-1">
      {fresh > 0 && <FreshRows count={fresh} onShow={showFresh} />}
      <div ref={box} className="h-full overflow-y-auto" data-chat-rows {...holding}>
        <div className="relative w-full" style={{ height: virtual.getTotalSize() }}>
          <ul>
            {drawn.map(({ key, index, start }) => {
              const row = items[index]
              if (!row) return null
              const isStuck = row.type === 'head' && index === top
              return (
                <li
                  key={key}
                  className={cn('inset-x-0 top-0', isStuck ? 'sticky z-[1]' : 'absolute')}
                  style={isStuck ? undefined : { transform: `translateY(${start}px)` }}
                >
                  {row.type === 'head' ? (
                    <h2 className="flex h-7 items-center justify-between border-b bg-background px-4 text-xs font-medium text-muted-foreground">
                      {row.group === 'waiting' ? t('Waiting for an answer') : t('Already answered')}
                      {row.group === 'waiting' && waiting !== null && (
                        <span className="tnum">{number(waiting)}</span>
                      )}
                    </h2>
                  ) : (
                    <ChatRow
                      chat={row.chat}
                      address={chatAddress(row.chat.id)}
                      isOpen={row.chat.id === chatId}
                      {...factsOf(row.chat)}
                      chosen={chosen.isOn ? chosen.has(row.chat.id) : null}
                      onChoose={chosen.toggle}
                    />
                  )}
                </li>
              )
            })}
          </ul>
        </div>
      </div>
    </div>
  )
}

/** Whether a pointer is over the rows, or the focus of a keyboard in them. */
function useHold() {
  const [isOver, setIsOver] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  return {
    isHeld: isOver || isFocused,
    holding: {
      onPointerEnter: ({ pointerType }: { pointerType: string }) =>
        setIsOver(pointerType !== 'touch'),
      onPointerLeave: () => setIsOver(false),
      onFocus: ({ target }: FocusEvent) => setIsFocused(target.matches(':focus-visible')),
      onBlur: () => setIsFocused(false),
    },
  }
}

/** The head of the group that a row is in. */
function headAbove(heads: readonly number[], row: number): number | undefined {
  return heads.findLast((index) => index <= row)
}

function keyOf(row: ListRow | undefined, index: number): string | number {
  if (!row) return index
  return row.type === 'head' ? row.group : row.chat.id
}
