import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual'
import { type KeyboardEvent, type RefObject, useCallback, useRef, useState } from 'react'
import type { TimelineRow } from './timeline-rows.ts'

/**
 * Moves the focus between the rows of a timeline by the arrow keys. The row that has it stays
 * drawn, so that it is not lost by scrolling.
 */
export function useRowFocus(
  rows: readonly TimelineRow[],
  box: RefObject<HTMLElement | null>,
  scrollTo: (index: number) => void,
) {
  const [current, setCurrent] = useState<string | null>(null)
  const latest = useRef({ rows, scrollTo })
  latest.current = { rows, scrollTo }

  const keepCurrent = (range: Range): number[] => {
    const indexes = defaultRangeExtractor(range)
    const index = current === null ? -1 : rows.findIndex(({ key }) => key === current)
    const [from = 0] = indexes
    const to = indexes.at(-1) ?? 0
    // Rows are drawn in one block, so that one far away would need all those between.
    const isNear = index >= 0 && index >= from - NEAR && index <= to + NEAR
    return isNear ? withIndex(indexes, index) : indexes
  }

  const onKey = useCallback(
    (event: KeyboardEvent, from: number) => {
      if (event.target !== event.currentTarget) return
      const { rows: all, scrollTo: show } = latest.current
      const to = { ArrowUp: from - 1, ArrowDown: from + 1, Home: 0, End: all.length - 1 }[event.key]
      const row = to === undefined ? undefined : all[to]
      if (!row || to === undefined) return
      event.preventDefault()
      setCurrent(row.key)
      show(to)
      focusOnceDrawn(box, to)
    },
    [box],
  )
  return { current, keepCurrent, onKey }
}

const NEAR = 30
const FRAMES = 10

function withIndex(indexes: number[], index: number): number[] {
  const from = Math.min(indexes[0] ?? index, index)
  const to = Math.max(indexes.at(-1) ?? index, index)
  return Array.from({ length: to - from + 1 }, (_, step) => from + step)
}

function focusOnceDrawn(box: RefObject<HTMLElement | null>, index: number, frames = FRAMES): void {
  const row = box.current?.querySelector<HTMLElement>(`[data-index="${index}"] article`)
  if (row) row.focus({ preventScroll: true })
  else if (frames > 0) requestAnimationFrame(() => focusOnceDrawn(box, index, frames - 1))
}
