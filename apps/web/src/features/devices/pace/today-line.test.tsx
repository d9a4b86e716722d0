// @vitest-environment jsdom
import type { DevicePace } from '@kirim/contract/device-pace'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { TodayLine } from './today-line.tsx'

const PACE = 'GET /whatsapp/devices/d1/pace'
const pace: DevicePace = {
  cap: 2500,
  warmUp: null,
  warmUpFrom: null,
  timeZone: 'UTC',
  today: { used: 1613, cap: 2500, endsAt: '2026-11-23T00:00:00.000Z' },
  plan: [],
  held: 0,
}

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it.each([
  ['how much of the cap is used', pace, 'Today 1,613 of 2,500'],
  [
    'that the number warms up',
    { ...pace, warmUp: { start: 20, step: 20 }, today: { ...pace.today, used: 3, cap: 40 } },
    'Today (warm-up) 3 of 40',
  ],
])('says %s', async (_, given, text) => {
  fakeApi({ [PACE]: ok(given) })
  renderPage(<TodayLine deviceId="d1" />)
  const words = await screen.findByText(/^Today/)
  expect(words.textContent).toBe(text)
})

it('says nothing without a cap', async () => {
  const api = fakeApi({ [PACE]: ok({ ...pace, cap: null, today: { ...pace.today, cap: null } }) })
  renderPage(<TodayLine deviceId="d1" />)
  await waitFor(() => expect(api.calls).toContain(PACE))
  expect(screen.queryByText(/^Today/)).toBeNull()
})
