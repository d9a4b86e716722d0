// @vitest-environment jsdom
import type { BulkCampaign } from '@kirim/contract/campaigns'
import { cleanup, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { bulkCampaignOf, campaignOf } from '../testing/campaigns.ts'
import { useCurrentCampaigns } from './campaign-queries.ts'
import { UnderWay } from './under-way.tsx'

beforeEach(() => {
  // 18:30 in Malaysia: half an hour of the day schedule is left.
  vi.useFakeTimers({ now: Date.parse('2026-11-21T18:30:00+08:00'), toFake: ['Date'] })
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

/** Renders one campaign for each number of open recipients, all with the same settings. */
function show(
  people: readonly number[],
  campaignScheduleType: BulkCampaign['campaignScheduleType'],
) {
  const current = people.map((queued, index) =>
    campaignOf({ id: `c${index}`, status: 'sending', counts: { queued } }),
  )
  const loaded = bulkCampaignOf({
    status: 'sending',
    minIntervalSeconds: 20,
    maxIntervalSeconds: 40,
    campaignScheduleType,
  })
  fakeApi({
    'GET /analytics/dashboard/bulk-campaign-summary': ok(current),
    'GET /campaigns/d1/c0': ok(loaded),
    'GET /campaigns/d1/c1': ok(loaded),
  })
  renderPage(<Shown />)
}

it.each([
  [120, 'anytime', 'About 1 h left'],
  [60, 'daytime', 'About 30 min left'],
  [120, 'daytime', 'About 13 h left, with the hours it rests'],
] as const)('%i people to go, %s: %s [2.dashboard.time-left]', async (queued, schedule, text) => {
  show([queued], schedule)
  await screen.findByText((shown) => shown.endsWith(`· ${text}`))
})

it('shows no estimate beyond the horizon', async () => {
  show([200_000, 60], 'daytime')
  expect(await screen.findAllByText(/About/)).toHaveLength(1)
})
