// @vitest-environment jsdom
import type { AiDeviceSummary, ListedChatbotItem } from '@kirim/contract/chatbots'
import type { Workspace } from '@kirim/contract/workspaces'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { chooseAction, stubLayout, turnsOfTheLoop } from '#shared/testing/user.ts'
import { ItemsPage } from './items-page.tsx'

const LIST = 'GET /ai-chatbot/d1/campaigns'
const NUMBERS = 'GET /ai-chatbot/devices-summary'
const LINT = 'GET /ai-chatbot/d1/lint'
const PAUSED = 'GET /ai-chatbot/d1/paused-chats'
const hours: ListedChatbotItem = {
  _id: 'c1',
  name: 'Opening hours',
  status: 'Enabled',
  useAI: true,
  media: true,
  link: true,
  lastEdited: '2026-11-20T00:00:00.000Z',
  isDefault: false,
  sendTo: 'all',
  type: 'message_contains_keyword',
  keywords: ['buka'],
  keywordCount: 3,
  nextBotAction: 'c3',
  savesResponse: true,
  callsApi: false,
  apiFailure: null,
  firstLine: 'We open at 7.',
}
const menu: ListedChatbotItem = {
  ...hours,
  _id: 'c2',
  name: 'Menu',
  useAI: false,
  link: false,
  keywords: [],
  keywordCount: 0,
  isDefault: true,
  nextBotAction: '',
  savesResponse: false,
}
const shop: AiDeviceSummary = {
  id: 'd1',
  name: 'Kedai Kopi Pagi',
  number: '60123456701',
  avatarUrl: null,
  connected: true,
  unlinked: false,
  problem: null,
  stats: { sent: 3208, items: 2 },
  needsSetup: false,
  statusEnabled: false,
}

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [LIST]: ok([hours, menu]),
    [LINT]: ok([]),
    [PAUSED]: ok([]),
    [NUMBERS]: ok([shop]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

function row(name: string) {
  return within(screen.getByRole('row', { name: new RegExp(name) }))
}

async function openPage(workspace: Partial<Workspace> = {}) {
  const page = renderPage(
    <Switch>
      <Route path="/ai-chatbot/:numberId/campaigns">
        <ItemsPage />
      </Route>
    </Switch>,
    {},
    '/ai-chatbot/d1/campaigns',
    workspace,
  )
  await screen.findByRole('heading', { name: 'Campaign List' })
  return page
}

describe('what is shown', () => {
  it('names the number, and lists its items with their features', async () => {
    await openPage()
    screen.getByText('Manage campaigns for number ID: d1')
    await screen.findByRole('table')
    for (const feature of ['- AI Reply', '- Media Attached', '- Link Included']) {
      expect(row('Opening hours').getAllByText(feature).length).toBeGreaterThan(0)
    }
    expect(row('Menu').queryByText('- AI Reply')).toBeNull()
    const add = screen.getByRole('link', { name: 'Add New Campaign' })
    expect(add.getAttribute('href')).toBe('/ai-chatbot/d1/campaigns/create?type=ai_chatbot')
  })

  it('leads to saved responses, but not who sees own chats only', async () => {
    await openPage()
    screen.getByRole('link', { name: 'Saved Responses' })
    cleanup()
    await openPage({ role: 'agent', sees: 'chats' })
    expect(screen.queryByRole('link', { name: 'Saved Responses' })).toBeNull()
  })

  it('says what makes each answer, how it begins and what follows, defaults last', async () => {
    const order = { ...menu, _id: 'c3', name: 'Order', isDefault: false }
    api.answers[LIST] = ok([menu, hours, order])
    await openPage()
    await screen.findByRole('table')
    for (const text of [
      'buka',
      'and 2 more',
      'We open at 7.',
      'Saves the response',
      'then Order',
    ]) {
      row('Opening hours').getByText(text)
    }
    row('^Menu').getByText('Default response')
    row('^Menu').getByText('When nothing else matches')
    row('^Order').getByText('Only after another item')
    const names = screen.getAllByRole('row').map(({ textContent }) => textContent)
    expect(names.findIndex((text) => text.startsWith('Menu'))).toBe(3)
  })

  describe('of an item whose API call fails', () => {
    const reason = 'The server answered with status 404.'
    const today = new Date(2026, 10, 21, 10, 24)
    beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: today }))
    afterEach(async () => {
      vi.useRealTimers()
      await i18n.changeLanguage('en')
    })
    const failing = (at: Date): ListedChatbotItem => ({
      ...hours,
      callsApi: true,
      apiFailure: {
        at: at.toISOString(),
        reason,
        said: { code: 'api_status', params: { status: 404 } },
      },
    })

    it('says when and why, until it works', async () => {
      api.answers[LIST] = ok([failing(today), menu])
      const { say } = await openPage()
      await screen.findByRole('table')
      row('Opening hours').getByText(`The API failed at 10:24: ${reason}`)
      expect(row('Menu').queryByText(/The API failed/)).toBeNull()
      api.answers[LIST] = ok([hours, menu])
      await say('chatbots_changed')
      await waitFor(() => expect(screen.queryByText(/The API failed/)).toBeNull())
    })

    it('says the day when it was another one', async () => {
      api.answers[LIST] = ok([failing(new Date(2026, 10, 20, 10, 24))])
      await openPage()
      await screen.findByText(/^The API failed at 20 Nov 2026, 10:24: /)
    })

    it('says it in Malay', async () => {
      api.answers[LIST] = ok([failing(today)])
      await i18n.changeLanguage('ms')
      renderPage(
        <Switch>
          <Route path="/ai-chatbot/:numberId/campaigns">
            <ItemsPage />
          </Route>
        </Switch>,
        {},
        '/ai-chatbot/d1/campaigns',
      )
      await screen.findByText('API gagal pada 10:24: Pelayan menjawab dengan status 404.')
    })
  })

  it('says whose items they are, and switches that number on', async () => {
    api.answers['PUT /ai-chatbot/devices/d1/status'] = ok({ ...shop, statusEnabled: true })
    await openPage()
    const head = within(await screen.findByRole('region', { name: 'Kedai Kopi Pagi' }))
    head.getByText('Not answering')
    await act(async () => fireEvent.click(head.getByRole('switch')))
    await head.findByText('Answering messages')
  })

  it('says that there is nothing', async () => {
    api.answers[LIST] = ok([])
    await openPage()
    await screen.findByText(
      "No campaigns found for this number yet. Click 'Add New Campaign' to create one.",
    )
  })

  it('says that it could not load', async () => {
    api.answers[LIST] = refused(400, '')
    await openPage()
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('Failed to load campaigns.').length).toBeGreaterThan(0)
  })
})

