// @vitest-environment jsdom
import type { AiSettings } from '@kirim/contract/settings'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { leaveOnceAllowed } from '#shared/routing/leave-question.ts'
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
import { renderPage } from '#shared/testing/render-page.tsx'
import { choose, fill, press, pressTwice, stubLayout } from '#shared/testing/user.ts'
import { AiConfiguration } from './ai-configuration.tsx'
import { AiSettingsValues, modelFor, valuesOf } from './ai-settings-values.ts'

const LOAD = 'GET /settings/ai'
const SAVE = 'PUT /settings/ai'
const REMOVE = 'DELETE /settings/ai'
const savedSettings: AiSettings = {
  provider: 'openai',
  model: 'gpt-5-mini',
  baseUrl: '',
  hasKey: true,
  monthlyLimit: 500,
  usedThisMonth: 1200,
}

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({ [LOAD]: ok(savedSettings) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

async function opened() {
  renderPage(<AiConfiguration />)
  await screen.findByLabelText('API Key')
}
const box = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label)
const noteOf = (label: string | RegExp) =>
  document.getElementById(box(label).getAttribute('aria-describedby') ?? '')?.textContent
const LIMIT = 'AI messages a month'

describe('stored settings', () => {
  it.each([
    ['en', 500, 'AI messages this month: 1,200 of 500'],
    ['en', null, 'AI messages this month: 1,200'],
    ['ms', 500, 'Mesej AI bulan ini: 1,200 daripada 500'],
  ])('in %s, with a cap of %s: %s', async (language, monthlyLimit, text) => {
    await i18n.changeLanguage(language)
    api.answers[LOAD] = ok({ ...savedSettings, monthlyLimit })
    renderPage(<AiConfiguration />)
    await screen.findByText(text)
  })

  it('are loaded again after a failure, which is explained', async () => {
    api.answers[LOAD] = refused(403, 'Access denied', 'forbidden')
    renderPage(<AiConfiguration />)
    const alert = await screen.findByRole('alert')
    within(alert).getByText('Access denied')
    api.answers[LOAD] = ok(null)
    await press('Try again', alert)
    await screen.findByLabelText('API Key')
    expect(screen.queryByText(/^AI messages this month/)).toBeNull()
  })

  it.each([
    ['the server stumbled', refused(500, ''), 'The API key could not be removed.'],
    [
      'it is told why',
      refused(409, 'On the sandbox network, AI settings are only simulated.'),
      'On the sandbox network, AI settings are only simulated.',
    ],
  ])('is not removed when %s, and the question goes', async (_why, answer, sentence) => {
    api.answers[REMOVE] = answer
    await opened()
    await press('Remove key')
    const question = await screen.findByRole('alertdialog')
    await act(async () =>
      fireEvent.click(within(question).getByRole('button', { name: 'Remove key' })),
    )
    await screen.findByText(sentence)
    expect(screen.queryByRole('alertdialog')).toBeNull()
    screen.getByText('A key is saved.')
  })
})

describe('a change', () => {
  it('is sent once, without the stored key, and the form shows the response', async () => {
    api.answers[SAVE] = ok({ ...savedSettings, model: 'gpt-6', monthlyLimit: null })
    await opened()
    await fill(/^Model/, ' gpt-6 ')
    await fill(LIMIT, '')
    await pressTwice('Save Changes')
    await screen.findByText('AI settings saved successfully!')
    expect(callsOf(api, SAVE)).toHaveLength(1)
    expect(lastBodyOf(api, SAVE)).toEqual({
      provider: 'openai',
      model: 'gpt-6',
      baseUrl: '',
      monthlyLimit: null,
    })
    expect([box(/^Model/).value, box(LIMIT).value]).toEqual(['gpt-6', ''])
    expect(screen.getByRole('button', { name: 'Save Changes' })).toHaveProperty('disabled', true)
    const left = vi.fn()
    act(() => leaveOnceAllowed(left))
    expect(left).toHaveBeenCalledOnce()
  })

  it('that is not saved asks before leaving', async () => {
    await opened()
    await fill(/^Model/, 'gpt-6')
    const left = vi.fn()
    act(() => leaveOnceAllowed(left))
    await screen.findByText('Your changes here will be lost.')
    await press('Cancel')
    expect([left.mock.calls.length, box(/^Model/).value]).toEqual([0, 'gpt-6'])
  })

  it.each([
    ['model', /^Model/, 'text_too_long', 'Use at most 200 characters.'],
    ['apiKey', 'API Key', 'ai_key_refused', 'The provider did not accept this API key: no'],
    ['apiKey', 'API Key', 'ai_key_required', 'Enter the API key of this provider.'],
    ['monthlyLimit', LIMIT, 'number_too_large', 'Use a number of at most 1,000,000.'],
  ] as const)(
    'whose %s is refused says so at its field too, which has the focus',
    async (field, label, code, message) => {
      api.answers[SAVE] = refusedAt(field, 422, message, code)
      await opened()
      await fill('API Key', 'sk-1')
      await press('Save API Key')
      await waitFor(() => expect(document.activeElement).toBe(box(label)))
      expect(noteOf(label)).toBe(message)
      expect(box('API Key').value).toBe('sk-1')
      expect(screen.getByRole('alert').textContent).toContain(message)
    },
  )

  it.each([
    ['no answer', unanswered(), 'The server could not be reached. Please try again.'],
    [
      'a provider that is away',
      refused(502, 'The provider could not be reached: timeout', 'ai_provider_unreachable'),
      'The provider could not be reached: timeout',
    ],
  ])('is kept in the form for %s, and sent again', async (_why, answer, sentence) => {
    api.answers[SAVE] = answer
    await opened()
    await fill('API Key', 'sk-1')
    await press('Save API Key')
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe(`AI settings were not saved${sentence}`)
    expect(box('API Key').value).toBe('sk-1')
    api.answers[SAVE] = ok(savedSettings)
    await press('Save API Key')
    await screen.findByText('AI settings saved successfully!')
    expect(box('API Key').value).toBe('')
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('to a custom provider asks for its address and model', async () => {
    await opened()
    expect(screen.queryByLabelText('Base URL')).toBeNull()
    await choose('Provider', 'OpenAI-compatible')
    await fill('API Key', 'sk-1')
    await press('Save API Key')
    await waitFor(() =>
      expect(noteOf('Base URL')).toBe('An OpenAI-compatible provider needs its address.'),
    )
    expect(noteOf('Model')).toBe('An OpenAI-compatible provider needs the name of its model.')
    await fill('Base URL', 'ftp://x')
    await waitFor(() => expect(noteOf('Base URL')).toMatch(/^Enter a web address/))
    expect(callsOf(api, SAVE)).toEqual([])
  })
})

describe('limits', () => {
  const problemOf = (given: Partial<AiSettingsValues>) => {
    const { error } = AiSettingsValues.safeParse({ ...valuesOf(savedSettings), ...given })
    return error?.issues.map(({ path, message }) => `${path}: ${message}`) ?? []
  }

  it.each<[string, Partial<AiSettingsValues>, string[]]>([
    ['a cap of nothing', { monthlyLimit: '0' }, []],
    ['the highest cap', { monthlyLimit: '1000000' }, []],
    ['one more', { monthlyLimit: '1000001' }, ['monthlyLimit: number_too_large']],
    ['a cap among blanks', { monthlyLimit: ' 5 ' }, []],
    ['the longest model', { model: 'm'.repeat(200) }, []],
    ['one letter more', { model: 'm'.repeat(201) }, ['model: text_too_long']],
    ['the longest key', { apiKey: 'k'.repeat(500) }, []],
    ['one sign more', { apiKey: 'k'.repeat(501) }, ['apiKey: text_too_long']],
    ['an address of another provider, which is not looked at', { baseUrl: 'ftp://x' }, []],
  ])('%s', (_what, given, problems) => {
    expect(problemOf(given)).toEqual(problems)
  })

  it('a model is its provider’s own', () => {
    expect([
      modelFor('openai', savedSettings),
      modelFor('google', savedSettings),
      modelFor('openai', null),
    ]).toEqual(['gpt-5-mini', '', ''])
  })
})
