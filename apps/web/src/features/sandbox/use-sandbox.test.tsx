// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { turnsOfTheLoop } from '#shared/testing/user.ts'
import { CHATS, chatOf, MESSAGES, PHONE, phoneOf } from './testing/sandbox.ts'
import { usePresence } from './use-presence.ts'
import {
  useChats,
  useContactSwitch,
  useMessages,
  usePhones,
  useSandboxGroups,
  useSandboxLive,
} from './use-sandbox.ts'
import { useWaitingCode } from './use-waiting-code.ts'

const here = { phoneNumber: '60111', contactNumber: '60122' }

let api: FakeApi
beforeEach(() => {
  api = fakeApi({
    'GET /sandbox/phones': ok([phoneOf()]),
    [`GET ${CHATS}`]: ok([chatOf()]),
    [`GET ${PHONE}/groups`]: ok([]),
    [`GET ${MESSAGES}`]: ok([]),
  })
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('sandbox events', () => {
  function Everything() {
    useSandboxLive()
    const all = [usePhones(), useChats('60111'), useSandboxGroups('60111'), useMessages(here)]
    return <p>{all.every(({ isSuccess }) => isSuccess) ? 'loaded' : 'loading'}</p>
  }
  async function opened() {
    const page = renderPage(<Everything />)
    await screen.findByText('loaded')
    api.calls.length = 0
    return page
  }
  const asked = async () => {
    await turnsOfTheLoop(3)
    return api.calls.map((call) => call.replace('GET /sandbox/phones', '')).sort()
  }

  it.each([
    ['this chat', [here], ['', '/60111/chats', '/60111/chats/60122/messages', '/60111/groups']],
    [
      'another chat of this phone',
      [{ ...here, contactNumber: '60133' }],
      ['', '/60111/chats', '/60111/groups'],
    ],
    [
      'which chats there are',
      [{ ...here, contactNumber: null }],
      ['', '/60111/chats', '/60111/groups'],
    ],
    ['another phone', [{ phoneNumber: '60999', contactNumber: '60122' }], ['']],
    ['nobody knows what', [{ phoneNumber: 7 }], []],
    ['nothing', [], []],
  ])('reload only %s', async (_what, args, calls) => {
    const { say } = await opened()
    await say('sandbox_changed', ...args)
    expect(await asked()).toEqual(calls)
  })

  it('reload the phones after a device change, and everything after a reconnect', async () => {
    const { say, setConnection } = await opened()
    await say('devices_changed')
    expect(await asked()).toEqual([''])
    api.calls.length = 0
    await setConnection('disconnected')
    expect(await asked()).toEqual([])
    await setConnection('connected')
    expect(await asked()).toHaveLength(4)
  })

  it('are ignored after the page was left', async () => {
    const { say } = await opened()
    cleanup()
    await say('sandbox_changed', here)
    expect(await asked()).toEqual([])
  })
})

describe('the activity of the number', () => {
  function Doing() {
    return <p>{usePresence(here) ?? 'nothing'}</p>
  }
  const doing = () => document.querySelector('p')?.textContent
  const composing = { ...here, presence: 'composing' }

  it.each([
    [[composing], 'composing'],
    [[{ ...composing, presence: 'recording' }], 'recording'],
    [[composing, { ...composing, presence: 'paused' }], 'nothing'],
    [[composing, { ...composing, presence: 'unavailable' }], 'nothing'],
    [[composing, { ...composing, phoneNumber: '60999', presence: 'paused' }], 'composing'],
    [[composing, { ...composing, presence: 'dancing' }], 'composing'],
  ])('%j is %s', async (events, expected) => {
    const { say } = renderPage(<Doing />)
    for (const event of events) await say('sandbox_presence', event)
    expect(doing()).toBe(expected)
  })

  it('ends half a minute after the last change', async () => {
    vi.useFakeTimers()
    const { say } = renderPage(<Doing />)
    await say('sandbox_presence', composing)
    act(() => vi.advanceTimersByTime(29_999))
    await say('sandbox_presence', { ...composing, presence: 'recording' })
    act(() => vi.advanceTimersByTime(29_999))
    expect(doing()).toBe('recording')
    act(() => vi.advanceTimersByTime(1))
    expect(doing()).toBe('nothing')
  })

  it('is not ended by a message in another chat', async () => {
    const { say } = renderPage(<Doing />)
    await say('sandbox_presence', composing)
    await say('sandbox_changed', { ...here, contactNumber: '60133' })
    expect(doing()).toBe('composing')
    await say('sandbox_changed', here)
    expect(doing()).toBe('nothing')
  })
})

describe('a code waiting to be scanned', () => {
  function Waiting() {
    return <p>{useWaitingCode() ? 'waits' : 'none'}</p>
  }
  const state = () => document.querySelector('p')?.textContent
  const life = { expiresInMs: 20_000, attempt: 1 }

  it('is loaded at once, and again after each reconnect', async () => {
    const { heard, setConnection, say } = renderPage(<Waiting />)
    expect(heard).toEqual([['get_whatsapp_status']])
    await say('whatsapp_status', 'waiting_qr')
    expect(state()).toBe('waits')
    await setConnection('disconnected')
    expect(state()).toBe('none')
    await setConnection('connected')
    expect(heard).toEqual([['get_whatsapp_status'], ['get_whatsapp_status']])
  })

  it.each([
    [[['whatsapp_qr', 'code', life]], 'waits'],
    [
      [
        ['whatsapp_qr', 'code', life],
        ['whatsapp_status', 'connected'],
      ],
      'none',
    ],
    [
      [
        ['whatsapp_status', 'connected'],
        ['whatsapp_qr', 'code', life],
      ],
      'waits',
    ],
    [[['whatsapp_qr', 'code']], 'none'],
    [[['whatsapp_status', 'sleeping']], 'none'],
  ])('after %j: %s', async (events, expected) => {
    const { say } = renderPage(<Waiting />)
    for (const [event = '', ...args] of events) await say(String(event), ...args)
    expect(state()).toBe(expected)
  })
})

describe('a contact that is switched', () => {
  const CHANGE = `PUT ${CHATS}/60122`
  function Switch() {
    const chat = useChats('60111').data?.[0]
    const { change } = useContactSwitch(here, chat ?? chatOf())
    return (
      <button type="button" onClick={() => change({ online: false })}>
        {chat ? `${chat.online}` : 'loading'}
      </button>
    )
  }
  async function pressed() {
    renderPage(<Switch />)
    await screen.findByText('true')
    fireEvent.click(screen.getByRole('button', { name: 'true' }))
  }

  it('is updated optimistically, and stays when the server accepts it', async () => {
    api.answers[CHANGE] = ok({ message: 'Done.' })
    await pressed()
    api.answers[`GET ${CHATS}`] = ok([chatOf({ online: false })])
    await screen.findByText('false')
    await waitFor(() => expect(callsOf(api, `GET ${CHATS}`)).toHaveLength(2))
    expect(lastBodyOf(api, CHANGE)).toEqual({ online: false })
    screen.getByText('false')
  })

  it('is reverted with the reason when it is refused', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[CHANGE] = {
      ...refused(404, 'Sandbox phone not found.', 'sandbox_phone_not_found'),
      after: answered.promise,
    }
    await pressed()
    await screen.findByText('false')
    await act(async () => answered.resolve())
    await screen.findByText('Sandbox phone not found.')
    await screen.findByText('true')
  })
})
