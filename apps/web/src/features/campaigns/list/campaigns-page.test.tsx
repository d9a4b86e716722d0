// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { isDisabled, press, searchFor, stubLayout } from '#shared/testing/user.ts'
import { campaignOf } from '../testing/campaigns.ts'
import { CampaignsPage } from './campaigns-page.tsx'

const LIST = 'GET /analytics/dashboard/bulk-campaign-summary'
const FIRST = `${LIST}?limit=50&sort=newest`
const FAILED = 'Could not load bulk campaign list.'
const raya = campaignOf({ id: 'a', name: 'Raya', counts: { read: 94, failed: 6 } })
const menu = campaignOf({ id: 'b', name: 'Menu', status: 'draft', counts: { queued: 3 } })

const page = (campaigns: readonly object[], groups = '', headers: Record<string, string> = {}) =>
  ok(campaigns, { 'x-group-counts': groups, 'x-total-count': String(campaigns.length), ...headers })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [LIST]: page([raya, menu], 'completed=1, draft=1') })
})
afterEach(async () => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

/** Simulates a narrow screen, which shows no table. */
const narrow = () =>
  vi.stubGlobal('matchMedia', () => Object.assign(new EventTarget(), { matches: false }))

describe('a list that cannot be shown', () => {
  it('shows the error, and can be loaded again', async () => {
    api.answers[LIST] = refused(403, 'Not for you.')
    renderPage(<CampaignsPage />)
    expect((await screen.findByRole('alert')).textContent).toContain(FAILED)
    await screen.findByText('Not for you.')
    const answered = Promise.withResolvers<void>()
    api.answers[LIST] = { ...page([raya]), after: answered.promise }
    await press('Try again')
    await screen.findByText('Loading campaigns...')
    await act(async () => answered.resolve())
    await screen.findByText('Raya')
    expect(screen.queryByText(FAILED)).toBeNull()
  })

  it('hides outdated rows, and is loaded once at a time', async () => {
    const { say } = renderPage(<CampaignsPage />)
    await screen.findByText('Raya')
    api.answers[LIST] = refused(403, '')
    await say('devices_changed')
    const alert = within(await screen.findByRole('alert'))
    expect(screen.queryByText('Raya')).toBeNull()
    const answered = Promise.withResolvers<void>()
    api.answers[LIST] = { ...page([raya]), after: answered.promise }
    await press('Try again')
    const again = alert.getByRole<HTMLButtonElement>('button')
    await waitFor(() => expect(isDisabled(again)).toBe(true))
    await act(async () => answered.resolve())
    await screen.findByText('Raya')
  })

  it('is retried twice when the server did not answer, but not when it refused', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    api.answers[LIST] = unanswered()
    renderPage(<CampaignsPage />)
    for (let second = 0; second < 4; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000))
    vi.useRealTimers()
    await screen.findByRole('alert')
    expect(callsOf(api, FIRST)).toHaveLength(3)
  })

  it('is announced as loading, and offers no controls meanwhile', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[LIST] = { ...page([raya]), after: answered.promise }
    renderPage(<CampaignsPage />)
    expect(screen.getByText('Loading campaigns...').getAttribute('role')).toBe('status')
    expect(screen.queryByRole('button', { name: /^Actions for/ })).toBeNull()
    await act(async () => answered.resolve())
    await screen.findByText('Raya')
    expect(screen.queryByText('Loading campaigns...')).toBeNull()
  })

  it.each(['en', 'ms'])(
    'that is empty links to the form of a first campaign: %s',
    async (language) => {
      await i18n.changeLanguage(language)
      api.answers[LIST] = page([])
      renderPage(<CampaignsPage />)
      await screen.findByText(i18n.t('No bulk campaigns found.'))
      const links = screen.getAllByRole('link', { name: i18n.t('Add New Bulk Campaign') })
      expect(links.map((link) => link.getAttribute('href'))).toEqual(
        Array(2).fill('/dashboard/add-campaign?type=bulk'),
      )
      expect(screen.queryByRole('searchbox')).toBeNull()
    },
  )
})

