// @vitest-environment jsdom
import type { AiDeviceSummary } from '@kirim/contract/chatbots'
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { ChatbotNumbersPage } from './numbers-page.tsx'

const LIST = 'GET /ai-chatbot/devices-summary'
const STATUS = 'PUT /ai-chatbot/devices/d1/status'
const shop: AiDeviceSummary = {
  id: 'd1',
  name: 'Kedai Kopi Pagi',
  number: '60123456701',
  avatarUrl: null,
  connected: true,
  unlinked: false,
  stats: { sent: 3208, items: 6 },
  needsSetup: false,
  statusEnabled: true,
}
const fresh: AiDeviceSummary = {
  ...shop,
  id: 'd2',
  name: 'Khidmat Hantar',
  number: '60123456702',
  stats: { sent: 0, items: 0 },
  needsSetup: true,
  statusEnabled: false,
}

let api: FakeApi
beforeEach(() => {
  api = fakeApi({ [LIST]: ok([shop, fresh]) })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const card = (name: string) => within(screen.getByRole('region', { name }))

it('shows what each number has done and leads on from there', async () => {
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  const links = card('Kedai Kopi Pagi').getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['Campaign List', '/ai-chatbot/d1/campaigns'],
    ['Add Campaign', '/ai-chatbot/d1/campaigns/create?type=ai_chatbot'],
  ])
  expect(screen.getByRole('link', { name: 'AI Settings' }).getAttribute('href')).toBe('/settings')
})

it('asks for a campaign instead of offering a switch that would do nothing', async () => {
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  card('Khidmat Hantar').getByText(/at least one chatbot campaign/)
  expect(card('Khidmat Hantar').queryByRole('switch')).toBeNull()
})

it.each([
  ['hantar', ['Khidmat Hantar']],
  ['+60 123456701', ['Kedai Kopi Pagi']],
])('finds %s', async (search, names) => {
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: search } })
  expect(screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)).toEqual(names)
})

it.each([
  ['follows the answer', ok({ ...shop, statusEnabled: false }), 'false', 'Not answering'],
  ['stays when it is refused', refused(400, ''), 'true', 'Failed to update AI status.'],
])('the switch %s', async (_name, answer, state, text) => {
  api.answers[STATUS] = answer
  renderPage(<ChatbotNumbersPage />)
  const onOff = await screen.findByRole('switch')
  await act(async () => fireEvent.click(onOff))
  await screen.findByText(text)
  expect(onOff.getAttribute('aria-checked')).toBe(state)
})

it('follows a switch in another browser', async () => {
  const { say } = renderPage(<ChatbotNumbersPage />)
  await screen.findByText('Answering messages')
  api.answers[LIST] = ok([{ ...shop, statusEnabled: false }, fresh])
  await say('chatbots_changed')
  await screen.findByText('Not answering')
})

it('says how a number that was unlinked comes back, and keeps its items at hand', async () => {
  api.answers[LIST] = ok([{ ...shop, connected: false, unlinked: true }])
  renderPage(<ChatbotNumbersPage />)
  await screen.findByText('3,208')
  const kept = card('Kedai Kopi Pagi')
  kept.getByText('Waits for its number')
  expect(kept.queryByText('Answering messages')).toBeNull()
  expect(kept.getByRole('link', { name: 'Link again' }).getAttribute('href')).toBe('/scan-device')
  kept.getByRole('link', { name: 'Campaign List' })
})

it('leads to Scan Device when there is no number', async () => {
  api.answers[LIST] = ok([])
  renderPage(<ChatbotNumbersPage />)
  const link = await screen.findByRole('link', { name: 'Connect a Number' })
  expect(link.getAttribute('href')).toBe('/scan-device')
})

it('says that it could not load', async () => {
  api.answers[LIST] = refused(400, '')
  renderPage(<ChatbotNumbersPage />)
  await screen.findByRole('button', { name: 'Try again' })
  expect(screen.getAllByText('Failed to load AI device summary.').length).toBeGreaterThan(0)
})
