// @vitest-environment jsdom
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { campaignOf } from '../testing/campaigns.ts'
import type { CampaignPage } from './campaign-list.ts'
import { UnderWayCard } from './under-way-card.tsx'

const now = new Date(2026, 10, 21, 12, 0)
const seconds = (count: number) => new Date(now.getTime() + count * 1000).toISOString()
const sending = campaignOf({
  name: 'Raya',
  status: 'sending',
  counts: { queued: 3, sending: 1, read: 1996 },
  nextMessageAt: seconds(7),
})

beforeEach(() => {
  vi.useFakeTimers({ now, shouldAdvanceTime: true })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

const show = (given: Partial<CampaignPage> = {}) =>
  renderPage(
    <UnderWayCard
      page={{ items: [sending], next: null, total: 1, groups: { under_way: 1 }, ...given }}
    />,
  )

it('counts down to the next message, then shows that it is being sent', async () => {
  show()
  screen.getByText('Next message in 7 s')
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  screen.getByText('Next message in 1 s')
  await act(() => vi.advanceTimersByTimeAsync(1_000))
  screen.getByText('The next message is on its way.')
})

it.each([
  [59, 'Next message in 59 s'],
  [60, 'Next message in 1 min'],
  [0, 'The next message is on its way.'],
  [-30, 'The next message is on its way.'],
])('a message in %i s: %s', (left, text) => {
  show({ items: [{ ...sending, nextMessageAt: seconds(left) }] })
  screen.getByText(text)
})

it('a waiting campaign shows no next message', () => {
  show({ items: [{ ...sending, status: 'queued' }] })
  expect(screen.queryByText(/message/)).toBeNull()
})

it.each(['en', 'ms'])(
  'how many have had their turn leaves out the one being written to: %s',
  async (language) => {
    await i18n.changeLanguage(language)
    show()
    const item = screen.getByRole('listitem', { name: 'Raya' })
    expect(item.textContent).toContain(`1,996 ${i18n.t('of {total}', { total: '2,000' })}`)
  },
)

it('shows the time left until the estimated end', () => {
  show({ items: [{ ...sending, endsAt: seconds(120) }] })
  screen.getByText('Next message in 7 s · About 2 min left')
})

it.each([
  [{ next: 'n2', groups: { under_way: 12 } }, 'All 12 under way'],
  [{ next: null, groups: { under_way: 12 } }, null],
])('links to all campaigns under way if there are more (%o): %s', (given, text) => {
  show(given)
  expect(screen.queryByRole('link', { name: /^All/ })?.textContent ?? null).toBe(text)
})
