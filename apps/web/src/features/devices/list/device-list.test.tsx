// @vitest-environment jsdom
import type { Device } from '@kirim/contract/devices'
import type { SandboxPhone } from '@kirim/contract/sandbox'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import {
  callsOf,
  type FakeApi,
  fakeApi,
  lastBodyOf,
  ok,
  refused,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceOf, deviceUseOf } from '#shared/testing/samples.ts'
import { choose, chooseAction, press, pressTwice, stubLayout } from '#shared/testing/user.ts'
import { ConnectCard } from '../link/connect-card.tsx'
import { SandboxScan } from '../link/sandbox-help.tsx'
import { useLink } from '../link/use-link.ts'
import { DevicesCard } from './devices-card.tsx'

const DEVICES = 'GET /whatsapp/devices'
const USAGE = 'GET /whatsapp/devices/d1/usage'
const DELETE = 'DELETE /whatsapp/devices/d1'
const offline = deviceOf({ connected: false, connectionStatus: 'disconnected' })
const again = deviceOf({ connected: false, connectionStatus: 'connecting' })
const idle = deviceUseOf()

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [DEVICES]: ok([deviceOf()]),
    [USAGE]: ok(idle),
    'GET /app-info': ok({ network: 'live', mediaUrl: '', version: '1' }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

function List() {
  return <DevicesCard link={useLink()} />
}
function Connect() {
  return <ConnectCard link={useLink()} isForAny />
}

async function listed(...devices: Device[]) {
  if (devices.length > 0) api.answers[DEVICES] = ok(devices)
  const page = renderPage(<List />)
  await screen.findByText('Kedai')
  return page
}
const busy = () => screen.getByText('Kedai').closest('li')?.getAttribute('aria-busy')
const confirm = async (name: string) => {
  const question = await screen.findByRole('alertdialog')
  const button = within(question).getByRole<HTMLButtonElement>('button', { name })
  await waitFor(() => expect(button.disabled).toBe(false))
  await act(async () => fireEvent.click(button))
}

describe('what was asked over the line', () => {
  it.each([
    ['devices_changed', []],
    ['whatsapp_status', ['disconnected']],
    ['error_message', ['It went wrong.']],
  ])('is over with %s, whatever device that is about', async (event, args) => {
    const { say } = await listed()
    await press('Disconnect')
    await waitFor(() => expect(busy()).toBe('true'))
    await say(event, ...args)
    expect(busy()).toBeNull()
  })

  it('is to leave a number alone that connects again by itself, for its place', async () => {
    const { heard } = await listed(again)
    heard.length = 0
    await chooseAction('Kedai', 'Disconnect')
    await waitFor(() => expect(heard).toEqual([['whatsapp_disconnect_request', 'd1']]))
  })

  it('is over when the line goes, for no answer will come', async () => {
    const { setConnection } = await listed(offline)
    await press('Reconnect')
    expect(busy()).toBe('true')
    await setConnection('disconnected')
    expect(busy()).toBeNull()
  })

  it('is asked once: the row cannot be used meanwhile', async () => {
    const { heard } = await listed(offline)
    heard.length = 0
    await press('Reconnect')
    const buttons = screen.getAllByRole<HTMLButtonElement>('button')
    expect(buttons.filter(({ disabled }) => disabled)).toHaveLength(2)
    expect(heard).toEqual([['whatsapp_reconnect_request', 'd1']])
  })

  it('cannot be pressed again while campaigns are looked up', async () => {
    const late = Promise.withResolvers<void>()
    api.answers[USAGE] = { ...ok(idle), after: late.promise }
    const { heard } = await listed()
    heard.length = 0
    await press('Disconnect')
    expect(screen.getByRole('button', { name: 'Disconnect' })).toHaveProperty('disabled', true)
    expect(heard).toEqual([])
    await act(async () => late.resolve())
    await waitFor(() => expect(heard).toEqual([['whatsapp_disconnect_request', 'd1']]))
  })

  it('is not asked when the line went while campaigns were looked up, which is said', async () => {
    const late = Promise.withResolvers<void>()
    api.answers[USAGE] = { ...ok(idle), after: late.promise }
    const { heard, setConnection } = await listed()
    await press('Disconnect')
    await setConnection('disconnected')
    heard.length = 0
    await act(async () => late.resolve())
    await screen.findByText('No active server connection to disconnect session.')
    expect([heard, busy()]).toEqual([[], null])
  })
})

describe('a removal', () => {
  it.each<[string, object, string[]]>([
    ['nothing hangs on it', ok(idle), []],
    [
      'campaigns do',
      ok({ ...idle, campaigns: { ...idle.campaigns, running: 1, paused: 5 } }),
      [
        'Campaigns of this number that stop: 1 running. After you link it again, switch them on again.',
      ],
    ],
    ['its chatbot does', ok({ ...idle, chatbotEnabled: true }), ['Its chatbot is switched off.']],
    [
      'campaigns of several numbers do',
      ok({
        ...idle,
        shared: { ...idle.campaigns, running: 2 },
        sharedAway: { ...idle.campaigns, waiting: 1 },
      }),
      [
        'Campaigns that continue from their other numbers: 2 running.',
        'Campaigns that wait until one of their other numbers is connected: 1 waiting.',
      ],
    ],
    [
      'nobody knows',
      refused(500, ''),
      ['Its campaigns stop, unless other numbers send them too, and its chatbot is switched off.'],
    ],
  ])('says what stops when %s', async (_what, answer, sentences) => {
    api.answers[USAGE] = answer as FakeApi['answers'][string]
    await listed(offline)
    await press('Remove Registration')
    const question = await screen.findByRole('alertdialog')
    const agree = within(question).getByRole<HTMLButtonElement>('button', {
      name: 'Remove Registration',
    })
    await waitFor(() => expect(agree.disabled).toBe(false))
    const said = [...question.querySelectorAll('p')].slice(1).map(({ textContent }) => textContent)
    expect(said).toEqual(sentences)
  })

  it('dims the row while it is under way, and reads the list anew, whatever came of it', async () => {
    const late = Promise.withResolvers<void>()
    const gone = refused(404, 'Device not found.', 'device_not_found')
    api.answers[DELETE] = { ...gone, after: late.promise }
    await listed(offline)
    await press('Remove Registration')
    await confirm('Remove Registration')
    expect(busy()).toBe('true')
    const before = callsOf(api, DEVICES).length
    api.answers[DEVICES] = ok([])
    await act(async () => late.resolve())
    await screen.findByText('Device not found.')
    await screen.findByText('No devices are currently linked to your account.')
    expect(callsOf(api, DEVICES).length).toBe(before + 1)
  })
})

describe('the list', () => {
  it('comes with the next try after it failed', async () => {
    api.answers[DEVICES] = refused(400, '')
    renderPage(<List />)
    const alert = await screen.findByRole('alert')
    api.answers[DEVICES] = ok([deviceOf()])
    await press('Try again', alert)
    await screen.findByText('Kedai')
    screen.getByText('1 of 3')
  })

  it('shows a long name whole to who asks, and names each button by it', async () => {
    const name = 'Kedai Kopi '.repeat(30).trim()
    api.answers[DEVICES] = ok([deviceOf({ ...offline, name })])
    renderPage(<List />)
    const title = await screen.findByTitle(name)
    for (const button of ['Reconnect', 'Remove Registration']) {
      const described = screen
        .getByRole('button', { name: button })
        .getAttribute('aria-describedby')
      expect(described).toBe(title.id)
    }
  })

  it('says when a number tries to connect again, and tries at once when asked', async () => {
    const problem = { code: 'network_away', params: {}, message: '' } as const
    const waiting = { connected: false, connectionStatus: 'connecting', problem } as const
    const { heard } = await listed(
      deviceOf({ ...waiting, nextTryAt: new Date(2026, 10, 28, 14, 5, 32).toISOString() }),
    )
    screen.getByText(/Next attempt at 14:05:32\./)
    await press('Try now')
    expect(heard).toContainEqual(['whatsapp_reconnect_request', 'd1'])
  })

  it('says that a number was unlinked on its phone, which only a scan mends', async () => {
    await listed(deviceOf({ connected: false, connectionStatus: 'logged_out' }))
    screen.getByText('Unlinked on its phone. Link it again to use it.')
    expect(screen.queryByRole('button', { name: 'Reconnect' })).toBeNull()
  })
})

describe('the plan', () => {
  it.each([
    ['en', 'Free', 0, 'Your Free plan allows 1 device. 0 are connected.'],
    ['en', 'Basic', 1, 'Your Basic plan allows 3 devices. 1 is connected.'],
    ['en', 'Pro', 2, 'Your Pro plan allows 5 devices. 2 are connected.'],
    ['ms', 'Basic', 1, 'Pelan Basic anda membenarkan 3 peranti. 1 disambungkan.'],
  ] as const)('in %s, %s with %i connected: %s', async (language, membershipPlan, n, sentence) => {
    await i18n.changeLanguage(language)
    api.answers[DEVICES] = ok([
      ...Array.from({ length: n }, (_, place) => deviceOf({ id: `d${place}` })),
      deviceOf({ ...offline, id: 'off' }),
    ])
    renderPage(<Connect />, { membershipPlan })
    await screen.findByText(sentence)
  })

  it.each([
    [
      'en',
      1,
      'Your Free plan allows 1 device. 0 are connected. 1 more is reconnecting and also counts.',
    ],
    [
      'en',
      2,
      'Your Free plan allows 1 device. 0 are connected. 2 more are reconnecting and also count.',
    ],
    [
      'ms',
      1,
      'Pelan Free anda membenarkan 1 peranti. 0 disambungkan. 1 lagi sedang menyambung semula dan turut dikira.',
    ],
  ] as const)('in %s says that %i connecting by itself counts', async (language, n, sentence) => {
    await i18n.changeLanguage(language)
    api.answers[DEVICES] = ok(
      Array.from({ length: n }, (_, place) => deviceOf({ ...again, id: `d${place}` })),
    )
    renderPage(<Connect />, { membershipPlan: 'Free' })
    await screen.findByText(sentence)
  })

  it.each([
    ['Free', 1, 'The number of your Free plan is in use.'],
    ['Basic', 3, 'All 3 numbers of your Basic plan are in use.'],
  ] as const)('%s is full with %i', async (membershipPlan, n, sentence) => {
    api.answers[DEVICES] = ok(
      Array.from({ length: n }, (_, place) => deviceOf({ id: `d${place}` })),
    )
    renderPage(<Connect />, { membershipPlan })
    await screen.findByText(sentence)
    expect(screen.queryByRole('button', { name: 'Connect Another Device' })).toBeNull()
  })

  it('with one number too many for it is as full', async () => {
    api.answers[DEVICES] = ok(['a', 'b'].map((id) => deviceOf({ id })))
    renderPage(<Connect />, { membershipPlan: 'Free' })
    await screen.findByText('The number of your Free plan is in use.')
  })
})

describe('an outage of the line', () => {
  it('is told once, however often it is tried, and again after it came back', async () => {
    const { say, setConnection } = renderPage(<Connect />)
    const told = () => screen.queryAllByText(/^Server connection failed/).map((p) => p.textContent)
    await say('connect_error', new Error('first'))
    await screen.findByText('Server connection failed: first')
    await press('Close')
    await waitFor(() => expect(told()).toEqual([]))
    await say('connect_error', new Error('second'))
    expect(told()).toEqual([])
    await setConnection('disconnected')
    await setConnection('connected')
    await say('connect_error', new Error('third'))
    await screen.findByText('Server connection failed: third')
  })

  it.each([
    ['connected', 'Live connection to the server', false],
    ['connecting', 'Connecting to the server', true],
    ['disconnected', 'No connection to the server', true],
  ] as const)('%s says %s; nothing can be asked for: %s', async (status, word, off) => {
    const { setConnection } = renderPage(<Connect />)
    await setConnection(status)
    screen.getByText(word)
    const button = screen.getByRole('button', { name: 'Connect Another Device' })
    expect(button).toHaveProperty('disabled', off)
  })
})

describe('a sandbox phone', () => {
  const PHONES = 'GET /sandbox/phones'
  const SCAN = 'POST /sandbox/scan'
  const phoneOf = (n: number, linked = false): SandboxPhone => ({
    name: `Phone ${n}`,
    phoneNumber: `6011000000${n}`,
    linked,
    online: true,
  })
  const free = [phoneOf(2), phoneOf(3)]

  it('scans the code once; any free one, or the one that is chosen', async () => {
    api.answers[PHONES] = ok([phoneOf(1, true), ...free])
    api.answers[SCAN] = ok(phoneOf(2, true))
    renderPage(<SandboxScan />)
    await screen.findByRole('combobox', { name: 'Sandbox phone' })
    await pressTwice('Scan with the sandbox phone')
    expect([callsOf(api, SCAN).length, lastBodyOf(api, SCAN)]).toEqual([1, {}])
    await waitFor(() => expect(callsOf(api, PHONES)).toHaveLength(2))
    await choose('Sandbox phone', /^Phone 3/)
    await press('Scan with the sandbox phone')
    expect(lastBodyOf(api, SCAN)).toEqual({ phoneNumber: '60110000003' })
  })

  it('that is linked by somebody else meanwhile is not the chosen one any more', async () => {
    api.answers[PHONES] = ok(free)
    api.answers[SCAN] = refused(409, 'This phone is already linked. Use another one.')
    renderPage(<SandboxScan />)
    await screen.findByRole('combobox', { name: 'Sandbox phone' })
    await choose('Sandbox phone', /^Phone 3/)
    api.answers[PHONES] = ok([phoneOf(2), phoneOf(3, true)])
    await press('Scan with the sandbox phone')
    await waitFor(() => expect(screen.getByRole('combobox').textContent).toBe('Any free phone'))
  })

  it.each([
    [
      refused(409, 'There is no QR code waiting to be scanned.', 'sandbox_no_code'),
      'There is no QR code waiting to be scanned.',
    ],
    [refused(500, ''), 'The code could not be scanned.'],
  ])('that does not scan it says why, and can try again', async (answer, sentence) => {
    api.answers[PHONES] = ok([])
    api.answers[SCAN] = answer
    renderPage(<SandboxScan />)
    expect(screen.queryByRole('combobox')).toBeNull()
    await press('Scan with the sandbox phone')
    await screen.findByText(sentence)
    await press('Scan with the sandbox phone')
    expect(callsOf(api, SCAN)).toHaveLength(2)
  })
})
