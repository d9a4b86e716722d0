// @vitest-environment jsdom
import type { CampaignRest } from '@kirim/contract/campaign-sending'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf } from '#shared/testing/samples.ts'
import { press, stubLayout } from '#shared/testing/user.ts'
import { dismissAllToasts } from '#shared/toast/toast.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { formDataOf } from '../testing/form-data.ts'
import { FinishedCampaign } from './finished-campaign.tsx'

const REST = 'GET /campaigns/d1/c1/rest?includeFailed=false'
const WITH_FAILED = 'GET /campaigns/d1/c1/rest?includeFailed=true'
const SEND = 'POST /campaigns/d1/c1/send-to-rest'
const DUPLICATE = 'POST /campaigns/d1/c1/duplicate'

const campaign = bulkCampaignOf({
  campaignName: 'Raya',
  status: 'completed',
  contactGroupName: 'Staf',
  progress: { counts: { queued: 0, read: 1500, delivered: 4, sent: 3, failed: 2, skipped: 1 } },
})
const rest = (given: Partial<CampaignRest> = {}) =>
  ok({
    people: 2,
    alreadyWritten: 0,
    failed: 0,
    ahead: 0,
    startsAt: null,
    endsAt: null,
    isOffline: false,
    isWaited: false,
    ...given,
  })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [REST]: rest(), 'GET /contact-groups/g1/contacts': ok([]) })
})
afterEach(async () => {
  cleanup()
  act(dismissAllToasts)
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

function show(given = {}, data = {}, askRest = false) {
  const shown = { ...campaign, ...given }
  renderPage(
    <FinishedCampaign data={formDataOf(data)} campaign={shown} askRest={askRest} />,
    {},
    '/campaigns/c1',
  )
}

function fact(term: string): string | undefined {
  const terms = [...document.querySelectorAll('dt')]
  return terms.find(({ textContent }) => textContent === term)?.nextElementSibling?.textContent
}

describe('its outcome', () => {
  it.each([
    ['Device', {}, {}, 'Kedai'],
    ['Device', {}, { devices: [deviceOf({ name: '' })] }, '60123456789'],
    ['Device', {}, { devices: [] }, 'A device that is no longer linked'],
    ['Contact group', {}, {}, 'Staf'],
    ['Contact group', { contactGroupId: null }, {}, 'Staf (as saved)'],
    ['How to opt out', {}, {}, 'No line'],
    ['How to opt out', { optOutLine: 'ms' }, {}, 'Balas BERHENTI untuk berhenti.'],
    ['Recipients', {}, {}, '1,510'],
    ['Read', {}, {}, '1,500'],
    ['Skipped', {}, {}, '1'],
    ['Schedule', {}, {}, 'Anytime, 6 to 12 s apart'],
    [
      'Schedule',
      { campaignScheduleType: 'odd_hours', maxIntervalSeconds: 6 },
      {},
      'Odd Hours, 6 s apart',
    ],
  ])('%s with %j and %o: %s', (term, given, data, text) => {
    show(given, data)
    expect(fact(term)).toBe(text)
  })

  it('is dated by its scheduled time, else by its creation', () => {
    show({ createdAt: new Date(2026, 10, 20, 8).toISOString() })
    expect(fact('Created')?.replaceAll(/\s/g, ' ')).toBe('20 Nov 2026, 08:00')
    cleanup()
    show({ scheduledAt: new Date(2026, 10, 27, 7).toISOString() })
    expect(fact('Scheduled for')?.replaceAll(/\s/g, ' ')).toBe('27 Nov 2026, 07:00')
    expect(fact('Created')).toBeUndefined()
  })
})

describe('a copy', () => {
  it.each([
    [refused(403, 'No more campaigns.', 'quota_campaigns'), 'No more campaigns.'],
    [refused(404, 'Campaign not found.', 'campaign_not_found'), 'Campaign not found.'],
    [unanswered(), 'Failed to duplicate campaign.'],
  ])('that fails says why and stays here', async (answer, text) => {
    api.answers[DUPLICATE] = answer
    show()
    await press('Duplicate')
    await screen.findByText(text)
    expect(window.location.pathname).toBe('/campaigns/c1')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Duplicate' }).disabled).toBe(
      false,
    )
  })

  it('is made once and opened', async () => {
    const answered = Promise.withResolvers<void>()
    const copy = bulkCampaignOf({ id: 'c&2', deviceId: 'd/1' })
    api.answers[DUPLICATE] = { ...ok(copy), after: answered.promise }
    show()
    const button = screen.getByRole('button', { name: 'Duplicate' })
    fireEvent.click(button)
    fireEvent.click(button)
    await waitFor(() => expect(button.textContent).toBe('Processing...'))
    await act(async () => answered.resolve())
    await waitFor(() => expect(window.location.pathname).toBe('/dashboard/add-campaign/d%2F1'))
    expect(new URLSearchParams(window.location.search).get('editCampaignId')).toBe('c&2')
    expect(callsOf(api, DUPLICATE)).toHaveLength(1)
  })
})

describe('sending to the rest', () => {
  const question = () => within(screen.getByRole('alertdialog'))
  const send = () => question().getByRole<HTMLButtonElement>('button', { name: 'Send to the rest' })
  const asked = async (given = {}) => {
    show(given, {}, true)
    await screen.findByRole('alertdialog')
  }

  it('cannot be confirmed before the estimate is loaded', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[REST] = { ...rest(), after: answered.promise }
    await asked()
    question().getByText('Counting people...')
    expect(send().disabled).toBe(true)
    await act(async () => answered.resolve())
    await screen.findByRole('alertdialog', { name: 'Send to the 2 people left?' })
    expect(send().disabled).toBe(false)
  })

  it.each([
    [{ people: 1 }, 'Send to the 1 person left?', /^The same message goes to everyone in Staf/],
    [{ people: 0, failed: 2 }, 'Send to the rest', 'Everyone else in Staf has received it.'],
    [
      { people: 0 },
      'Send to the rest',
      'Everyone in Staf has been processed. People added to the group later can still be reached.',
    ],
  ])('with %o asks %s', async (given, title, text) => {
    api.answers[REST] = rest(given)
    await asked()
    await screen.findByText(text)
    screen.getByRole('alertdialog', { name: title })
    expect(send().disabled).toBe(given.people === 0)
    expect(question().queryByRole('switch') !== null).toBe('failed' in given)
  })

  it.each([
    [refused(409, 'Not finished.', 'campaign_not_completed'), 'Not finished.'],
    [unanswered(), 'This could not be counted. Please try again.'],
  ])('that cannot be counted says why, and is not sent', async (answer, text) => {
    api.answers[REST] = answer
    await asked()
    await screen.findByText(text)
    expect(send().disabled).toBe(true)
    expect(callsOf(api, REST)).toHaveLength(1)
  })

  it('with failed recipients is estimated again, showing the previous estimate meanwhile', async () => {
    api.answers[REST] = rest({ people: 2, failed: 5 })
    await asked()
    await screen.findByRole('alertdialog', { name: 'Send to the 2 people left?' })
    const answered = Promise.withResolvers<void>()
    api.answers[WITH_FAILED] = { ...rest({ people: 7, failed: 5 }), after: answered.promise }
    const label = 'Also retry 5 people it failed to reach'
    await act(async () => fireEvent.click(screen.getByRole('switch', { name: label })))
    screen.getByRole('alertdialog', { name: 'Send to the 2 people left?' })
    await waitFor(() => expect(send().disabled).toBe(true))
    await act(async () => answered.resolve())
    await screen.findByRole('alertdialog', { name: 'Send to the 7 people left?' })
    api.answers[SEND] = ok(campaign)
    fireEvent.click(send())
    fireEvent.click(send())
    await waitFor(() => expect(window.location.pathname).toBe('/'))
    expect(lastBodyOf(api, SEND)).toEqual({ includeFailed: true })
    expect(callsOf(api, SEND)).toHaveLength(1)
    await screen.findByText('Sending to the rest.')
  })

  it.each([
    [refused(409, 'Nobody is left.', 'campaign_rest_empty'), 'Nobody is left.'],
    [unanswered(), 'Could not send to the rest.'],
  ])('that is refused says so, and can be tried again', async (answer, text) => {
    const answered = Promise.withResolvers<void>()
    api.answers[SEND] = { ...answer, after: answered.promise }
    await asked()
    await screen.findByRole('alertdialog', { name: 'Send to the 2 people left?' })
    fireEvent.click(send())
    await question().findByText('Processing...')
    await act(async () => answered.resolve())
    await screen.findByText(text)
    expect(window.location.pathname).toBe('/campaigns/c1')
    await act(async () => fireEvent.click(send()))
    await waitFor(() => expect(callsOf(api, SEND)).toHaveLength(2))
  })

  it('is estimated again each time the dialog opens', async () => {
    await asked()
    await screen.findByRole('alertdialog', { name: 'Send to the 2 people left?' })
    await act(async () => fireEvent.click(question().getByRole('button', { name: 'Not now' })))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(api.calls).not.toContain(SEND)
    api.answers[REST] = rest({ people: 3 })
    await press('Send to the rest')
    await screen.findByRole('alertdialog', { name: 'Send to the 3 people left?' })
  })
})
