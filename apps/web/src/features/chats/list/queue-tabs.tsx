import type { ChatView } from '@kirim/contract/chats'
import { ChevronDown } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { textKey } from '#shared/i18n/text-key.ts'
import { cn } from '#shared/ui/cn.ts'
import { Menu, MenuChoice } from '#shared/ui/menu.tsx'
import type { QueueCounts } from './queue-counts.ts'

const QUEUES: readonly { view: ChatView; name: string }[] = [
  { view: 'unanswered', name: textKey('Unanswered') },
  { view: 'mine', name: textKey('Mine') },
  { view: 'all', name: textKey('All') },
  { view: 'snoozed', name: textKey('Snoozed') },
  { view: 'closed', name: textKey('Closed') },
]
const GAP_PX = 12

const tabClasses =
  'relative flex h-9 items-center gap-1 text-caption whitespace-nowrap text-muted-foreground hover:text-foreground pointer-coarse:h-11'
const chosenClasses =
  'font-medium text-foreground after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-primary'

interface QueueTabsProps {
  view: ChatView
  /** Null while they are not known. */
  counts: QueueCounts | null
  onView: (view: ChatView) => void
}

/** The queues with their counts, in `Tabs.Root`; those that do not fit stand under 'More'. */
export function QueueTabs({ view, counts, onView }: QueueTabsProps) {
  const { t } = useTranslation()
  const wordsOf = useQueueWords(counts)
  const words = QUEUES.map((queue) => ({ ...queue, ...wordsOf(queue) }))
  const key = words.map(({ text, n }) => `${text} ${n}`).join()
  const { row, ruler, fitting } = useFitting(key)
  const shown = words.slice(0, fitting)
  const others = words.slice(fitting)
  const other = others.find((queue) => queue.view === view)
  return (
    <div ref={row} className="relative mt-1.5 flex shrink-0 border-b px-4">
      <div
        ref={ruler}
        aria-hidden="true"
        className="pointer-events-none invisible absolute flex gap-3 font-medium"
      >
        {words.map((queue) => (
          <span key={queue.view} className={tabClasses}>
            {queue.text}
            <span className="tnum">{queue.n}</span>
          </span>
        ))}
        <span className={tabClasses}>
          {t('More')}
          <ChevronDown className="size-3.5" />
        </span>
      </div>
      <Tabs.List
        aria-label={t('Queues')}
        className={cn(
          'flex min-w-0 flex-1 gap-3 max-lg:justify-start max-lg:gap-4',
          others.length === 0 && 'justify-between',
        )}
      >
        {shown.map((queue) => (
          <Tabs.Trigger
            key={queue.view}
            value={queue.view}
            className={cn(tabClasses, queue.view === view && chosenClasses)}
          >
            {queue.text}
            {queue.n !== '' && <span className="tnum">{queue.n}</span>}
            {queue.spoken && <span className="sr-only">{queue.spoken}</span>}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {others.length > 0 && (
        <Menu
          trigger={
            <button type="button" className={cn(tabClasses, 'ml-3', other && chosenClasses)}>
              {other?.text ?? t('More')}
              <ChevronDown className="size-3.5" aria-hidden="true" />
            </button>
          }
        >
          <MenuChoice
            label={t('Queues')}
            value={view}
            onValueChange={onView}
            options={others.map((queue) => ({
              value: queue.view,
              label: [queue.text, queue.n].filter(Boolean).join(' '),
            }))}
          />
        </Menu>
      )}
    </div>
  )
}

/** Counts of what is under way are shown; the others would be long, and are spoken only. */
function useQueueWords(counts: QueueCounts | null) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return ({ view, name }: (typeof QUEUES)[number]) => {
    const count = counts?.[view] ?? 0
    const isShown = count > 0 && view !== 'all' && view !== 'closed'
    return {
      text: t(name),
      n: isShown ? number(count) : '',
      spoken: counts && !isShown ? number(count) : '',
    }
  }
}

/** How many of the ruler's parts fit into the row; the last one is the button of the others. */
function useFitting(key: string) {
  const row = useRef<HTMLDivElement>(null)
  const ruler = useRef<HTMLDivElement>(null)
  const [fitting, setFitting] = useState(QUEUES.length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the words.
  useLayoutEffect(() => {
    if (!row.current) return
    const measure = () => {
      const widths = [...(ruler.current?.children ?? [])].map((part) => part.clientWidth)
      setFitting(fittingIn((row.current?.clientWidth ?? 0) - 32, widths))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(row.current)
    return () => observer.disconnect()
  }, [key])
  return { row, ruler, fitting }
}

/** @param widths those of the tabs, and last that of 'More' */
export function fittingIn(room: number, widths: readonly number[]): number {
  const tabs = widths.slice(0, -1)
  const widthOf = (parts: readonly number[]) =>
    parts.reduce((sum, width) => sum + width + GAP_PX, -GAP_PX)
  // Without a layout, as in tests, nothing has a width.
  if (widthOf(tabs) <= room || room <= 0) return tabs.length
  const more = widths.at(-1) ?? 0
  const fits = tabs.findIndex((_, end) => widthOf([...tabs.slice(0, end + 1), more]) > room)
  return Math.max(1, fits)
}
