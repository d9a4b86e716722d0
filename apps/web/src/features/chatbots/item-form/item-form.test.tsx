// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok, refusedAt } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { itemOf, listedItemOf, numberOf } from '../testing/items.ts'
import { ItemFormPage } from './item-form-page.tsx'

const number = numberOf()
const listed = (_id: string, name: string) => listedItemOf({ _id, name })

afterEach(async () => {
  cleanup()
  await i18n.changeLanguage('en')
  sessionStorage.clear()
  vi.unstubAllGlobals()
})

const nextField = () => screen.getByRole('combobox', { name: /Next bot action/ })
async function chooseNext(name: string) {
  fireEvent.keyDown(nextField(), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('option', { name }))
}

/** A form with a next bot action, which the server refuses. */
async function filledForm(message: string, code: string): Promise<FakeApi> {
  stubResizeObserver()
  Element.prototype.hasPointerCapture = () => false
  Element.prototype.scrollIntoView = () => undefined
  const api = fakeApi({
    'GET /ai-chatbot/devices-summary': ok([number]),
    'GET /ai-chatbot/d1/campaigns': ok([listed('c1', 'Menu'), listed('c2', 'Prices')]),
    'POST /ai-chatbot/d1/campaigns': refusedAt('nextBotAction', 409, message, code),
  })
  renderPage(
    <Switch>
      <Route path="/ai-chatbot/:numberId/campaigns/create">
        <ItemFormPage />
      </Route>
    </Switch>,
    {},
    '/ai-chatbot/d1/campaigns/create',
  )
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Hours' } })
  fireEvent.change(screen.getByLabelText(/Caption/), { target: { value: 'We open at 7.' } })
  await chooseNext('Menu')
  return api
}

it.each([
  [
    'deleted elsewhere',
    'chatbot_next_action_missing',
    'The next bot action does not exist on this number. Choose another item.',
    'None',
  ],
  [
    'leading back',
    'chatbot_next_action_cycle',
    'This next bot action would loop back to itself: Menu.',
    'Menu',
  ],
])(
  'a next bot action %s is refused at its field, and another can be chosen',
  async (_how, code, message, shown) => {
    const api = await filledForm(message, code)
    if (code === 'chatbot_next_action_missing') {
      api.answers['GET /ai-chatbot/d1/campaigns'] = ok([listed('c2', 'Prices')])
    }
    fireEvent.click(screen.getByRole('button', { name: 'Create Campaign' }))
    await screen.findByText(`Failed: ${message}`)
    await screen.findByText(message)
    expect(nextField().getAttribute('aria-invalid')).toBe('true')
    expect(within(nextField()).getByText(shown)).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(nextField()))
    await waitFor(() =>
      expect(api.calls.filter((call) => call === 'GET /ai-chatbot/d1/campaigns')).toHaveLength(2),
    )
    await chooseNext('Prices')
    await waitFor(() => expect(screen.queryByText(message)).toBeNull())
    if (shown === 'None') {
      fireEvent.keyDown(nextField(), { key: 'Enter' })
      await screen.findByRole('option', { name: 'Prices' })
      expect(screen.queryByRole('option', { name: 'Menu' })).toBeNull()
    }
  },
)

it('a refusal at its field follows the language that is chosen after it', async () => {
  const message = 'The next bot action does not exist on this number. Choose another item.'
  await filledForm(message, 'chatbot_next_action_missing')
  const create = screen.getByRole('button', { name: 'Create Campaign' })
  await act(() => i18n.changeLanguage('ms'))
  fireEvent.click(create)
  await screen.findByText(i18n.t(message))
  await act(() => i18n.changeLanguage('en'))
  await screen.findByText(message)
})

it('says beside API Rest Data that its call fails, until it works or is switched off', async () => {
  stubResizeObserver()
  const LIST = 'GET /ai-chatbot/d1/campaigns'
  const apiFailure = { at: new Date().toISOString(), reason: 'The answer is not JSON.' }
  const api = fakeApi({
    'GET /ai-chatbot/devices-summary': ok([number]),
    [LIST]: ok([{ ...listed('c1', 'Hours'), apiFailure }]),
    [`${LIST}/c1`]: ok(itemOf({ mediaFileAi: null })),
    [`${LIST}/c1/api-rest`]: ok(null),
  })
  const { say } = renderPage(
    <Switch>
      <Route path="/ai-chatbot/:numberId/campaigns/:campaignId/edit">
        <ItemFormPage />
      </Route>
    </Switch>,
    {},
    '/ai-chatbot/d1/campaigns/c1/edit',
  )
  await screen.findByText(/^The API failed at \d\d:\d\d: The answer is not JSON\.$/)
  const choice = within(screen.getByRole('radiogroup', { name: 'API Rest Data' }))
  fireEvent.click(choice.getByRole('radio', { name: 'Disabled' }))
  expect(screen.queryByText(/The API failed/)).toBeNull()
  fireEvent.click(choice.getByRole('radio', { name: 'Enabled' }))
  await screen.findByText(/The API failed/)
  api.answers[LIST] = ok([listed('c1', 'Hours')])
  await say('chatbots_changed')
  await waitFor(() => expect(screen.queryByText(/The API failed/)).toBeNull())
})
