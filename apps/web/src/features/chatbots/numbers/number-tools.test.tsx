// @vitest-environment jsdom
import type { NumberSettings, SavedResponse } from '@kirim/contract/chatbot-tools'
import { focusManager } from '@tanstack/react-query'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { fieldIssues } from '#shared/forms/field-issue.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
  refusedAt,
  unanswered,
} from '#shared/testing/fake-api.ts'
import { stubObjectUrls } from '#shared/testing/object-urls.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { fill, press, pressKey, searchFor, stubLayout } from '#shared/testing/user.ts'
import { SavedResponsesPage } from '../responses/saved-responses-page.tsx'
import { ChatbotSettingsButton } from '../settings/settings-dialog.tsx'
import { SettingsValues } from '../settings/settings-form.tsx'

beforeEach(stubLayout)
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const settings: NumberSettings = {
  timeZone: 'Asia/Kuala_Lumpur',
  language: 'ms',
  cooldownSeconds: 30,
  quietMinutes: 0,
  knowledge: '',
}

const shown = { ...settings, cooldownSeconds: '30', quietMinutes: '0' }

describe('settings as they are typed', () => {
  it('come back as they were when nothing is typed', () => {
    expect(SettingsValues.parse(shown)).toEqual(settings)
  })

  it.each([
    ['cooldownSeconds', '0', 0],
    ['cooldownSeconds', ' 86400 ', 86_400],
    ['cooldownSeconds', '007', 7],
    ['quietMinutes', '10080', 10_080],
    ['knowledge', 'x'.repeat(20_000), 'x'.repeat(20_000)],
  ])('%s %j is taken', (field, typed, kept) => {
    const values = SettingsValues.parse({ ...shown, [field]: typed })
    expect(values).toMatchObject({ [field]: kept })
  })

  it.each([
    ['cooldownSeconds', '-1', 'Enter whole seconds, from 0 to 86400 (a day).'],
    ['cooldownSeconds', '9999999999', 'Enter whole seconds, from 0 to 86400 (a day).'],
    ['quietMinutes', '10081', 'Enter whole minutes, from 0 to 10080 (a week).'],
    ['quietMinutes', '1e2', 'Enter whole minutes, from 0 to 10080 (a week).'],
    ['knowledge', 'x'.repeat(20_001), 'Use at most 20000 characters.'],
    ['cooldownSeconds', '86401', 'Enter whole seconds, from 0 to 86400 (a day).'],
    ['cooldownSeconds', '1.5', 'Enter whole seconds, from 0 to 86400 (a day).'],
    ['quietMinutes', '', 'Enter whole minutes, from 0 to 10080 (a week).'],
    ['timeZone', 'Kuala Lumpur', 'Choose a known time zone.'],
  ])('%s %s is refused', (field, typed, problem) => {
    const parsed = SettingsValues.safeParse({ ...shown, [field]: typed })
    expect([...fieldIssues(parsed.error).values()].map(({ message }) => message)).toEqual([problem])
  })
})

