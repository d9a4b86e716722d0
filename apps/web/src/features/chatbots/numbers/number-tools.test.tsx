// @vitest-environment jsdom
import type { NumberSettings, SavedResponse } from '@kirim/contract/chatbot-tools'
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { fieldIssues } from '#shared/forms/field-issue.ts'
import { fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { SavedResponsesPage } from '../responses/saved-responses-page.tsx'
import { ChatbotSettingsButton } from '../settings/settings-dialog.tsx'
import { SettingsValues, settingsValuesOf } from '../settings/settings-values.ts'

beforeEach(stubResizeObserver)
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const settings: NumberSettings = {
  timeZone: 'Asia/Kuala_Lumpur',
  language: 'ms',
  cooldownSeconds: 30,
  quietMinutes: 0,
  knowledge: '',
}

describe('settings as they are typed', () => {
  it('come back as they were when nothing is typed', () => {
    expect(SettingsValues.parse(settingsValuesOf(settings))).toEqual(settings)
  })

  it.each([
    ['cooldownSeconds', '86401', 'Enter whole seconds, from 0 to 86400 (a day).'],
    ['cooldownSeconds', '1.5', 'Enter whole seconds, from 0 to 86400 (a day).'],
    ['quietMinutes', '', 'Enter whole minutes, from 0 to 10080 (a week).'],
    ['timeZone', 'Kuala Lumpur', 'Unknown time zone.'],
  ])('%s %s is refused', (field, typed, problem) => {
    const parsed = SettingsValues.safeParse({ ...settingsValuesOf(settings), [field]: typed })
    expect([...fieldIssues(parsed.error).values()].map(({ message }) => message)).toEqual([problem])
  })
})

describe('the settings of a number', () => {
  const LOAD = 'GET /ai-chatbot/devices/d1/settings'
  const SAVE = 'PUT /ai-chatbot/devices/d1/settings'

  it('stay as they are typed while the window is left and come back to', async () => {
    const api = fakeApi({ [LOAD]: ok(settings) })
    renderPage(<ChatbotSettingsButton deviceId="d1" />)
    fireEvent.click(screen.getByRole('button', { name: 'Chatbot settings' }))
    const knowledge = await screen.findByLabelText('What AI knows of your business')
    fireEvent.change(knowledge, { target: { value: 'Buka 7 pagi' } })
    await act(async () => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    })
    expect(screen.getByDisplayValue('Buka 7 pagi')).toBe(knowledge)
    expect(api.calls).toEqual([LOAD])
  })

  it('are read when they are opened, and saved', async () => {
    const api = fakeApi({ [LOAD]: ok(settings), [SAVE]: refused(400, 'Not now.') })
    renderPage(<ChatbotSettingsButton deviceId="d1" />)
    expect(api.calls).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: 'Chatbot settings' }))
    fireEvent.change(await screen.findByLabelText('Cooldown per chat and item'), {
      target: { value: '60' },
    })
    const save = screen.getByRole('button', { name: 'Save Changes' })
    await act(async () => fireEvent.click(save))
    await screen.findByText('Not now.')
    api.answers[SAVE] = ok({ ...settings, cooldownSeconds: 60 })
    await act(async () => fireEvent.click(save))
    await screen.findByText('Chatbot settings saved.')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('are not said to be refused when they are opened again', async () => {
    fakeApi({ [LOAD]: ok(settings), [SAVE]: refused(400, 'Not now.') })
    renderPage(<ChatbotSettingsButton deviceId="d1" />)
    const open = screen.getByRole('button', { name: 'Chatbot settings' })
    open.focus()
    fireEvent.click(open)
    await screen.findByLabelText('Time zone')
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save Changes' })))
    await screen.findByText('The settings were not saved')
    const cancel = screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel' })
    await waitFor(() => expect(cancel.disabled).toBe(false))
    fireEvent.click(cancel)
    await waitFor(() => expect(document.activeElement).toBe(open))
    fireEvent.click(open)
    await screen.findByLabelText('Time zone')
    expect(screen.queryByText('The settings were not saved')).toBeNull()
  })
})

const LIST = 'GET /ai-chatbot/d1/responses?limit=50'
const response: SavedResponse = {
  id: 'r1',
  itemId: 'i1',
  itemName: 'Order',
  name: 'Aisyah',
  phoneNumber: '60123456789',
  kind: 'text',
  text: 'Dua kopi ais',
  at: '2026-11-20T00:00:00.000Z',
}

function responsesPage() {
  renderPage(
    <Switch>
      <Route path="/ai-chatbot/:numberId/responses">
        <SavedResponsesPage />
      </Route>
    </Switch>,
    {},
    '/ai-chatbot/d1/responses',
  )
}

describe('saved responses', () => {
  it('of a number that is gone say so once, and lead to the numbers', async () => {
    const api = fakeApi({ [LIST]: refused(404, 'Device not found.', 'device_not_found') })
    responsesPage()
    await screen.findByText('This number does not exist or is no longer linked.')
    const link = screen.getByRole('link', { name: 'Go to the numbers' })
    expect(link.getAttribute('href')).toBe('/ai-chatbot')
    expect(screen.queryByRole('button', { name: /Try again|Export/ })).toBeNull()
    link.focus()
    await act(async () => {
      focusManager.setFocused(false)
      focusManager.setFocused(true)
    })
    expect(document.activeElement).toBe(link)
    expect(api.calls).toEqual([LIST])
  })

  it('are listed with who wrote them and under which item', async () => {
    fakeApi({ [LIST]: ok([response]) })
    responsesPage()
    await screen.findByText('Dua kopi ais')
    expect(screen.getAllByRole('link', { name: 'Order' })[0]?.getAttribute('href')).toBe(
      '/ai-chatbot/d1/campaigns/i1/edit',
    )
  })

  it('say what came beside words, and without', async () => {
    const picture = { ...response, id: 'r2', kind: 'image', text: '' }
    const film = { ...response, id: 'r3', kind: 'video', text: 'Yang ini' }
    fakeApi({ [LIST]: ok([picture, film, response]) })
    responsesPage()
    await screen.findByText('Yang ini')
    const [, ofPicture, ofFilm, ofWords] = screen.getAllByRole('row')
    expect(ofPicture?.textContent).toContain('Picture')
    expect(ofFilm?.textContent).toContain('VideoYang ini')
    expect(ofWords?.textContent).not.toContain('Message')
  })

  it.each([
    ['nothing is kept', ok([]), 'No responses yet'],
    ['they could not load', refused(400, 'Not now.'), 'Try again'],
  ])('says that %s', async (_, answer, text) => {
    fakeApi({ [LIST]: answer })
    responsesPage()
    await screen.findByText(text)
  })
})
