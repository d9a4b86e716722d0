// @vitest-environment jsdom
import type { SavedResponse } from '@kirim/contract/chatbot-tools'
import type { PausedChat } from '@kirim/contract/paused-chats'
import { act, cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { Route, Switch } from 'wouter'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { PausedChats } from '../numbers/paused-chats-card.tsx'
import { SavedResponsesPage } from '../responses/saved-responses-page.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const response: SavedResponse = {
  id: 'r1',
  itemId: 'c1',
  itemName: 'Order',
  name: 'Siti',
  phoneNumber: '60131000001',
  username: '',
  kind: 'text',
  text: '12 Jalan Besar',
  at: '2026-11-21T07:00:00.000Z',
}
const paused: PausedChat = {
  id: 'p1',
  chat: 'individual',
  name: 'Bot Ali',
  phoneNumber: '60131000009',
  username: '',
  reason: 'hour',
  until: '2026-11-21T09:15:00.000Z',
}

it('loads new responses while the page is open', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  stubResizeObserver()
  const api = fakeApi({ 'GET /ai-chatbot/d1/responses?limit=50': ok([]) })
  renderPage(
    <Switch>
      <Route path="/ai-chatbot/:numberId/responses">
        <SavedResponsesPage />
      </Route>
    </Switch>,
    {},
    '/ai-chatbot/d1/responses',
  )
  await screen.findByText('No responses yet')
  api.answers['GET /ai-chatbot/d1/responses?limit=50'] = ok([response])
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  expect((await screen.findAllByText('12 Jalan Besar')).length).toBeGreaterThan(0)
})

it('shows a chat while it is paused', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const api = fakeApi({ 'GET /ai-chatbot/d1/paused-chats': ok([]) })
  renderPage(<PausedChats deviceId="d1" />)
  await waitFor(() => expect(api.calls.length).toBe(1))
  api.answers['GET /ai-chatbot/d1/paused-chats'] = ok([paused])
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await screen.findByText('Bot Ali')
  api.answers['GET /ai-chatbot/d1/paused-chats'] = ok([])
  await act(() => vi.advanceTimersByTimeAsync(15_000))
  await waitFor(() => expect(screen.queryByText('Bot Ali')).toBeNull())
})
