// @vitest-environment jsdom
import type { DevicePace } from '@kirim/contract/device-pace'
import type { Device } from '@kirim/contract/devices'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { HealthCells } from './health-cells.tsx'

const pace: DevicePace = {
  cap: null,
  warmUp: null,
  warmUpFrom: null,
  timeZone: 'UTC',
  today: { used: 0, cap: null, endsAt: '2026-11-28T00:00:00.000Z' },
  plan: [],
  held: 82,
}
const limited: Device['problem'] = {
  code: 'new_chats_limited',
  params: { at: '2026-11-27T18:00:00.000Z' },
  message: '',
}
const guessed: Device['problem'] = { ...limited, code: 'new_chats_limited_guess' }
const quota = { left: 38, of: 1050, isDaily: true, until: '2026-11-28T00:00:00.000Z' }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 10, 24), toFake: ['Date'] })
  fakeApi({ 'GET /whatsapp/devices/d1/pace': ok(pace) })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const at = (hour: number, minute: number, day = 27) =>
  new Date(2026, 10, day, hour, minute).toISOString()
function show(given: Partial<Device>, health: Partial<Device['health']> = {}) {
  const device = deviceOf(given)
  renderPage(<HealthCells device={{ ...device, health: { ...device.health, ...health } }} />)
}
/** The value below a label. */
const cell = (label: string) =>
  screen.queryByText(label)?.parentElement?.textContent?.slice(label.length).trim()

it('says when something last came in and left', () => {
  show({}, { lastInAt: at(8, 2), lastOutAt: at(10, 24) })
  expect([cell('Last received'), cell('Last sent')]).toEqual(['today, 08:02', 'today, 10:24'])
  expect(screen.getByText('today, 08:02').className).not.toContain('warning')
})

it('marks since when a quiet number has heard nothing', () => {
  const problem: Device['problem'] = { code: 'quiet', params: {}, message: '' }
  show({ problem }, { lastInAt: at(8, 2, 2) })
  expect(cell('Last received')).toMatch(/2 Nov, 08:02$/)
  expect(screen.getByText(/2 Nov, 08:02$/).className).toContain('warning')
})

it('shows nothing where nothing is known', () => {
  show({ connected: false, connectionStatus: 'logged_out' }, { latencyMs: 40 })
  for (const label of ['Last received', 'Last sent', 'New chats', 'Response time']) {
    expect(cell(label)).toBeUndefined()
  }
})

it.each<[string, Partial<Device>, Partial<Device['health']>, string, string]>([
  ['how fast the network answers', {}, { latencyMs: 84 }, 'Response time', '84 ms'],
  [
    'a quota before that',
    { newChats: quota },
    { latencyMs: 84 },
    'New chats',
    '38 left of 1,050 a day',
  ],
  [
    'what could not be read before a quota',
    { newChats: quota },
    { unreadable: 3, unreadableSince: at(8, 2) },
    'Unreadable',
    '3 since today, 08:02',
  ],
  [
    'a limit before everything',
    { newChats: { ...quota, left: 0, of: 50 }, problem: limited },
    { unreadable: 3, unreadableSince: at(8, 2) },
    'New chats',
    '0 left of 50 a day',
  ],
  ['a limit without a quota', { problem: limited }, {}, 'New chats', '0 left'],
  ['a limit that is a guess', { problem: guessed }, { latencyMs: 84 }, 'New chats', '0 left'],
  [
    'a quota of another time than a day',
    { newChats: { ...quota, isDaily: false, until: at(18, 0) } },
    {},
    'New chats',
    '38 left of 1,050',
  ],
])('shows %s', async (_what, given, health, label, words) => {
  show(given, health)
  if (label === 'New chats') await screen.findByText('82 waiting')
  expect(cell(label)?.replace('82 waiting', '').trim()).toBe(words)
})

it('shows the proxy beside the time of an answer', () => {
  show({ proxy: { host: 'kl-2.example.com' } }, { latencyMs: 84 })
  expect(cell('Response time')).toBe('84 ms kl-2.example.com')
})

it('shows how much of the daily cap is used', () => {
  const endsAt = at(0, 0, 28)
  show({ today: { used: 1613, cap: 2500, endsAt } })
  expect(cell('Today')).toBe('1,613 of 2,500')
  cleanup()
  show({ today: { used: 3, cap: null, endsAt } })
  expect(cell('Today')).toBeUndefined()
})

it.each([limited, guessed])('marks what is left of new chats while they are limited', (problem) => {
  show({ problem })
  expect(screen.getByText('0 left').className).toContain('warning')
})
