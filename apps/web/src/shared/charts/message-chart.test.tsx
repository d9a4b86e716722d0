// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { MessageChart } from './message-chart.tsx'
import { labelEvery, ticksUpTo } from './scale.ts'
import type { ChartSpan } from './series.ts'
import type { SpanWidth } from './use-span-text.ts'

const span = (start: string, given: Partial<ChartSpan> = {}): ChartSpan => ({
  start,
  sent: 0,
  delivered: 0,
  read: 0,
  failed: 0,
  ...given,
})
const spans = [
  span('2026-11-27T09:00', { read: 102, sent: 1 }),
  span('2026-11-27T09:15', { read: 77, delivered: 40, sent: 3, failed: 3 }),
  span('2026-11-27T09:30', { delivered: 1200 }),
]

function show(given: readonly ChartSpan[] = spans, width: SpanWidth = 'quarter') {
  render(<MessageChart id="c" title="By quarter" description="All" width={width} spans={given} />)
}

afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
})

const chart = () => screen.getByRole('slider', { name: 'By quarter' })
const said = () => chart().getAttribute('aria-valuetext')

describe('the chart', () => {
  it('is gone through by keyboard and tells each column', () => {
    show()
    fireEvent.focus(chart())
    expect(said()).toMatch(/09:30 to 09:45: Read 0, Delivered 1,200, Sent 0, Failed 0$/)
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' })
    expect(said()).toMatch(/09:15 to 09:30: Read 77, Delivered 40, Sent 3, Failed 3$/)
    expect(chart().getAttribute('aria-valuenow')).toBe('2')
    fireEvent.keyDown(chart(), { key: 'Home' })
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' })
    expect(chart().getAttribute('aria-valuenow')).toBe('1')
    fireEvent.keyDown(chart(), { key: 'End' })
    expect(chart().getAttribute('aria-valuenow')).toBe('3')
    fireEvent.keyDown(chart(), { key: 'Escape' })
    expect(screen.queryByText('1,200')).toBeNull()
  })

  it('is a table as well, the newest first', () => {
    show()
    fireEvent.click(screen.getByRole('radio', { name: 'Table' }))
    const rows = within(screen.getByRole('table', { name: 'By quarter' })).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'WhenReadDeliveredSentFailed',
      expect.stringMatching(/09:30 to 09:4501,20000$/),
      expect.stringMatching(/09:15 to 09:30774033$/),
      expect.stringMatching(/09:00 to 09:15102010$/),
    ])
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it('draws what is expected as outlines, and tells it', () => {
    const ahead = [...spans, { ...span('2026-11-27T09:45'), expected: 1200 }]
    show(ahead)
    screen.getByText('Expected')
    fireEvent.focus(chart())
    expect(said()).toMatch(/Failed 0, Expected 1,200$/)
    fireEvent.keyDown(chart(), { key: 'ArrowLeft' })
    expect(said()).toMatch(/Failed 0$/)
    fireEvent.click(screen.getByRole('radio', { name: 'Table' }))
    const rows = within(screen.getByRole('table')).getAllByRole('row')
    expect(rows.map(({ textContent }) => textContent).slice(0, 3)).toEqual([
      'WhenReadDeliveredSentFailedExpected',
      expect.stringMatching(/00001,200$/),
      expect.stringMatching(/01,200000$/),
    ])
  })

  it('says when there was nothing', () => {
    show([span('2026-11-27T00:00')], 'day')
    screen.getByText('No messages were sent in this period.')
    expect(screen.queryByRole('slider')).toBeNull()
  })

  it.each<[SpanWidth, RegExp]>([
    ['day', /^Fri, 27 Nov: /],
    ['week', /^27 Nov to 3 Dec: /],
    ['hour', /^Fri, 27 Nov, 00:00 to 01:00: /],
  ])('names spans of a %s', (width, name) => {
    show([span('2026-11-27T00:00', { read: 1 })], width)
    expect(said()).toMatch(name)
  })

  it('speaks Malay', async () => {
    await i18n.changeLanguage('ms')
    show()
    expect(said()).toContain('Dibaca 0, Diterima 1,200')
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

  it('holds every number, in a few even steps of whole numbers', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), (max) => {
        const ticks = ticksUpTo(max)
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(max)
        expect(ticks.length).toBeLessThanOrEqual(5)
        expect(ticks.every(Number.isInteger)).toBe(true)
      }),
    )
  })

  it('leaves room for each label', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 48 }),
        fc.integer({ min: 1, max: 2000 }),
        (n, width) => {
          const labels = Math.ceil(n / labelEvery(n, width, 64))
          expect(labels === 1 || labels * 64 <= width).toBe(true)
        },
      ),
    )
  })
})
