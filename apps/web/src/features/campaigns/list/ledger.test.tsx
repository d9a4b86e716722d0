// @vitest-environment jsdom
import { type RecipientCounts, RecipientState } from '@kirim/contract/campaigns'
import { cleanup, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'
import { renderPage } from '#shared/testing/render-page.tsx'
import { campaignOf } from '../testing/campaigns.ts'
import { LedgerBar } from './ledger.tsx'

afterEach(cleanup)

function bar(counts: Partial<RecipientCounts>) {
  const campaign = campaignOf({ counts })
  renderPage(<LedgerBar counts={campaign.counts} total={campaign.total} label="Progress of Raya" />)
  const shown = screen.getByRole('progressbar', { name: 'Progress of Raya' })
  const segments = [...shown.children].filter((child) => child instanceof HTMLElement)
  return {
    now: Number(shown.getAttribute('aria-valuenow')),
    max: Number(shown.getAttribute('aria-valuemax')),
    widths: segments.map((segment) => Number(segment.style.flexGrow)),
  }
}

it.each([
  ['nobody', {}, { now: 0, max: 0, widths: [0] }],
  ['nobody written to yet', { queued: 3 }, { now: 0, max: 3, widths: [3] }],
  ['one on the way', { queued: 2, sending: 1 }, { now: 0, max: 3, widths: [3] }],
  ['all of them read', { read: 3 }, { now: 3, max: 3, widths: [3] }],
  [
    'somebody in each state',
    { read: 1, delivered: 2, sent: 3, failed: 4, skipped: 5, queued: 6, sending: 1 },
    { now: 15, max: 22, widths: [1, 2, 3, 4, 5, 7] },
  ],
])('with %s, the bar shows how many people were processed', (_who, counts, expected) => {
  expect(bar(counts)).toEqual(expected)
})

it('the segments add up to the total', () => {
  const some = fc.integer({ min: 0, max: 50_000 })
  fc.assert(
    fc.property(
      fc.record(Object.fromEntries(RecipientState.options.map((s) => [s, some]))),
      (c) => {
        const { now, max, widths } = bar(c)
        cleanup()
        expect(widths.reduce((sum, width) => sum + width, 0)).toBe(max)
        expect(now).toBeGreaterThanOrEqual(0)
        expect(now).toBeLessThanOrEqual(max)
      },
    ),
    { numRuns: 15 },
  )
})
