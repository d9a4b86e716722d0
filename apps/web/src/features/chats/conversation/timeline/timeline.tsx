import type { Chat } from '@kirim/contract/chats'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Spinner } from '#shared/ui/loading.tsx'
import { stillPending, usePendingEntries } from '../pending-entries.ts'
import { useMarkRead } from '../use-mark-read.ts'
import { Announcer } from './announcer.tsx'
import { NewEntries } from './new-entries.tsx'
import { OlderFromPhone } from './older-from-phone.tsx'
import { estimatedHeight } from './row-height.ts'
import { TimelineRow } from './timeline-row.tsx'
import { timelineRows } from './timeline-rows.ts'
import type { TimelineWindow } from './timeline-window.ts'
import { TypingBubble } from './typing-bubble.tsx'
import { useEndStays } from './use-end-stays.ts'
import { useRowFocus } from './use-row-focus.ts'
import { useSeenEnd } from './use-seen-end.ts'

/** In CSS pixels. */
const PADDING = { top: 44, bottom: 16 }
/** Older entries are loaded this long before they are reached. */
const LOADS_BEFORE = 400
/** So near it counts as the end. */
const END = 48

interface TimelineProps {
  chat: Chat
  window: TimelineWindow
  loading: 'earlier' | 'later' | null
  loadMore: (direction: 'earlier' | 'later') => void
  toEnd: () => Promise<void>
  /** The entry or place to show, and a number that changes with each request. */
  target: { entry: string; times: number } | null
}

/** The entries of a chat; only those near the screen are drawn, whatever their number. */
export function Timeline({ chat, window, loading, loadMore, toEnd, target }: TimelineProps) {
  const { t } = useTranslation()
  const { pending: unanswered } = usePendingEntries(chat.id)
  const pending = useMemo(
    () => (window.hasLater ? [] : stillPending(unanswered, window.entries)),
    [unanswered, window],
  )
  const rows = useMemo(
    () => timelineRows({ ...window, scheduled: window.hasLater ? [] : window.scheduled, pending }),
    [window, pending],
  )
  const box = useRef<HTMLDivElement>(null)
  const { current, keepCurrent, onKey } = useRowFocus(rows, box, (index) =>
    list.scrollToIndex(index),
  )
  // Where a loaded part ends, there is no end to stay at.
  const hadLater = useRef(window.hasLater)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: (index) => (rows[index] ? estimatedHeight(rows[index]) : 0),
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 4,
    anchorTo: 'end',
    followOnAppend: !hadLater.current && !window.hasLater,
    scrollEndThreshold: END,
    paddingStart: PADDING.top,
    paddingEnd: PADDING.bottom,
    rangeExtractor: keepCurrent,
  })
  const { seesEnd, fresh, look } = useSeenEnd(window, () => list.isAtEnd(END))
  useMarkRead({ chatId: chat.id, unread: chat.unread, seesEnd })
  useEndStays(box, { within: END, toEnd: () => list.scrollToEnd() })

  useLayoutEffect(() => {
    hadLater.current = window.hasLater
  }, [window])

  const findTarget = () =>
    rows.findIndex(({ entry }) => entry.id === target?.entry || entry.place === target?.entry)
  const marked = target === null ? -1 : findTarget()
  // The first look: at what was asked for, at what is unread, or at the end.
  const first = useRef(true)
  useLayoutEffect(() => {
    if (rows.length === 0 || !first.current) return
    first.current = false
    const unread = rows.findIndex((row) => row.unread > 0)
    if (marked >= 0) list.scrollToIndex(marked, { align: 'center' })
    else if (unread >= 0) list.scrollToIndex(unread, { align: 'start' })
    else list.scrollToEnd()
  })
  const shownTimes = useRef(target?.times)
  useLayoutEffect(() => {
    if (!target || shownTimes.current === target.times || marked < 0) return
    shownTimes.current = target.times
    list.scrollToIndex(marked, { align: 'center' })
  })
  // What one sends oneself is looked at.
  const sent = pending.at(-1)?.clientId
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another message scrolls
  useLayoutEffect(() => {
    if (sent) list.scrollToEnd()
  }, [sent])

  const watch = () => {
    const { current: element } = box
    if (!element) return
    look()
    const below = element.scrollHeight - element.scrollTop - element.clientHeight
    if (element.scrollTop < LOADS_BEFORE && window.hasEarlier) loadMore('earlier')
    else if (below < LOADS_BEFORE && window.hasLater) loadMore('later')
  }
  // A page may not fill the screen.
  useEffect(watch)

  const goToEnd = async () => {
    if (window.hasLater) await toEnd()
    list.scrollToEnd()
  }
  const drawn = list.getVirtualItems()
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      <div
        ref={box}
        role="log"
        aria-label={t('Messages')}
        // Rows come and go while one scrolls; what is new is said by the announcer.
        aria-live="off"
        onScroll={watch}
        className="min-h-0 flex-1 overflow-y-auto overscroll-contain bg-chat [overflow-anchor:none]"
      >
        <div className="relative" style={{ height: list.getTotalSize() }}>
          {loading === 'earlier' && (
            <p
              role="status"
              className="absolute inset-x-0 top-3 flex items-center justify-center gap-2 text-xs text-muted-foreground"
            >
              <Spinner className="size-3.5" />
              {t('Loading older messages…')}
            </p>
          )}
          {!window.hasEarlier && <OlderFromPhone chatId={chat.id} />}
          <div
            className="absolute inset-x-0 top-0 px-4 lg:px-6"
            style={{ transform: `translateY(${drawn[0]?.start ?? 0}px)` }}
          >
            {drawn.map(({ index, key }) => {
              const row = rows[index]
              return (
                row && (
                  <div
                    key={key}
                    ref={list.measureElement}
                    data-index={index}
                    className="flow-root [contain:layout_style]"
                  >
                    <TimelineRow
                      row={row}
                      index={index}
                      isCurrent={current === null ? index === rows.length - 1 : row.key === current}
                      isMarked={index === marked}
                      onKey={onKey}
                    />
                  </div>
                )
              )
            })}
          </div>
        </div>
      </div>
      <TypingBubble chatId={chat.id} />
      <NewEntries count={fresh} isShown={!seesEnd} onPress={() => void goToEnd()} />
      <Announcer entries={window.entries} />
    </div>
  )
}
