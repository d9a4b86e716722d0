// @vitest-environment jsdom
import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { type FakeApi, fakeApi, lastBodyOf, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, groupOf } from '#shared/testing/samples.ts'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { CampaignFormPage } from '../form/campaign-form-page.tsx'
import { preflightOf } from '../testing/preflight.ts'

const SAVE = 'POST /campaigns/d1'
const PREFLIGHT = 'POST /campaigns/d1/preflight'
const estimate: CampaignEstimate = {
  people: 484,
  alreadyWritten: 0,
  ahead: 0,
  startsAt: new Date().toISOString(),
  endsAt: new Date(Date.now() + 3_600_000).toISOString(),
  isOffline: false,
  isWaited: false,
}

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  Element.prototype.hasPointerCapture = () => false
  Element.prototype.scrollIntoView = () => undefined
  api = fakeApi({
    'GET /whatsapp/devices': ok([deviceOf()]),
    'GET /contact-groups': ok([groupOf('g1', 'Staf', 484)]),
    'GET /media': ok([]),
    [PREFLIGHT]: ok(preflightOf({ estimate })),
    [SAVE]: refused(400, 'No.'),
  })
})
afterEach(() => {
  cleanup()
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

async function filledForm() {
  renderPage(
    <Switch>
      <Route path="/add-campaign/:deviceId?">
        <CampaignFormPage />
      </Route>
    </Switch>,
    {},
    '/add-campaign/d1',
  )
  fireEvent.change(await screen.findByLabelText('Campaign name'), { target: { value: 'Raya' } })
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Contact group' }), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('option', { name: /Staf/ }))
}

const create = () => screen.getByRole('button', { name: 'Create Campaign' })

it('sending asks first, with the focus on the safe answer, and saves once', async () => {
  await filledForm()
  fireEvent.click(create())
  const dialog = await screen.findByRole('alertdialog', { name: 'Send now to 484 people?' })
  for (const fact of ['Kedai', '60123456789', 'Staf', 'Now', '5 to 10 s apart']) {
    expect(dialog.textContent).toContain(fact)
  }
  expect(dialog.textContent).toContain('about')
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Keep editing'))
  expect(api.calls).not.toContain(SAVE)
  fireEvent.click(create())
  fireEvent.click(create())
  await screen.findByText('Failed: No.')
  expect(api.calls.filter((call) => call === SAVE)).toHaveLength(1)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
})

it('going on editing saves nothing', async () => {
  await filledForm()
  fireEvent.click(create())
  fireEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(api.calls).not.toContain(SAVE)
})

it('a disabled campaign is saved without asking', async () => {
  await filledForm()
  fireEvent.click(screen.getByRole('switch', { name: 'Enabled' }))
  fireEvent.click(create())
  await screen.findByText('Failed: No.')
  expect(screen.queryByRole('alertdialog')).toBeNull()
})

it('nothing is sent when the check fails', async () => {
  api.answers[PREFLIGHT] = refused(500, 'Something went wrong.')
  await filledForm()
  fireEvent.click(create())
  await screen.findByText('Failed: Something went wrong.')
  expect(api.calls).not.toContain(SAVE)
})

it('a test can be sent first, without leaving the question', async () => {
  const person = { name: 'Farah', phoneNumber: '60123456701', fields: {} }
  const preview = { kind: 'plain', letter: 'A', person, text: 'Hai', fallbacks: [], missing: [] }
  api.answers[PREFLIGHT] = ok({ ...preflightOf({ estimate }), previews: [preview] })
  const at = new Date().toISOString()
  api.answers['POST /campaigns/d1/test'] = ok({ phoneNumber: '60123456789', at, state: 'sent' })
  await filledForm()
  fireEvent.click(create())
  const dialog = within(await screen.findByRole('alertdialog'))
  fireEvent.click(dialog.getByRole('button', { name: 'Send a test first' }))
  await dialog.findByText(/^Sent to 60123456789 at /)
  dialog.getByRole('button', { name: 'Send another test' })
  expect(api.calls).not.toContain(SAVE)
})

it('a start at night can be moved to the morning with one press', async () => {
  const startsAt = new Date(2030, 10, 28, 23, 15).toISOString()
  const night = { code: 'starts_at_night', params: { at: startsAt }, tone: 'warning' } as const
  api.answers[PREFLIGHT] = ok(preflightOf({ estimate, findings: [night] }))
  await filledForm()
  fireEvent.change(screen.getByLabelText('Caption'), { target: { value: 'Hai' } })
  fireEvent.click(create())
  const question = within(await screen.findByRole('alertdialog'))
  question.getByText(/^It starts .*, at night$/)
  expect(question.queryByText(/open warning/)).toBeNull()
  fireEvent.click(question.getByRole('button', { name: 'Start at 09:00' }))
  const nine = new Date(2030, 10, 29, 9, 0).toISOString()
  await waitFor(() => expect(lastBodyOf(api, PREFLIGHT)).toMatchObject({ scheduledAt: nine }))
  expect(api.calls).not.toContain(SAVE)
})
