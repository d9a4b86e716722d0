// @vitest-environment jsdom
import type { SandboxMessage, SandboxPhone } from '@kirim/contract/sandbox'
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { stubResizeObserver } from '#shared/testing/stub-resize-observer.ts'
import { ChatPane } from './chat-pane.tsx'

const phone: SandboxPhone = { phoneNumber: '60111', name: 'Kedai Kopi', linked: true, online: true }
const here = { phoneNumber: '60111', contactNumber: '60122' }
const CHATS = '/sandbox/phones/60111/chats'
const MESSAGES = `${CHATS}/60122/messages`

const greeting: SandboxMessage = {
  id: 'm1',
  direction: 'to-contact',
  kind: 'text',
  text: 'Selamat pagi',
  mediaType: null,
  at: '2026-11-21T01:00:00.000Z',
  status: 'read',
  author: '60111',
}

let api: FakeApi
beforeEach(() => {
  stubResizeObserver()
  api = fakeApi({
    [`GET ${CHATS}`]: ok([]),
    'GET /sandbox/phones/60111/groups': ok([]),
    [`GET ${MESSAGES}`]: ok([greeting]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

async function open() {
  const page = renderPage(<ChatPane phone={phone} contactNumber="60122" onBack={() => undefined} />)
  await screen.findByText('Selamat pagi')
  return page
}

const box = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Write as 60122' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const press = (init: KeyboardEventInit) => act(async () => fireEvent.keyDown(box(), init))

describe('what the linked number is doing', () => {
  it('is shown in the header of its chat, until the message arrives', async () => {
    const { say } = await open()
    await say('sandbox_presence', { ...here, presence: 'composing' })
    screen.getByText('typing…')
    await say('sandbox_presence', { ...here, presence: 'recording' })
    screen.getByText('recording audio…')
    await say('sandbox_changed', here)
    screen.getByText('as 60122 sees it')
  })

  it('shows online for the whole phone', async () => {
    const { say } = await open()
    const itself = { phoneNumber: here.phoneNumber, contactNumber: here.phoneNumber }
    await say('sandbox_presence', { ...itself, presence: 'available' })
    screen.getByText('online')
    await say('sandbox_presence', { ...itself, presence: 'unavailable' })
    screen.getByText('as 60122 sees it')
  })

  it('ignores other chats', async () => {
    const { say } = await open()
    await say('sandbox_presence', { ...here, contactNumber: '60133', presence: 'composing' })
    expect(screen.queryByText('typing…')).toBeNull()
  })
})

describe('writing as the contact', () => {
  it('sends with Enter and empties the box', async () => {
    api.answers[`POST ${MESSAGES}`] = ok({ ...greeting, id: 'm2', text: 'Hai' })
    await open()
    type('Hai')
    await press({ key: 'Enter' })
    expect(box().value).toBe('')
    expect(api.calls).toContain(`POST ${MESSAGES}`)
  })

  it.each([
    ['Shift+Enter starts a line', 'Hai', { key: 'Enter', shiftKey: true }],
    ['nothing is not sent', '   ', { key: 'Enter' }],
  ])('%s', async (_name, text, key) => {
    await open()
    type(text)
    await press(key)
    expect(api.calls).not.toContain(`POST ${MESSAGES}`)
    expect(box().value).toBe(text)
  })

  it('a message that could not be sent is restored', async () => {
    api.answers[`POST ${MESSAGES}`] = refused(409, 'Not on WhatsApp now.')
    await open()
    type('Hai')
    await press({ key: 'Enter' })
    await screen.findByText('Not on WhatsApp now.')
    await waitFor(() => expect(box().value).toBe('Hai'))
  })

  it('is not restored over a newer draft', async () => {
    api.answers[`POST ${MESSAGES}`] = refused(409, 'Not on WhatsApp now.')
    await open()
    type('Hai')
    const sending = press({ key: 'Enter' })
    type('Next')
    await sending
    await screen.findByText('Not on WhatsApp now.')
    expect(box().value).toBe('Next')
  })
})
