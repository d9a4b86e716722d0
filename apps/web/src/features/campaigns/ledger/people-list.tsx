import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#shared/i18n/format.ts'
import { useIsWide } from '#shared/ui/use-is-wide.ts'
import type { PeopleFilter } from './ledger-queries.ts'
import { PersonRow, wideColumns } from './person-row.tsx'
import { useLivePeople } from './use-live-people.ts'

/** Estimates; each row is measured once it is rendered. */
const ROW_HEIGHT = { wide: 49, narrow: 88 }
const HEAD_HEIGHT = 36
/** The next page is loaded when fewer rows than this remain below. */
const LEFT_BELOW = 80

interface PeopleListProps {
  campaignId: string
  filter: PeopleFilter
  people: readonly LedgerPerson[]
  /** Null while unknown. */
  total: number | null
  hasMore: boolean
  isLoadingMore: boolean
  onMore: () => void
}

/** Renders only the visible rows, because a campaign may have 100,000 people. */
export function PeopleList(props: PeopleListProps) {
  const { campaignId, filter, people, total, hasMore, isLoadingMore, onMore } = props
  const { t } = useTranslation()
  const isWide = useIsWide()
  const [opened, setOpened] = useState<string | null>(null)
  const table = useRef<HTMLTableElement>(null)
  const headHeight = isWide ? HEAD_HEIGHT : 0
  const [top, setTop] = useState(0)
  const [focused, setFocused] = useState<number | null>(null)
  const rows = useWindowVirtualizer({
    count: people.length,
    estimateSize: () => (isWide ? ROW_HEIGHT.wide : ROW_HEIGHT.narrow),
    getItemKey: (index) => people[index]?.id ?? index,
    overscan: 8,
    scrollMargin: top,
    // The focused row stays rendered, so that the keyboard focus is not lost.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return focused === null || focused >= range.count || indexes.includes(focused)
        ? indexes
        : [...indexes, focused].sort((one, other) => one - other)
    },
  })
  const { isScrolling } = rows
  // Content that appears above the table moves it down.
  useLayoutEffect(() => {
    if (isScrolling) return
    const place = table.current?.getBoundingClientRect()
    if (place) setTop(place.top + window.scrollY + headHeight)
  })
  const rendered = rows.getVirtualItems()
  const last = rendered.at(-1)?.index ?? 0
  useEffect(() => {
    if (hasMore && !isLoadingMore && last >= people.length - LEFT_BELOW) onMore()
  }, [hasMore, isLoadingMore, last, people.length, onMore])
  useLivePeople(
    campaignId,
    filter,
    rendered.flatMap(({ index }) => people[index] ?? []),
  )

  const moveFocus = (event: KeyboardEvent, from: number) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const to = from + (step ?? 0)
    if (step === undefined || to < 0 || to >= people.length) return
    event.preventDefault()
    rows.scrollToIndex(to)
    setFocused(to)
    // The row exists after the next render.
    requestAnimationFrame(() =>
      table.current?.querySelector<HTMLElement>(`[data-index="${to}"] button`)?.focus(),
    )
  }

  return (
    <>
      <table
        ref={table}
        aria-labelledby="recipients"
        aria-rowcount={total === null ? -1 : total + 1}
        className="relative block"
        style={{ height: rows.getTotalSize() + headHeight }}
      >
        {isWide && <Head />}
        {rendered.map(({ index, key, start }) => {
          const person = people[index]
          return (
            person && (
              <tbody
                key={key}
                ref={rows.measureElement}
                data-index={index}
                onFocus={() => setFocused(index)}
                onBlur={() => setFocused(null)}
                className="absolute inset-x-0 top-0 block"
                style={{ transform: `translateY(${start - top + headHeight}px)` }}
              >
                <PersonRow
                  campaignId={campaignId}
                  person={person}
                  index={index}
                  isWide={isWide}
                  isOpen={opened === person.id}
                  onToggle={setOpened}
                  onKey={moveFocus}
                />
              </tbody>
            )
          )
        })}
      </table>
      <Foot shown={people.length} total={total} hasMore={hasMore} />
      <p role="status" className="sr-only">
        {isLoadingMore && t('Loading recipients...')}
      </p>
    </>
  )
}

function Head() {
  const { t } = useTranslation()
  const words = [t('Name'), t('Phone Number'), t('Status'), t('Time'), t('What happened')]
  return (
    <thead className="sticky top-14 z-10 block">
      <tr
        className={`grid h-9 items-center gap-x-3 border-y bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))] px-5 ${wideColumns}`}
      >
        {words.map((word) => (
          <th
            key={word}
            scope="col"
            className="text-left text-xs font-medium text-muted-foreground first:pl-[26px]"
          >
            {word}
          </th>
        ))}
      </tr>
    </thead>
  )
}

interface FootProps {
  shown: number
  total: number | null
  hasMore: boolean
}

function Foot({ shown, total, hasMore }: FootProps) {
  const { t } = useTranslation()
  const { number } = useFormat()
  return (
    <div className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-t px-5 py-3 text-caption text-muted-foreground max-sm:px-4">
      <p className="tnum">
        {total === null
          ? t('{n} so far', { n: number(shown) })
          : t('{from} to {to} of {total}', {
              from: number(1),
              to: number(shown),
              total: number(Math.max(total, shown)),
            })}
      </p>
      {hasMore && <p>{t('Scroll to load more. Search covers all recipients.')}</p>}
    </div>
  )
}
