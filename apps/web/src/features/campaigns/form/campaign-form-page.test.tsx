// @vitest-environment jsdom
import { type ContactGroup, listGroups } from '@kirim/contract/contacts'
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Link, Route, Switch } from 'wouter'
import { callQuery } from '#shared/api/query.ts'
import { draftKey, readDraft, writeDraft } from '#shared/forms/drafts.ts'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { fill, press } from '#shared/testing/user.ts'
import { NO_MEDIA } from '../media/media-choice.ts'
import { bulkCampaignOf } from '../testing/campaigns.ts'
import { CampaignDraft, draftOf } from '../values/campaign-draft.ts'
import { newCampaignValues, valuesOf } from '../values/campaign-values.ts'
import { CampaignFormPage } from './campaign-form-page.tsx'

const GROUPS = 'GET /contact-groups'
const CAMPAIGN = 'GET /campaigns/d1/c1'
const EDIT = '/campaigns/create/d1?type=bulk&editCampaignId=c1'
const CREATE = '/campaigns/create/d1?type=bulk'

const older = groupOf('g1', 'Older')
const newest = groupOf('g2', 'Newest')
const campaign = bulkCampaignOf({ contactGroupId: 'g2', contactGroupName: 'Newest' })

/** Another page that loads the groups first. */
function Before({ next }: { next: string }) {
  const groups = useQuery(callQuery(listGroups)).data ?? []
  return groups.length > 0 && <Link to={next}>Open the form</Link>
}

/**
 * Opens the form with groups cached by an earlier page; `now` are the current ones, returned once
 * `after` resolves.
 */
async function opened(address: string, now: ContactGroup[], after = Promise.resolve()) {
  const page = renderPage(
    <Switch>
      <Route path="/">
        <Before next={address} />
      </Route>
      <Route path="/campaigns/create/:deviceId">
        <CampaignFormPage />
      </Route>
    </Switch>,
  )
  const link = await screen.findByRole('link', { name: 'Open the form' })
  api.answers[GROUPS] = { ...ok(now), after }
  await act(async () => fireEvent.click(link))
  return page
}

const groupField = () => screen.findByRole('combobox', { name: 'Contact group' })

function asksBeforeLeaving(): boolean {
  return !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
}

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  api = fakeApi({
    [GROUPS]: ok([older]),
    [CAMPAIGN]: ok(campaign),
    'GET /whatsapp/devices': ok([]),
    'GET /media': ok([]),
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

it('a group newer than the cached list is not shown as deleted', async () => {
  const answered = Promise.withResolvers<void>()
  await opened(EDIT, [older, newest], answered.promise)
  await waitFor(() => expect(api.calls).toContain(CAMPAIGN))
  await act(async () => answered.resolve())
  expect((await groupField()).textContent).toContain('Newest')
  expect(document.body.textContent).not.toContain('(as saved)')
  expect(asksBeforeLeaving()).toBe(false)
})

it('a campaign keeps its people when its group is deleted while the form is open', async () => {
  const { say } = await opened(EDIT, [older, newest])
  expect((await groupField()).textContent).not.toContain('(as saved)')
  api.answers[GROUPS] = ok([older])
  await say('contacts_changed')
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Contact group' }).textContent).toContain(
      'Newest (as saved)',
    ),
  )
  expect(asksBeforeLeaving()).toBe(false)
})

it.each([
  ['of a new campaign', CREATE, 'campaign/new', newCampaignValues('d1')],
  ['of a campaign', EDIT, 'campaign/c1', { ...valuesOf(campaign), campaignName: 'Raya' }],
])(
  'a draft %s keeps a group that is newer than the remembered list',
  async (_, to, name, values) => {
    const draft = draftOf({ ...values, contactGroupId: 'g2' }, NO_MEDIA, 'k1')
    writeDraft(draftKey(name, 'u1'), draft)
    await opened(to, [older, newest])
    const putBack = await screen.findByRole('button', { name: 'Restore it' })
    await act(async () => fireEvent.click(putBack))
    expect((await groupField()).textContent).toContain('Newest')
    expect(document.body.textContent).not.toContain('(as saved)')
  },
)

it('a draft is discarded once the form equals the saved campaign', async () => {
  const key = draftKey('campaign/c1', 'u1')
  writeDraft(key, draftOf({ ...valuesOf(campaign), campaignName: 'Raya' }, NO_MEDIA, 'k1'))
  await opened(EDIT, [older, newest])
  await screen.findByText('Restore it')
  await press('Restore it')
  expect(readDraft(key, CampaignDraft)).not.toBeNull()
  await fill('Campaign name', campaign.campaignName)
  expect(asksBeforeLeaving()).toBe(false)
  expect(readDraft(key, CampaignDraft)).toBeNull()
})

const finished = bulkCampaignOf({
  contactGroupId: 'g2',
  contactGroupName: 'Newest',
  status: 'completed',
  progress: { counts: { queued: 0, read: 1 } },
})

it('the address of a finished campaign opens its own page', async () => {
  api.answers[CAMPAIGN] = ok(finished)
  await opened(EDIT, [older, newest])
  await waitFor(() => expect(window.location.pathname).toBe('/campaigns/c1'))
})

it.each([
  ['says so', ok({ words: [], answer: '', lineByDefault: true }), true],
  ['says otherwise', ok({ words: [], answer: '', lineByDefault: false }), false],
  ['cannot be read', refused(400, 'Slow down.'), true],
])('a new campaign has the opt-out line when the setting %s', async (_what, answer, on) => {
  api.answers['GET /opt-outs/settings'] = answer
  await opened(CREATE, [older])
  const line = await screen.findByRole('switch', { name: 'Reply STOP to stop.' })
  expect(line.getAttribute('aria-checked')).toBe(String(on))
  expect(screen.getByRole('radio', { name: 'English' }).ariaChecked).toBe('true')
})

it('an edited campaign keeps its language, also when its line is switched off and on', async () => {
  api.answers[CAMPAIGN] = ok({ ...campaign, language: 'ms', optOutLine: 'ms' })
  await opened(EDIT, [older, newest])
  const line = await screen.findByRole('switch', { name: 'Balas BERHENTI untuk berhenti.' })
  const chosen = () => screen.getByRole('radio', { name: 'Bahasa Melayu' }).ariaChecked
  expect(chosen()).toBe('true')
  await act(async () => fireEvent.click(line))
  expect(asksBeforeLeaving()).toBe(true)
  await act(async () => fireEvent.click(line))
  expect(chosen()).toBe('true')
  expect(asksBeforeLeaving()).toBe(false)
})

it('one choice sets the language of greetings and of the opt-out line', async () => {
  api.answers[CAMPAIGN] = ok({ ...campaign, caption: '[greet]', optOutLine: 'en' })
  await opened(EDIT, [older, newest])
  const line = await screen.findByRole('switch', { name: 'Reply STOP to stop.' })
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'Bahasa Melayu' })))
  const preview = screen.getByRole('region', { name: 'Message preview' })
  await waitFor(() => expect(preview.textContent).toMatch(/Selamat .+Balas BERHENTI/s))
  await act(async () => fireEvent.click(line))
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: 'English' })))
  await waitFor(() => expect(preview.textContent).toMatch(/Good (?!.*STOP)/s))
})
