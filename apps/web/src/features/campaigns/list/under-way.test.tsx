// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { campaignOf } from '../testing/campaigns.ts'
import { useCurrentCampaigns } from './campaign-queries.ts'
import { UnderWay } from './under-way.tsx'

const now = Date.parse('2026-11-21T18:30:00+08:00')
const MINUTE = 60_000
const HOUR = 60 * MINUTE

beforeEach(() => {
  vi.useFakeTimers({ now, toFake: ['Date'] })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function Shown() {
  return (
    <Suspense>
      <UnderWay page={useCurrentCampaigns(5).data} />
    </Suspense>
  )
}

/** Renders one campaign for each time that the server says is left; null when it knows none. */
function show(left: readonly (number | null)[]) {
  const current = left.map((ms, index) =>
    campaignOf({
      id: `c${index}`,
      status: 'sending',
      counts: { queued: 3 },
      endsAt: ms === null ? null : new Date(now + ms).toISOString(),
    }),
  )
  fakeApi({ 'GET /analytics/dashboard/bulk-campaign-summary': ok(current) })
  renderPage(<Shown />)
}

it.each([
  [HOUR, 'About 1 h left'],
  [30 * MINUTE, 'About 30 min left'],
  [13 * HOUR, 'About 13 h left'],
  [50 * HOUR, 'About 2 d 2 h left'],
])('%i ms left, including inactive hours: %s [2.dashboard.time-left]', async (left, text) => {
  show([left])
  await screen.findByText((shown) => shown.endsWith(`· ${text}`))
})

it('shows no time that is unknown or past', async () => {
  show([null, -MINUTE, HOUR])
  expect(await screen.findAllByText(/About/)).toHaveLength(1)
})
