// @vitest-environment jsdom
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { draftKey, readDraft } from '#shared/forms/drafts.ts'
import { navigate } from '#shared/routing/navigation.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  ok,
  refused,
  refusedAt,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, press, stubLayout, turnsOfTheLoop } from '#shared/testing/user.ts'
import { itemOf, listedItemOf, numberOf } from '../testing/items.ts'
import { ItemDraft } from './item-draft.ts'
import { ItemFormPage } from './item-form-page.tsx'

const NUMBERS = 'GET /ai-chatbot/devices-summary'
const LIST = 'GET /ai-chatbot/d1/campaigns'
const ITEM = `${LIST}/c1`
const API_REST = `${ITEM}/api-rest`
const SAVE = 'PUT /ai-chatbot/d1/campaigns/c1'
const EDIT = '/ai-chatbot/d1/campaigns/c1/edit'
const item = itemOf({ nextBotAction: '', apiRestDataStatus: 'disabled' })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [NUMBERS]: ok([numberOf()]),
    [LIST]: ok([listedItemOf()]),
    [ITEM]: ok(item),
    [API_REST]: ok(null),
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const open = (address = EDIT) =>
  renderPage(
    <Switch>
      <Route path="/ai-chatbot/:numberId/campaigns/:campaignId/edit">
        <ItemFormPage />
      </Route>
      <Route path="/dashboard/add-campaign">
        <ItemFormPage />
      </Route>
    </Switch>,
    {},
    address,
  )
const path = () => window.location.pathname

describe('a form that cannot be filled in', () => {
  it.each([
    [
      'its item is gone',
      ITEM,
      refused(404, 'Chatbot campaign not found.', 'chatbot_item_not_found'),
    ],
    ['its list is refused', LIST, refused(403, 'Access denied', 'forbidden')],
    ['what it calls cannot be read', API_REST, refused(403, '')],
    ['the numbers cannot be read', NUMBERS, refused(403, '')],
  ])('since %s is left for the list, which says so', async (_why, call, answer) => {
    api.answers[call] = answer
    open()
    await screen.findByText('Failed to load page data. Please try again.')
    await waitFor(() => expect(path()).toBe('/ai-chatbot/d1/campaigns'))
  })

  it('leads to the numbers when its number is gone', async () => {
    const gone = refused(404, 'Device not found.', 'device_not_found')
    Object.assign(api.answers, { [LIST]: gone, [ITEM]: gone, [API_REST]: gone })
    open()
    await screen.findByText('Device not found.')
    await waitFor(() => expect(path()).toBe('/ai-chatbot'))
  })

  it('leads to the numbers when the address has no number', async () => {
    open('/dashboard/add-campaign?editCampaignId=c1')
    await waitFor(() => expect(path()).toBe('/ai-chatbot'))
    expect(api.calls.filter((call) => call !== NUMBERS)).toEqual([])
  })

  it('shows a skeleton while it is loading', async () => {
    const late = Promise.withResolvers<void>()
    api.answers[API_REST] = { ...ok(null), after: late.promise }
    open()
    await waitFor(() => expect(callsOf(api, API_REST)).toHaveLength(1))
    await turnsOfTheLoop(4)
    screen.getByText('Loading...')
    expect(screen.queryByLabelText('Name')).toBeNull()
    await act(async () => late.resolve())
    await screen.findByLabelText('Name')
  })
})

describe('an item that is not saved', () => {
  it('shows a refusal at its field, keeps the input, and saves on the next press', async () => {
    const message = 'A name may have at most 200 characters.'
    api.answers[SAVE] = refusedAt('name', 400, message, 'name_too_long')
    open()
    await screen.findByLabelText('Name')
    await fill('Name', 'Jam')
    await press('Update Campaign')
    await screen.findByText(`Failed: ${message}`)
    const name = screen.getByLabelText<HTMLInputElement>('Name')
    expect([name.value, name.getAttribute('aria-invalid')]).toEqual(['Jam', 'true'])
    await waitFor(() => expect(document.activeElement).toBe(name))
    api.answers[SAVE] = ok(item)
    await press('Update Campaign')
    await waitFor(() => expect(path()).toBe('/ai-chatbot/d1/campaigns'))
    await screen.findByText('Campaign updated!')
    expect(readDraft(draftKey('chatbot/d1/c1', 'u1'), ItemDraft)).toBeNull()
  })

  it('says that the server did not respond, and keeps a draft', async () => {
    api.answers[SAVE] = unanswered()
    open()
    await screen.findByLabelText('Name')
    await fill('Name', 'Jam')
    await press('Update Campaign')
    await screen.findByText('Failed: The server did not respond. What you typed is still here.')
    act(() => navigate('/'))
    await screen.findByText('Leave without saving?')
    await press('Cancel')
    cleanup()
    open()
    await screen.findByText('Restore it')
    await press('Restore it')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Jam')
  })
})
