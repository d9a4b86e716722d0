// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { PushCard } from './push-card.tsx'

const FIND = 'POST /chats/push/find'
const SAVE = 'PUT /chats/push'
const ADDRESS = { endpoint: 'https://push.test/1', keys: { p256dh: 'abc', auth: 'def' } }
const CHOICE = { mine: true, mentions: true, unansweredMinutes: null, showsText: false }

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A browser that lets it, or does not, and that has subscribed or will. */
function stubBrowser({ permission = 'granted', isSubscribed = false } = {}) {
  const subscription = { toJSON: () => ADDRESS, unsubscribe: async () => true }
  let current = isSubscribed ? subscription : null
  const pushManager = {
    getSubscription: async () => current,
    subscribe: async () => {
      current = subscription
      return subscription
    },
  }
  const registration = { pushManager }
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => permission })
  vi.stubGlobal('navigator', {
    ...{ language: 'en', languages: ['en'], userAgent: navigator.userAgent },
    serviceWorker: {
      getRegistration: async () => registration,
      register: async () => registration,
      ready: Promise.resolve(registration),
    },
  })
}

it('turns on after the person let it, and never with the text unless wanted', async () => {
  stubBrowser()
  const api = fakeApi({
    [FIND]: ok({ choice: CHOICE }),
    'GET /chats/push/key': ok({ publicKey: 'key' }),
    [SAVE]: ok(undefined),
  })
  renderPage(<PushCard />)
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Turn on' })
  await waitFor(() => expect(button.disabled).toBe(false))
  await act(async () => fireEvent.click(button))
  const text = await screen.findByLabelText<HTMLInputElement>(/Show what was written/)
  expect(text.checked).toBe(false)
  expect(api.calls).toContain(SAVE)
})

it('says so where the person has blocked it', async () => {
  stubBrowser({ permission: 'denied' })
  fakeApi({ [FIND]: ok({ choice: null }) })
  renderPage(<PushCard />)
  await screen.findByText(/You have blocked notifications of this site/)
  expect(screen.queryByRole('button', { name: 'Turn on' })).toBeNull()
})
