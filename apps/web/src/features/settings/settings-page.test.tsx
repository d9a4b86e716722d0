// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { isDisabled } from '#shared/testing/user.ts'
import { SettingsPage } from './settings-page.tsx'

// The real dialog needs the app's router; this one only shows whether it is active.
vi.mock('#shared/forms/leave-guard.tsx', () => ({
  LeaveGuard: ({ active }: { active: boolean }) => active && <p>asks before leaving</p>,
}))

const SAVED = 'AI settings saved successfully! (Simulation)'
const SIMULATED = 'On the sandbox network, saving is only simulated. Nothing is sent or stored.'
const KEPT = 'Your own key is used. It is encrypted and never shown again.'
const NONE_KEPT = 'No key is saved. A saved key is encrypted and never shown again.'
const SETTINGS = 'GET /settings/ai'
const info = (network: 'sandbox' | 'live') => ok({ network, mediaUrl: '', version: '0.1.0' })
const savedSettings = {
  provider: 'openai',
  model: 'gpt-5-mini',
  baseUrl: '',
  hasKey: true,
  monthlyLimit: null,
  usedThisMonth: 3,
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi({})
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const keyBox = () => screen.getByLabelText<HTMLInputElement>('API Key')
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: /^Sav/ })
const asksBeforeLeaving = () => screen.queryByText('asks before leaving') !== null
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Uses keys, because Radix opens selects on pointer events, which jsdom lacks. */
async function chooseProvider(name: string): Promise<void> {
  Element.prototype.scrollIntoView = () => undefined
  fireEvent.keyDown(screen.getByRole('combobox', { name: 'Provider' }), { key: 'Enter' })
  const option = await screen.findByRole('option', { name })
  await act(async () => fireEvent.keyDown(option, { key: 'Enter' }))
}

it.each([
  ['sandbox', 'no key', null, SIMULATED],
  ['live', 'no key', null, NONE_KEPT],
  ['live', 'no key any more', { ...savedSettings, hasKey: false }, NONE_KEPT],
  ['live', 'a key', savedSettings, KEPT],
] as const)('the %s network has one truth about %s', async (network, _, settings, truth) => {
  api.answers['GET /app-info'] = info(network)
  api.answers[SETTINGS] = ok(settings)
  renderPage(<SettingsPage />)
  await screen.findByLabelText('API Key')
  const notes = [SIMULATED, NONE_KEPT, KEPT].filter((text) => screen.queryByText(text))
  expect(notes).toEqual([truth])
})

it('shows no wrong state while loading', async () => {
  const late = Promise.withResolvers<void>()
  api.answers['GET /app-info'] = info('live')
  api.answers[SETTINGS] = { ...ok(savedSettings), after: late.promise }
  renderPage(<SettingsPage />)
  await waitFor(() => expect(api.calls).toContain(SETTINGS))
  expect([...document.querySelectorAll('p')].filter((text) => !text.textContent)).toEqual([])
  late.resolve()
  await screen.findByText(KEPT)
})

describe('on the sandbox network', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    api.answers['GET /app-info'] = info('sandbox')
  })

  it('loads for half a second and saves for one, without any call', async () => {
    renderPage(<SettingsPage />)
    await pass(0)
    await pass(499)
    expect(screen.queryByLabelText('API Key')).toBeNull()
    await pass(1)
    expect(keyBox().type).toBe('password')
    expect(isDisabled(saveButton())).toBe(true)
    fireEvent.change(keyBox(), { target: { value: 'sk-1' } })
    expect(isDisabled(saveButton())).toBe(false)
    expect(asksBeforeLeaving()).toBe(true)
    fireEvent.click(saveButton())
    expect(isDisabled(saveButton())).toBe(true)
    await pass(999)
    expect(screen.queryByText(SAVED)).toBeNull()
    await pass(1)
    screen.getByText(SAVED)
    expect(asksBeforeLeaving()).toBe(false)
    expect(api.calls).toEqual(['GET /app-info'])
  })
})

describe('on the live network', () => {
  beforeEach(() => {
    api.answers['GET /app-info'] = info('live')
    api.answers[SETTINGS] = ok(null)
  })

  it('keeps what was typed when the provider refuses the key', async () => {
    api.answers['PUT /settings/ai'] = refused(400, 'The provider did not accept this API key: no')
    renderPage(<SettingsPage />)
    await screen.findByLabelText('API Key')
    expect(isDisabled(saveButton())).toBe(true)
    fireEvent.change(keyBox(), { target: { value: 'sk-1' } })
    await act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save API Key' })))
    await screen.findByText('The provider did not accept this API key: no')
    expect(keyBox().value).toBe('sk-1')
    expect(asksBeforeLeaving()).toBe(true)
  })

  it('another provider starts with its own model, and going back keeps the saved one', async () => {
    stubResizeObserver()
    api.answers[SETTINGS] = ok(savedSettings)
    renderPage(<SettingsPage />)
    const model = await screen.findByLabelText<HTMLInputElement>(/^Model/)
    expect([model.value, asksBeforeLeaving()]).toEqual(['gpt-5-mini', false])
    await chooseProvider('Google')
    expect([model.value, asksBeforeLeaving()]).toEqual(['', true])
    await chooseProvider('OpenAI')
    expect([model.value, asksBeforeLeaving()]).toEqual(['gpt-5-mini', false])
  })

  it('never shows a stored key, and removes it after a confirmation', async () => {
    api.answers[SETTINGS] = ok(savedSettings)
    api.answers['DELETE /settings/ai'] = ok(null)
    renderPage(<SettingsPage />)
    await screen.findByText('A key is saved.')
    expect(keyBox().value).toBe('')
    fireEvent.click(screen.getByRole('button', { name: 'Remove key' }))
    const dialog = await screen.findByRole('alertdialog')
    expect(api.calls).not.toContain('DELETE /settings/ai')
    const confirm = dialog.querySelectorAll('button')[1]
    await act(async () => confirm && fireEvent.click(confirm))
    await screen.findByText('The API key is removed.')
    expect(screen.queryByText('A key is saved.')).toBeNull()
  })

  it('says when the settings cannot be loaded', async () => {
    api.answers[SETTINGS] = refused(400, '')
    renderPage(<SettingsPage />)
    await screen.findByText('AI settings could not be loaded.')
  })
})
