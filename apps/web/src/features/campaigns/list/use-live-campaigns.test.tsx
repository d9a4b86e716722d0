// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { turnsOfTheLoop } from '#shared/testing/user.ts'
import { campaignOf, progressOf } from '../testing/campaigns.ts'
import { useCampaignPage, useLiveCampaigns } from './campaign-queries.ts'

const LIST = 'GET /analytics/dashboard/bulk-campaign-summary'
const raya = campaignOf({
  id: 'a',
  name: 'Raya',
  status: 'sending',
  counts: { queued: 9, read: 1 },
})
const menu = campaignOf({ id: 'b', name: 'Menu', status: 'queued', counts: { queued: 3 } })

function List() {
  useLiveCampaigns()
  const items = useCampaignPage({ limit: 10 }).data?.items ?? []
  return items.map(({ id, name, sent, status }) => <p key={id}>{`${name} ${sent} ${status}`}</p>)
}

function Page() {
  const [shown, setShown] = useState(true)
  return (
    <>
      <button type="button" onClick={() => setShown(!shown)}>
        Go
      </button>
      {shown && <List />}
    </>
  )
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [LIST]: ok([raya, menu]) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function opened() {
  const page = renderPage(<Page />)
  await screen.findByText('Raya 1 sending')
  return page
}

const moved = (sent: number, given: object = {}) => ({
  id: 'a',
  progress: { ...progressOf(raya), sent, ...given },
})

describe('events of campaigns', () => {
  it('update one row, and load nothing while its status is unchanged', async () => {
    const { say } = await opened()
    for (const sent of [2, 3, 4]) await say('campaign_changed', moved(sent))
    await screen.findByText('Raya 4 sending')
    screen.getByText('Menu 0 queued')
    expect(api.calls).toHaveLength(1)
  })

  it.each([
    ['another status', { status: 'paused' }],
    ['another reason', { sentence: { code: 'number_connecting', params: {} } }],
  ])('reload the lists once for %s, which may move the row', async (_what, given) => {
    const { say } = await opened()
    await say('campaign_changed', moved(2, given))
    await waitFor(() => expect(api.calls).toHaveLength(2))
    await say('campaign_changed', moved(3, given))
    await turnsOfTheLoop(3)
    expect(api.calls).toHaveLength(2)
  })

  it.each([
    ['nothing', []],
    ['no object', ['raya']],
    ['no progress', [{ id: 'a' }]],
    [
      'an unknown status',
      [{ id: 'a', progress: { ...progressOf(raya), status: 'walking', sent: 7 } }],
    ],
    ['no whole number', [{ id: 'a', progress: { ...progressOf(raya), sent: 1.5 } }]],
  ])('with %s are ignored', async (_what, args) => {
    const { say } = await opened()
    await say('campaign_changed', ...args)
    await turnsOfTheLoop(2)
    screen.getByText('Raya 1 sending')
    expect(api.calls).toHaveLength(1)
  })

  it('reload an answer that is older than an event', async () => {
    const { say } = await opened()
    const late = Promise.withResolvers<void>()
    api.answers[LIST] = { ...ok([raya, menu]), after: late.promise }
    await say('devices_changed')
    await waitFor(() => expect(api.calls).toHaveLength(2))
    api.answers[LIST] = ok([{ ...raya, sent: 8 }, menu])
    await say('campaign_changed', moved(8))
    await screen.findByText('Raya 8 sending')
    await act(async () => late.resolve())
    await waitFor(() => expect(api.calls).toHaveLength(3))
    await screen.findByText('Raya 8 sending')
  })

  it('a removed row stays removed after a late event', async () => {
    const { say } = await opened()
    api.answers[LIST] = ok([menu])
    await say('campaign_changed', { id: 'a', progress: null })
    await waitFor(() => expect(screen.queryByText(/^Raya/)).toBeNull())
    await say('campaign_changed', moved(9))
    await turnsOfTheLoop(3)
    expect(screen.queryByText(/^Raya/)).toBeNull()
    screen.getByText('Menu 0 queued')
  })

  it('are ignored after the page was left', async () => {
    const { say } = await opened()
    fireEvent.click(screen.getByRole('button', { name: 'Go' }))
    await say('campaign_changed', moved(5, { status: 'paused' }))
    await say('devices_changed')
    await turnsOfTheLoop(3)
    expect(api.calls).toHaveLength(1)
  })
})

it('a reconnect and changes of devices reload the lists', async () => {
  const { say, setConnection } = await opened()
  await say('devices_changed')
  await waitFor(() => expect(api.calls).toHaveLength(2))
  await setConnection('disconnected')
  await turnsOfTheLoop(3)
  expect(api.calls).toHaveLength(2)
  api.answers[LIST] = ok([{ ...raya, sent: 10, status: 'completed' }])
  await setConnection('connected')
  await screen.findByText('Raya 10 completed')
})
