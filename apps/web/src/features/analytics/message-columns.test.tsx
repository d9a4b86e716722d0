// @vitest-environment jsdom
import type { MessageSpan } from '@kirim/contract/message-counts'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { MessageColumns, ticksUpTo } from './message-columns.tsx'

const day = (date: string, given: Partial<MessageSpan> = {}): MessageSpan => ({
  start: `2026-11-${date}T00:00`,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  ...given,
})

function show() {
  const days = [
    day('25', { read: 102, sent: 1 }),
    day('26', { read: 77, delivered: 40, sent: 3, failed: 3 }),
    day('27', { delivered: 1200 }),
  ]
  render(<MessageColumns label="Messages" days={days} />)
}

afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
})

const chart = () => screen.getByRole('slider', { name: 'Messages' })
const valueText = () => chart().getAttribute('aria-valuetext')

describe('the chart', () => {
  it('moves between columns by keyboard and reads out each column', () => {
    show()
    fireEvent.focus(chart())
    expect(valueText()).toMatch(/^Fri,? 27 Nov: Read 0, Delivered 1,200, Sent 0, Failed 0$/)
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' })
    expect(valueText()).toMatch(/: Read 77, Delivered 40, Sent 3, Failed 3$/)
    expect(chart().getAttribute('aria-valuenow')).toBe('2')
    fireEvent.keyDown(chart(), { key: 'Home' })
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' })
    expect(chart().getAttribute('aria-valuenow')).toBe('1')
    fireEvent.keyDown(chart(), { key: 'End' })
    expect(chart().getAttribute('aria-valuenow')).toBe('3')
    fireEvent.keyDown(chart(), { key: 'Escape' })
    expect(screen.queryByText('1,200')).toBeNull()
  })

  it('speaks Malay', async () => {
    await i18n.changeLanguage('ms')
    show()
    expect(valueText()).toContain('Dibaca 0, Diterima 1,200')
  })
})

describe('the scale', () => {
  it.each([
    [0, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [127, [0, 50, 100, 150]],
    [3214, [0, 1000, 2000, 3000, 4000]],
  ])('up to %i is %j', (max, ticks) => {
    expect(ticksUpTo(max)).toEqual(ticks)
  })

  it('covers every number, in a few even steps of whole numbers', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (max) => {
        const ticks = ticksUpTo(max)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })
})
