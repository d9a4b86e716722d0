import { type KeyboardEvent, memo } from 'react'
import { cn } from '#shared/ui/cn.ts'
import { EntryBubble } from '../bubble/entry-bubble.tsx'
import { useEntryName } from '../bubble/entry-name.ts'
import { MessageMenu } from '../menu/message-menu.tsx'
import { useWords } from '../words.ts'
import type { TimelineRow as Row } from './timeline-rows.ts'

interface TimelineRowProps {
  row: Row
  index: number
  /** It can be reached by Tab, alone of all rows. */
  isCurrent: boolean
  /** It was jumped to just now. */
  isMarked: boolean
  onKey: (event: KeyboardEvent, index: number) => void
}

/** One entry of the timeline, with the day or the line of unread ones above it. */
export const TimelineRow = memo(function TimelineRow(props: TimelineRowProps) {
  const { row, index, isCurrent, isMarked, onKey } = props
  const nameOf = useEntryName()
  const { entry, isNewDay, unread, isClose } = row
  return (
    <>
      {isNewDay && <Day at={entry.at} />}
      {unread > 0 && <Unread count={unread} />}
      <article
        aria-label={nameOf(entry)}
        tabIndex={isCurrent ? 0 : -1}
        onKeyDown={(event) => onKey(event, index)}
        className={cn(
          'group/entry rounded-xl outline-offset-1',
          isClose ? 'mt-1' : 'mt-2',
          isMarked && 'animate-flash',
        )}
      >
        <EntryBubble
          row={row}
          action={row.pending === null && <MessageMenu entry={entry} isReached={isCurrent} />}
        />
      </article>
    </>
  )
})

function Day({ at }: { at: string }) {
  const { t } = useWords()
  const { day, date } = useWords().format
  const moment = new Date(at)
  const today = new Date()
  const yesterday = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1)
  const isThisYear = moment.getFullYear() === today.getFullYear()
  const words = {
    [yesterday.toDateString()]: t('Yesterday'),
    [today.toDateString()]: t('Today'),
  }
  return (
    <p className="flex justify-center py-2">
      <span className="rounded-full bg-card px-2.5 py-0.5 text-xs text-muted-foreground ring-1 ring-border">
        {words[moment.toDateString()] ?? (isThisYear ? day(moment) : date(moment))}
      </span>
    </p>
  )
}

function Unread({ count }: { count: number }) {
  const { t } = useWords()
  const { number } = useWords().format
  return (
    <p className="my-2 flex items-center gap-3 text-xs font-medium text-primary">
      <span className="h-px flex-1 bg-primary/40" />
      {t('{n} new', { count, n: number(count) })}
      <span className="h-px flex-1 bg-primary/40" />
    </p>
  )
}