describe('the settings of a number', () => {
  const LOAD = 'GET /ai-chatbot/devices/d1/settings'
  const SAVE = 'PUT /ai-chatbot/devices/d1/settings'

  async function opened(answers: FakeApi['answers']) {
    const api = fakeApi({ [LOAD]: ok(settings), ...answers })
    renderPage(<ChatbotSettingsButton deviceId="d1" />)
    await press('Chatbot settings')
    return api
  }

  it('that cannot be read are not saved over, and are read when they are asked for again', async () => {
    const api = await opened({ [LOAD]: refused(404, 'Device not found.', 'device_not_found') })
    await screen.findByText('Device not found.')
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull()
    api.answers[LOAD] = ok(settings)
    await press('Try again')
    const cooldown = await screen.findByLabelText<HTMLInputElement>('Cooldown per chat and item')
    expect(cooldown.value).toBe('30')
    screen.getByRole('button', { name: 'Save Changes' })
  })

  it('that are refused say so at their field, and keep what was typed', async () => {
    const api = await opened({
      [SAVE]: refusedAt('timeZone', 400, 'Choose a known time zone.', 'time_zone_unknown'),
    })
    await screen.findByLabelText('Time zone')
    await fill('Pause after you answer', '15')
    await press('Save Changes')
    const zone = screen.getByLabelText('Time zone')
    await waitFor(() => expect(zone.getAttribute('aria-invalid')).toBe('true'))
    await waitFor(() => expect(document.activeElement).toBe(zone))
    expect(lastBodyOf(api, SAVE)).toEqual({ ...settings, quietMinutes: 15 })
    screen.getByDisplayValue('15')
  })

  it('that nobody answers for are kept in the form, which cannot be closed meanwhile', async () => {
    const late = Promise.withResolvers<void>()
    const api = await opened({ [SAVE]: { ...unanswered(), after: late.promise } })
    await screen.findByLabelText('Time zone')
    const save = screen.getByRole('button', { name: 'Save Changes' })
    fireEvent.click(save)
    fireEvent.click(save)
    await screen.findByText('Saving...')
    await pressKey(screen.getByRole('dialog'), 'Escape')
    screen.getByRole('dialog')
    await act(async () => late.resolve())
    await screen.findByText('The server did not respond. What you typed is still here.')
    expect(callsOf(api, SAVE)).toHaveLength(1)
  })

  it('that are typed wrongly are asked for before anything is sent', async () => {
    const api = await opened({})
    await screen.findByLabelText('Time zone')
    await fill('Cooldown per chat and item', 'a day')
    await press('Save Changes')
    screen.getByText('Enter whole seconds, from 0 to 86400 (a day).')
    expect(api.calls).toEqual([LOAD])
  })

  it('stay as they are typed while the window is left and come back to', async () => {
    const api = fakeApi({ [LOAD]: ok(settings) })
    renderPage(<ChatbotSettingsButton deviceId="d1" />)
    fireEvent.click(screen.getByRole('button', { name: 'Chatbot settings' }))
    const knowledge = await screen.findByLabelText('What AI knows about your business')
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
  username: '',
  kind: 'text',
  text: 'Dua kopi ais',
  at: '2026-11-20T00:00:00.000Z',
}

function responsesPage(search = '') {
  renderPage(
    <Switch>
      <Route path="/ai-chatbot/:numberId/responses">
        <SavedResponsesPage />
      </Route>
    </Switch>,
    {},
    `/ai-chatbot/d1/responses${search}`,
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

  it('of somebody unknown, under an item that is gone, say so', async () => {
    fakeApi({ [LIST]: ok([{ ...response, name: '', phoneNumber: '', itemId: null }]) })
    responsesPage()
    const row = (await screen.findByText('Dua kopi ais')).closest('tr')
    expect(row?.textContent).toMatch(/^No nameNo number/)
    expect(row?.querySelector('a')).toBeNull()
  })

  it('are searched by what stands in the address, and not found is not none', async () => {
    const api = fakeApi({ [`${LIST}&q=kopi`]: ok([]), [LIST]: ok([response]) })
    responsesPage('?q=kopi')
    await screen.findByText('No response matches this search.')
    await searchFor('')
    await screen.findByText('Dua kopi ais')
    expect(window.location.search).toBe('')
    expect(api.calls).toEqual([`${LIST}&q=kopi`, LIST])
  })

  it('stay in sight while another page is on its way', async () => {
    const late = Promise.withResolvers<void>()
    const more = { ...response, id: 'r2', text: 'Satu teh' }
    fakeApi({
      [LIST]: ok([response], { 'x-next-cursor': 'n2', 'x-total-count': '1051' }),
      [`${LIST}&cursor=n2`]: { ...ok([more], { 'x-total-count': '1051' }), after: late.promise },
    })
    responsesPage()
    await screen.findByText('1 to 1 of 1,051')
    await press('Next page')
    const card = screen.getByRole('region', { name: /^Responses/ })
    await waitFor(() => expect(card.getAttribute('aria-busy')).toBe('true'))
    screen.getByText('Dua kopi ais')
    await act(async () => late.resolve())
    await screen.findByText('Satu teh')
    expect(screen.queryByText('Dua kopi ais')).toBeNull()
    await press('Previous page')
    await screen.findByText('Dua kopi ais')
  })

  describe('as a file', () => {
    const EXPORT = 'GET /ai-chatbot/d1/responses.csv'
    const saved: string[] = []
    beforeEach(() => {
      stubObjectUrls()
      saved.length = 0
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
        this: HTMLAnchorElement,
      ) {
        saved.push(`${this.download} ${this.href}`)
      })
    })
    afterEach(() => void vi.restoreAllMocks())

    it('are asked for once and saved under a name', async () => {
      // The file's address is revoked a minute later.
      vi.useFakeTimers({ shouldAdvanceTime: true })
      const late = Promise.withResolvers<void>()
      const api = fakeApi({ [LIST]: ok([]), [EXPORT]: { ...ok('a,b'), after: late.promise } })
      responsesPage()
      await screen.findByText('No responses yet')
      await press('Export CSV')
      fireEvent.click(await screen.findByText('Exporting...'))
      await act(async () => late.resolve())
      await waitFor(() => expect(saved).toEqual(['saved-responses.csv blob:http://k/1']))
      expect(api.calls.filter((call) => call.startsWith(EXPORT))).toHaveLength(1)
    })

    it.each([
      [refused(429, 'Several long lists.', 'too_many_lists'), 'Failed: Several long lists.'],
      [unanswered(), 'Failed: The server did not answer.'],
    ])('that cannot be had say why', async (answer, text) => {
      fakeApi({ [LIST]: ok([]), [EXPORT]: answer })
      responsesPage()
      await press('Export CSV')
      await screen.findByText(text)
      expect(saved).toEqual([])
    })
  })
})