describe('a number that is gone', () => {
  const gone = refused(404, 'Device not found.', 'device_not_found')
  const statement = () => screen.findByText('This number does not exist or is no longer linked.')

  it('is said so once, with a way to the numbers and nothing to try in vain', async () => {
    api.answers = { [LIST]: gone, [LINT]: gone, [PAUSED]: gone }
    await openPage()
    await statement()
    const link = screen.getByRole('link', { name: 'Go to the numbers' })
    expect(link.getAttribute('href')).toBe('/ai-chatbot')
    expect(screen.queryByRole('button', { name: /again|settings/i })).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it('shows no failure of its notices before that', async () => {
    const late = Promise.withResolvers<void>()
    api.answers = { [LIST]: { ...gone, after: late.promise }, [LINT]: gone, [PAUSED]: gone }
    await openPage()
    await turnsOfTheLoop(5)
    expect(screen.queryByRole('button', { name: 'Check again' })).toBeNull()
    late.resolve()
    await statement()
  })

  it('stays gone, and is asked for no more', async () => {
    api.answers = { [LIST]: gone, [LINT]: gone, [PAUSED]: gone }
    const { say, setConnection } = await openPage()
    await statement()
    const link = screen.getByRole('link', { name: 'Go to the numbers' })
    link.focus()
    await act(async () => window.dispatchEvent(new Event('visibilitychange')))
    await say('chatbots_changed')
    await setConnection('disconnected')
    await setConnection('connected')
    await turnsOfTheLoop(5)
    expect(document.activeElement).toBe(link)
    expect(api.calls.filter((call) => call === LIST)).toEqual([LIST])
    expect(screen.getAllByText('Device not found.').length).toBe(1)
  })

  it('is told from one that was there before', async () => {
    await openPage()
    await screen.findByRole('table')
    api.answers[LIST] = gone
    await act(async () => window.dispatchEvent(new Event('visibilitychange')))
    await statement()
    expect(screen.queryByRole('table')).toBeNull()
  })
})

describe('what is done elsewhere', () => {
  it('is seen by somebody who comes back to the window', async () => {
    await openPage()
    await screen.findByRole('table')
    api.answers[LIST] = ok([hours])
    await act(async () => window.dispatchEvent(new Event('visibilitychange')))
    await waitFor(() => expect(screen.queryByRole('row', { name: /Menu/ })).toBeNull())
  })

  it('follows what was changed in another browser', async () => {
    const { say } = await openPage()
    await screen.findByRole('table')
    api.answers[LIST] = ok([hours])
    await say('chatbots_changed')
    await waitFor(() => expect(screen.queryByRole('row', { name: /Menu/ })).toBeNull())
  })

  it('has its findings read anew', async () => {
    const { say } = await openPage()
    await screen.findByRole('table')
    api.answers[LINT] = ok([
      {
        itemId: 'c1',
        itemName: 'Opening hours',
        code: 'missing_next_action',
        params: {},
        message: 'Its next action no longer exists.',
      },
    ])
    await say('chatbots_changed')
    await screen.findByText('Its next action no longer exists.')
  })

  it.each(['Disable', 'Delete'])('takes the row away after %s has failed', async (item) => {
    vi.stubGlobal('confirm', () => true)
    await openPage()
    await screen.findByRole('table')
    api.answers[LIST] = ok([hours])
    await chooseAction('Menu', item)
    await waitFor(() => expect(screen.queryByRole('row', { name: /Menu/ })).toBeNull())
  })
})

describe('row actions', () => {
  const STATUS = 'PUT /ai-chatbot/d1/campaigns/c2/status'
  const DELETE = 'DELETE /ai-chatbot/d1/campaigns/c2'

  it('edit leads to the form', async () => {
    await openPage()
    fireEvent.keyDown(await screen.findByRole('button', { name: 'Actions for Menu' }), {
      key: 'Enter',
    })
    const edit = await screen.findByRole('menuitem', { name: 'Edit' })
    expect(edit.getAttribute('href')).toBe('/ai-chatbot/d1/campaigns/c2/edit')
  })

  it('the status is what the server answers', async () => {
    api.answers[STATUS] = ok({ ...menu, status: 'Disabled' })
    await openPage()
    await screen.findByRole('table')
    api.answers[LIST] = ok([hours, { ...menu, status: 'Disabled' }])
    await chooseAction('Menu', 'Disable')
    await screen.findByText('Campaign status updated.')
    expect(row('Menu').getAllByText('Disabled').length).toBeGreaterThan(0)
  })

  it.each([
    [true, 'Campaign deleted successfully.'],
    [false, null],
  ])('delete asks first (%s)', async (agreed, outcome) => {
    const confirm = vi.fn(() => agreed)
    vi.stubGlobal('confirm', confirm)
    api.answers[DELETE] = ok({ message: 'Deleted.' })
    await openPage()
    await screen.findByRole('table')
    api.answers[LIST] = ok(agreed ? [hours] : [hours, menu])
    await chooseAction('Menu', 'Delete')
    expect(confirm).toHaveBeenCalledWith('Are you sure you want to delete this campaign?')
    if (outcome) await screen.findByText(outcome)
    expect(api.calls.includes(DELETE)).toBe(agreed)
    expect(screen.queryByRole('row', { name: /Menu/ }) === null).toBe(agreed)
  })

  it.each([
    [
      'Disable',
      ok([hours, { ...menu, status: 'Disabled' }]),
      () => row('Menu').queryByText('Enabled'),
    ],
    ['Delete', ok([hours]), () => screen.queryByRole('row', { name: /Menu/ })],
  ])(
    '%s is not undone on the screen by a list that was asked for before',
    async (item, now, undone) => {
      vi.stubGlobal('confirm', () => true)
      api.answers[STATUS] = ok({ ...menu, status: 'Disabled' })
      api.answers[DELETE] = ok({ message: 'Deleted.' })
      await openPage()
      await screen.findByRole('table')
      const late = Promise.withResolvers<void>()
      api.answers[LIST] = { ...ok([hours, menu]), after: late.promise }
      await act(async () => window.dispatchEvent(new Event('visibilitychange')))
      api.answers[LIST] = now
      await chooseAction('Menu', item)
      await waitFor(() => expect(undone()).toBeNull())
      late.resolve()
      await turnsOfTheLoop(5)
      expect(undone()).toBeNull()
    },
  )

  it.each([
    ['Disable', 'Failed to update status.'],
    ['Delete', 'Failed to delete campaign.'],
  ])('%s tells why it failed', async (item, text) => {
    vi.stubGlobal('confirm', () => true)
    api.answers[STATUS] = refused(400, '')
    api.answers[DELETE] = refused(400, '')
    await openPage()
    await screen.findByRole('table')
    await chooseAction('Menu', item)
    await screen.findByText(text)
    screen.getByRole('row', { name: /Menu/ })
  })
})
