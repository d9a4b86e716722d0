// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { msToNextSecond, secondsUntil, useSecondsUntil } from './countdown.ts'

const start = Date.UTC(2026, 10, 21, 7)
const moment = fc.integer({ min: start, max: start + 3_600_000 })

describe('whole seconds left', () => {
  it('never go below zero, and change exactly at the announced time', () => {
    fc.assert(
      fc.property(moment, moment, (deadline, now) => {
        const left = secondsUntil(deadline, now)
        const wait = msToNextSecond(deadline, now)
        expect(left).toBeGreaterThanOrEqual(0)
        if (wait === null) {
          expect(left).toBe(0)
          return
        }
        expect(secondsUntil(deadline, now + wait - 1)).toBe(left)
        expect(secondsUntil(deadline, now + wait)).toBe(left - 1)
      }),
    )
  })
})

function Probe({ deadline }: { deadline: number | null }) {
  return <p>{String(useSecondsUntil(deadline))}</p>
}

describe('a countdown on screen', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start })
  })
  afterEach(() => {
    cleanup()
    vi.useRealTimers()
  })

  it('counts each second, stops at zero and starts anew with a later deadline', () => {
    const view = render(<Probe deadline={start + 2500} />)
    screen.getByText('3')
    act(() => vi.advanceTimersByTime(500))
    screen.getByText('2')
    act(() => vi.advanceTimersByTime(1000))
    screen.getByText('1')
    act(() => vi.advanceTimersByTime(1000))
    screen.getByText('0')
    expect(vi.getTimerCount()).toBe(0)
    view.rerender(<Probe deadline={start + 6500} />)
    screen.getByText('4')
  })

  it('shows nothing to count without a deadline', () => {
    render(<Probe deadline={null} />)
    screen.getByText('null')
    expect(vi.getTimerCount()).toBe(0)
  })
})