describe('search and filters', () => {
  it.each([
    [8, false],
    [9, true],
  ])('are offered with %i campaigns: %s', async (all, offered) => {
    api.answers[LIST] = page([raya], `completed=${all}`)
    renderPage(<CampaignsPage />)
    await screen.findByText('Raya')
    expect(screen.queryByRole('searchbox') !== null).toBe(offered)
  })

  it('stay visible without results, so that they can be cleared', async () => {
    api.answers[`${FIRST}&q=xyz`] = page([])
    renderPage(<CampaignsPage />, {}, '/campaigns?q=xyz')
    await screen.findByText('No campaign matches this search.')
    const search = screen.getByRole<HTMLInputElement>('searchbox', { name: 'Search campaigns' })
    expect(search.value).toBe('xyz')
    await searchFor('')
    await screen.findByText('Raya')
    expect(window.location.search).toBe('')
  })

  it.each([
    ['?status=walking', FIRST],
    ['?sort=walking', FIRST],
    ['?status=draft&sort=-sent', `${LIST}?limit=50&sort=-sent&status=draft`],
    ['?q=%20%20', FIRST],
  ])('in the URL %s request %s', async (search, call) => {
    renderPage(<CampaignsPage />, {}, `/campaigns${search}`)
    await waitFor(() => expect(api.calls).toEqual([call]))
    await screen.findByText('Raya')
  })

  it('sorting by a column is kept in the URL, and announced', async () => {
    renderPage(<CampaignsPage />, {}, '/campaigns')
    await screen.findByText('Raya')
    await press('Failed')
    expect(window.location.search).toMatch(/^\?sort=-?failed$/)
    const head = screen.getByRole('columnheader', { name: 'Failed' })
    expect(head.getAttribute('aria-sort')).toMatch(/ending$/)
    await waitFor(() => expect(api.calls.at(-1)).toMatch(/sort=-?failed/))
  })
})

describe('pages', () => {
  const first = page([raya], 'completed=51', { 'x-next-cursor': 'n2', 'x-total-count': '51' })

  it('an emptied last page is replaced by the previous one', async () => {
    api.answers[FIRST] = first
    api.answers[`${FIRST}&cursor=n2`] = page([menu], '', { 'x-total-count': '51' })
    const { say } = renderPage(<CampaignsPage />, {}, '/campaigns')
    await screen.findByText('1 to 1 of 51')
    await press('Next page')
    await screen.findByText('51 to 51 of 51')
    api.answers[`${FIRST}&cursor=n2`] = page([], '', { 'x-total-count': '50' })
    await say('campaign_changed', { id: 'b', progress: null })
    await screen.findByText('1 to 1 of 51')
  })

  it('one page has no pager', async () => {
    renderPage(<CampaignsPage />)
    await screen.findByText('Raya')
    expect(screen.queryByRole('button', { name: 'Next page' })).toBeNull()
  })
})

describe('a row', () => {
  it('has the full name of 200 letters as a title', async () => {
    const name = 'Promosi-'.repeat(25)
    api.answers[LIST] = page([{ ...raya, name }])
    renderPage(<CampaignsPage />)
    const shown = await screen.findByTitle(name)
    expect(shown.textContent).toBe(name)
  })

  it.each([
    [{ read: 95, failed: 5 }, false],
    [{ read: 94, failed: 6 }, true],
  ])('is a card on a phone; failures of %o are highlighted: %s', async (counts, often) => {
    narrow()
    api.answers[LIST] = page([campaignOf({ name: 'Raya', counts })])
    renderPage(<CampaignsPage />)
    const card = await screen.findByRole('listitem')
    expect(screen.queryByRole('table')).toBeNull()
    expect(card.textContent).toContain(`Sent ${counts.read}`)
    const failed = within(card).getByText(String(counts.failed)).closest('p')
    expect(failed?.className.includes('text-destructive')).toBe(often)
  })
})
