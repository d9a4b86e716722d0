// @vitest-environment jsdom
import type { DevicePace } from '@kirim/contract/device-pace'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { callsOf, type FakeApi, fakeApi, lastBodyOf, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { press, stubLayout } from '#shared/testing/user.ts'
import { PaceDialog } from './pace-dialog.tsx'

const GET = 'GET /whatsapp/devices/d1/pace'
const PUT = 'PUT /whatsapp/devices/d1/pace'
const pace: DevicePace = {
  cap: null,
  warmUp: null,
  warmUpFrom: null,
  timeZone: 'UTC',
  today: { used: 12, cap: null, endsAt: '2026-11-23T00:00:00.000Z' },
  plan: [22, 23, 24, 25, 26, 27, 28].map((day) => ({ day: `2026-11-${day}`, cap: null })),
  held: 0,
}

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [GET]: ok(pace), [PUT]: ok({ ...pace, cap: 100 }) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

it('sets a cap with a warm-up', async () => {
  const closed = vi.fn()
  renderPage(<PaceDialog device={deviceOf()} open onClose={closed} />)
  await screen.findByText('Today: 12 messaged.')
  const type = (label: string, value: string) =>
    act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }))
  await type('People a day', '100')
  await act(async () => fireEvent.click(screen.getByRole('switch', { name: 'Warm up' })))
  await type('Start with', '0')
  await press('Save')
  await screen.findByText('Use a number of at least 1.')
  expect(callsOf(api, PUT)).toHaveLength(0)
  await type('Start with', '20')
  await type('More each day', '30')
  await press('Save')
  await waitFor(() => expect(closed).toHaveBeenCalled())
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  expect(lastBodyOf(api, PUT)).toEqual({ cap: 100, warmUp: { start: 20, step: 30 }, timeZone })
})

it('shows the saved days of a warm-up', async () => {
  const warming = {
    ...pace,
    cap: 100,
    warmUp: { start: 20, step: 30 },
    today: { ...pace.today, cap: 20 },
    plan: [20, 50, 80].map((cap, day) => ({ day: `2026-11-2${day}`, cap })),
  }
  api.answers[GET] = ok(warming)
  renderPage(<PaceDialog device={deviceOf()} open onClose={() => {}} />)
  await screen.findByText('Today: 12 of 20 messaged.')
  expect(screen.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
    '50',
    '80',
  ])
})
