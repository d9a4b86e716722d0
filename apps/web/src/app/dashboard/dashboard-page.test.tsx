// @vitest-environment jsdom

import type { Device } from '@kirim/contract/devices'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { campaignOf, progressOf } from '#features/campaigns/testing/campaigns.ts'
import { navigate } from '#shared/routing/navigation.ts'
import { callsOf, type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { chooseAction } from '#shared/testing/user.ts'
import { ERROR_HOLD_MS } from '#shared/toast/toaster.tsx'
import { DashboardPage } from './dashboard-page.tsx'

const SUMMARY = 'GET /analytics/dashboard/overall-summary'
const DEVICES = 'GET /whatsapp/devices'
const MESSAGES = 'GET /analytics/dashboard/messages-a-day'
const LIST = 'GET /analytics/dashboard/bulk-campaign-summary'
const promo = campaignOf({ counts: { read: 1100, delivered: 13, failed: 6 } })
const second = campaignOf({ id: 'c2', name: 'Menu baru', counts: { read: 3 } })
const overall = { totalMessages: 48216, sentMessages: 45903, failedMessages: 1127 }

const PAGE = `${LIST}?limit=10&sort=newest`
const CURRENT = `${LIST}?limit=5&status=current`
const RATES = `${LIST}?limit=8&status=completed&sort=newest`
const pageOf = (...campaigns: readonly (typeof promo)[]) =>
  ok(campaigns, {
    'x-total-count': String(campaigns.length),
    'x-group-counts': `completed=${campaigns.length}`,
  })

let api: FakeApi
beforeEach(() => {
  api = fakeApi({
    [SUMMARY]: ok(overall),
    [LIST]: pageOf(promo, second),
    [CURRENT]: ok([]),
    [RATES]: ok([]),
    [MESSAGES]: ok([]),
    [DEVICES]: ok([]),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** The charts come when the page is idle, and are asked for on their own. */
function callsWithoutCharts(): string[] {
  return api.calls.filter((call) => !call.startsWith(MESSAGES) && !call.includes('limit=8'))
}

async function loaded(): Promise<void> {
  await screen.findByRole('table')
  await waitFor(() => expect(screen.queryByText('Loading...')).toBeNull())
}

function row(name: string) {
  return within(screen.getByRole('row', { name: new RegExp(name) }))
}

describe('the linked numbers', () => {
  const number = (id: string, given: Partial<Device> = {}) =>
    deviceOf({ id, name: `Kedai ${id}`, ...given })
  const shown = () =>
    within(screen.getByRole('region', { name: 'Numbers' }))
      .getAllByRole('listitem')
      .map((item) => item.getAttribute('aria-label'))

  it('show status and messages of today, those that need attention first', async () => {
    const endsAt = new Date(2035, 0, 2).toISOString()
    const problem = {
      code: 'new_chats_limited' as const,
      params: { at: new Date(2035, 0, 1, 18).toISOString() },
      message: '',
    }
    api.answers[DEVICES] = ok([
      number('1', { today: { used: 0, cap: null, endsAt } }),
      number('2', { problem, today: { used: 40, cap: 40, endsAt } }),
      number('3', { connected: false, connectionStatus: 'connecting' }),
      number('4', { connected: false, connectionStatus: 'logged_out' }),
    ])
    renderPage(<DashboardPage />)
    await loaded()
    expect(shown()).toEqual(['Kedai 4', 'Kedai 3', 'Kedai 2', 'Kedai 1'])
    const cell = (name: string) => within(screen.getByRole('listitem', { name }))
    const link = cell('Kedai 4').getByRole('link', { name: 'Link again: Kedai 4' })
    expect(link.getAttribute('href')).toBe('/scan-device')
    cell('Kedai 3').getByText(/^Reconnecting/)
    cell('Kedai 2').getByText('New chats limited')
    cell('Kedai 2').getByText(/^WhatsApp limits new chats until .*18:00/)
    expect(cell('Kedai 2').getByText('40').parentElement?.textContent).toBe('Today 40 of 40')
    cell('Kedai 2').getByText(/^Resumes .*00:00$/)
    cell('Kedai 1').getByText('0 people today, no daily cap')
    cell('Kedai 1').getByText('Ready. No messages received yet.')
  })

  it('are six at most, with a link to the others', async () => {
    api.answers[DEVICES] = ok(['1', '2', '3', '4', '5', '6', '7'].map((id) => number(id)))
    renderPage(<DashboardPage />)
    await loaded()
    expect(shown()).toHaveLength(6)
    screen.getByRole('link', { name: 'All 7 numbers' })
  })

  it('are left out where there are none', async () => {
    api.answers[DEVICES] = ok([])
    renderPage(<DashboardPage />)
    await loaded()
    expect(screen.queryByRole('region', { name: 'Numbers' })).toBeNull()
  })

  it('count those that need attention', async () => {
    api.answers[DEVICES] = ok([
      number('1', { connected: false, connectionStatus: 'disconnected' }),
      number('2', { connected: false, connectionStatus: 'connecting' }),
    ])
    renderPage(<DashboardPage />)
    await loaded()
    screen.getByText(/\. 1 number needs attention\.$/)
  })

  it('show their own error, and are loaded again', async () => {
    api.answers[DEVICES] = refused(403, '')
    renderPage(<DashboardPage />)
    await loaded()
    const strip = within(await screen.findByRole('region', { name: 'Numbers' }))
    strip.getByText('Could not load connected device list.')
    api.answers[DEVICES] = ok([number('1')])
    await act(async () => fireEvent.click(strip.getByRole('button', { name: 'Try again' })))
    await screen.findByRole('listitem', { name: 'Kedai 1' })
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('do not hide the first steps, and are not retried for ever, when they fail', async () => {
    api.answers[LIST] = pageOf()
    api.answers[DEVICES] = refused(403, '')
    renderPage(<DashboardPage />)
    const steps = await screen.findByRole('region', { name: 'Three steps to your first campaign' })
    await waitFor(() => expect(callsOf(api, DEVICES)).toHaveLength(2))
    await act(async () => {
      for (let n = 0; n < 50; n += 1) await Promise.resolve()
    })
    expect(steps.isConnected).toBe(true)
    expect(callsOf(api, DEVICES)).toHaveLength(2)
  })

  it('do not keep the rest of the page waiting when they fail', async () => {
    api.answers[DEVICES] = refused(503, '')
    renderPage(<DashboardPage />)
    await loaded()
  })
})

describe('what is shown', () => {
  it('greets, sums up and lists', async () => {
    renderPage(<DashboardPage />)
    screen.getByRole('heading', { name: 'Welcome, Aisyah' })
    expect(screen.getAllByText('Loading...')).toHaveLength(3)
    screen.getByText('Loading campaigns...')
    await screen.findByText('48,216')
    await screen.findByRole('table')
    row('Promo').getByText('1,113')
    expect(screen.getByRole('link', { name: 'Add New Bulk Campaign' }).getAttribute('href')).toBe(
      '/dashboard/add-campaign?type=bulk',
    )
  })

  it('falls back to User', () => {
    renderPage(<DashboardPage />, { name: '' })
    screen.getByRole('heading', { name: 'Welcome, User' })
  })

  it('shows the empty state', async () => {
    api.answers[LIST] = pageOf()
    renderPage(<DashboardPage />)
    await screen.findByText('No bulk campaigns found.')
  })

  it('resets to zero and an empty list when loading fails', async () => {
    api.answers = { [SUMMARY]: refused(403, ''), [LIST]: refused(403, ''), [DEVICES]: ok([]) }
    renderPage(<DashboardPage />)
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    const [overallAlert, listAlert] = screen.getAllByRole('alert')
    expect(overallAlert?.textContent).toContain('Could not load overall analytics.')
    expect(listAlert?.textContent).toContain('Could not load bulk campaign list.')
    expect(screen.getAllByText('0')).toHaveLength(3)
    expect(screen.queryByText('No bulk campaigns found.')).toBeNull()
  })

  it('shows both failures, one after the other [8.overall] [8.bulk-list]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.answers = { [SUMMARY]: refused(403, ''), [LIST]: refused(403, ''), [DEVICES]: ok([]) }
    renderPage(<DashboardPage />)
    await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2))
    const told = () => document.querySelector('[data-toast]')?.textContent
    expect(told()).toContain('Could not load overall analytics.')
    await act(() => vi.advanceTimersByTimeAsync(ERROR_HOLD_MS))
    expect(told()).toContain('Could not load bulk campaign list.')
  })

  it('loads the numbers again on request', async () => {
    api.answers[SUMMARY] = refused(403, '')
    renderPage(<DashboardPage />)
    const alert = within(await screen.findByRole('alert'))
    api.answers[SUMMARY] = ok(overall)
    await act(async () => fireEvent.click(alert.getByRole('button', { name: 'Try again' })))
    await screen.findByText('48,216')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('live', () => {
  it('counts are updated in place, without a request', async () => {
    const { say } = renderPage(<DashboardPage />)
    await loaded()
    const asked = callsWithoutCharts().length
    await say('summary_changed', { ...overall, sentMessages: 45904 })
    await say('campaign_changed', { id: 'c1', progress: { ...progressOf(promo), sent: 1114 } })
    await screen.findByText('45,904')
    await row('Promo').findByText('1,114')
    expect(callsWithoutCharts()).toHaveLength(asked)
  })

  it('a deleted campaign is removed, an unknown one is loaded', async () => {
    const { say } = renderPage(<DashboardPage />)
    await loaded()
    api.answers[LIST] = pageOf(promo)
    await say('campaign_changed', { id: 'c2', progress: null })
    await waitFor(() => expect(screen.queryByText('Menu baru')).toBeNull())
    api.answers[LIST] = pageOf(campaignOf({ id: 'c3', name: 'Baucar' }), promo)
    await say('campaign_changed', { id: 'c3', progress: progressOf(campaignOf({ id: 'c3' })) })
    await screen.findByText('Baucar')
  })

  it('reloads everything after the connection was lost', async () => {
    const { setConnection } = renderPage(<DashboardPage />)
    await loaded()
    api.answers[SUMMARY] = ok({ ...overall, totalMessages: 50_000 })
    await setConnection('disconnected')
    await setConnection('connected')
    await screen.findByText('50,000')
  })
})

describe('row actions', () => {
  const nameless = campaignOf({ id: 'c9', deviceId: '', name: 'Lost', status: 'draft' })

  it.each([
    ['Edit', 'draft', '/dashboard/add-campaign/d1?type=bulk&editCampaignId=c1'],
    ['Open', 'sending', '/campaigns/c1'],
    ['Open', 'completed', '/campaigns/c1'],
  ] as const)('%s of a campaign that is %s leads there', async (item, status, address) => {
    api.answers[LIST] = pageOf({ ...promo, status })
    renderPage(<DashboardPage />)
    await loaded()
    const trigger = screen.getByRole('button', { name: `Actions for ${promo.name}` })
    fireEvent.keyDown(trigger, { key: 'Enter' })
    const found = await screen.findByRole('menuitem', { name: item })
    expect(found.getAttribute('href')).toBe(address)
  })

  it.each([
    ['Edit', 'Campaign ID or Device ID is missing for editing.'],
    ['Duplicate', 'Campaign ID or Device ID is missing for duplication.'],
    ['Delete', 'Campaign ID or Device ID is missing.'],
  ])(
    '%s without a device id says so [5.dashboard.edit] [5.dashboard.duplicate] [5.dashboard.delete]',
    async (item, text) => {
      api.answers[LIST] = pageOf(nameless)
      renderPage(<DashboardPage />)
      await loaded()
      await chooseAction('Lost', item)
      await screen.findByText(text)
    },
  )

  /** The menu asks whether anybody is left to send to. */

  it('delete asks, shows its outcome, and reloads both lists', async () => {
    const confirm = vi.fn(() => true)
    vi.stubGlobal('confirm', confirm)
    api.answers['DELETE /campaigns/d1/c1'] = ok({ message: 'Deleted.' })
    renderPage(<DashboardPage />)
    await loaded()
    api.calls.length = 0
    api.answers[LIST] = pageOf(second)
    await chooseAction(promo.name, 'Delete')
    expect(confirm).toHaveBeenCalledExactlyOnceWith(
      'Are you sure you want to delete this campaign?',
    )
    await screen.findByText('Campaign deleted successfully!')
    await waitFor(() => expect(screen.queryByText(promo.name)).toBeNull())
    expect(callsWithoutCharts().sort()).toEqual(
      ['DELETE /campaigns/d1/c1', PAGE, CURRENT, SUMMARY].sort(),
    )
  })

  it('delete does nothing when the answer is no', async () => {
    vi.stubGlobal('confirm', () => false)
    renderPage(<DashboardPage />)
    await loaded()
    await chooseAction(promo.name, 'Delete')
    expect(api.calls).not.toContain('DELETE /campaigns/d1/c1')
  })

  it.each([
    [refused(409, 'The server said no.'), 'The server said no.'],
    [refused(500, ''), 'Failed to duplicate campaign.'],
    [ok(null), 'Failed to duplicate campaign.'],
  ])('duplicate that fails says why', async (answer, text) => {
    api.answers['POST /campaigns/d1/c1/duplicate'] = answer
    renderPage(<DashboardPage />)
    await loaded()
    await chooseAction(promo.name, 'Duplicate')
    await screen.findByText(text)
  })
})

describe('what is under way', () => {
  const sending = campaignOf({
    id: 'c7',
    name: 'Baucar',
    status: 'sending',
    sentence: { code: 'sending', params: { people: 1340 } },
    counts: { queued: 1340, read: 60 },
    nextMessageAt: null,
  })
  const pausedProgress = {
    ...progressOf(sending),
    status: 'paused' as const,
    sentence: { code: 'paused', params: { people: 1340, at: new Date().toISOString() } },
  }
  const current = () => within(screen.getByRole('region', { name: 'Under way' }))

  beforeEach(() => {
    api.answers[CURRENT] = ok([sending], { 'x-group-counts': 'under_way=1' })
    api.answers['GET /campaigns/d1/c7'] = refused(404, '')
  })

  it('is at the top with its next step, which acts at once and can be undone', async () => {
    renderPage(<DashboardPage />)
    await screen.findByText('Sending: 1,340 people left.')
    current().getByText('The next message is on its way.')
    api.answers['PUT /campaigns/d1/c7/status'] = ok(pausedProgress)
    api.answers[CURRENT] = ok([])
    await act(async () => fireEvent.click(current().getByRole('button', { name: 'Pause' })))
    await screen.findByText('Baucar is paused.')
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Under way' })).toBeNull())
    api.answers['PUT /campaigns/d1/c7/status'] = ok(progressOf(sending))
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Undo' })))
    await screen.findByText('Baucar resumed.')
  })

  it('leaves a campaign that has ended to the list', async () => {
    const { say } = renderPage(<DashboardPage />)
    await screen.findByRole('region', { name: 'Under way' })
    const over = {
      ...sending,
      status: 'completed' as const,
      sentence: { code: 'completed', params: { reached: 1400, total: 1400 } },
      counts: { ...sending.counts, queued: 0, read: 1400 },
    }
    api.answers[CURRENT] = ok([over], { 'x-group-counts': 'completed=1' })
    await say('campaign_changed', { id: 'c7', progress: progressOf(over) })
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Under way' })).toBeNull())
  })

  it('shows no live data while offline, and since when it is offline', async () => {
    api.answers[LIST] = refused(403, '')
    const { setConnection } = renderPage(<DashboardPage />)
    await screen.findByText('The next message is on its way.')
    await setConnection('disconnected', new Date('2026-11-27T10:24:10').getTime())
    expect(screen.queryByText('The next message is on its way.')).toBeNull()
    expect(screen.queryByText(/Sending: /)).toBeNull()
    current().getByText('as of 10:24')
    screen.getByText(/The server has not responded since 10:24:10/)
  })
})

describe('the list', () => {
  const many = (page: string) =>
    ok([promo, second], {
      'x-total-count': '104',
      'x-group-counts': 'under_way=3, paused=9, completed=92',
      ...(page && { 'x-next-cursor': page }),
    })

  it('is filtered by the URL', async () => {
    api.answers[LIST] = many('after-2')
    renderPage(<DashboardPage />)
    await loaded()
    const status = within(screen.getByRole('group', { name: 'Status' }))
    await act(async () => fireEvent.click(status.getByRole('button', { name: 'Paused 9' })))
    await waitFor(() => expect(api.calls).toContain(`${PAGE}&status=paused`))
    expect(status.getByRole('button', { name: 'Paused 9' }).getAttribute('aria-pressed')).toBe(
      'true',
    )
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'kopi' } })
    await waitFor(() => expect(window.location.search).toBe('?status=paused&q=kopi'))
    await waitFor(() => expect(api.calls).toContain(`${PAGE}&q=kopi&status=paused`))
  })

  it('returns to the same page of the list', async () => {
    api.answers[LIST] = many('after-2')
    renderPage(<DashboardPage />, {}, '/?q=kopi')
    await loaded()
    expect(screen.getByRole('searchbox').getAttribute('value')).toBe('kopi')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Next page' })))
    const second = `${PAGE}&q=kopi&cursor=after-2`
    await waitFor(() => expect(api.calls).toContain(second))
    await screen.findByText('11 to 12 of 104')
    act(() => navigate('/elsewhere'))
    act(() => window.history.back())
    await screen.findByText('11 to 12 of 104')
  })
})
