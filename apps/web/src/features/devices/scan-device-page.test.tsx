// @vitest-environment jsdom
import type { Device, DeviceUse } from '@kirim/contract/devices'
import { errorText } from '@kirim/contract/errors'
import { reasonParams } from '@kirim/contract/reason-texts'
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok, refused } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { deviceUseOf, deviceOf as sample } from '#shared/testing/samples.ts'
import { stubLayout } from '#shared/testing/user.ts'
import { ScanDevicePage } from './scan-device-page.tsx'

const DEVICES = 'GET /whatsapp/devices'
const USAGE = 'GET /whatsapp/devices/1/usage'
const usage = (campaigns: Partial<DeviceUse['campaigns']>, chatbotEnabled = false) =>
  deviceUseOf({ campaigns: { ...deviceUseOf().campaigns, ...campaigns }, chatbotEnabled })
const sharedUse = deviceUseOf({
  shared: { running: 1, waiting: 0, paused: 0, completed: 0 },
  sharedAway: { running: 0, waiting: 2, paused: 0, completed: 0 },
})
const life = { expiresInMs: 20_000, attempt: 1 }

function deviceOf(id: string, connectionStatus: Device['connectionStatus']): Device {
  return {
    id,
    name: `Kedai ${id}`,
    number: `6012345670${id}`,
    phoneNumber: `6012345670${id}`,
    connected: connectionStatus === 'connected',
    connectionStatus,
    linkedAt: '2026-11-01T00:00:00.000Z',
    problem: null,
    health: sample().health,
    newChats: null,
    proxy: null,
    today: sample().today,
  }
}

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    'GET /app-info': ok({ network: 'live', mediaUrl: '', version: '0.1.0' }),
    [DEVICES]: ok([]),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

async function open() {
  const page = renderPage(<ScanDevicePage />)
  await waitFor(() => expect(screen.queryByText('Loading device list...')).toBeNull())
  return page
}

const connectButton = () => screen.queryByRole('button', { name: 'Connect Another Device' })
const code = () => screen.queryByRole('img', { name: 'QR code to scan with the phone' })
const press = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('button', { name })))

describe('linking', () => {
  it('links no other number for somebody who sees some only, but theirs again', async () => {
    const mine = { role: 'manager', sees: 'numbers' } as const
    const { say } = renderPage(<ScanDevicePage />, {}, '/', mine)
    await waitFor(() => expect(screen.queryByText('Loading device list...')).toBeNull())
    expect(screen.queryByText('Connect New Device')).toBeNull()
    await say('whatsapp_qr', 'code-1', life)
    expect(code()).not.toBeNull()
    expect(connectButton()).toBeNull()
    expect(screen.queryByText('Type a pairing code')).toBeNull()
  })

  it('asks for the status on connect, and for a code with the user id [2.scan.connecting] [7.realtime.status-request] [7.realtime.connect-request]', async () => {
    const { heard } = await open()
    expect(heard).toEqual([['get_whatsapp_status']])
    await press('Connect Another Device')
    expect(heard.at(-1)).toEqual(['whatsapp_connect_request', 'u1'])
    screen.getByText('Connecting, please wait...')
  })

  it('offers the button beside a pairing code, too, and shows the QR code then', async () => {
    const { heard } = await open()
    await act(async () => fireEvent.click(screen.getByText('Type a pairing code')))
    await press('Connect Another Device')
    expect(heard.at(-1)).toEqual(['whatsapp_connect_request', 'u1'])
    screen.getByText('Connecting, please wait...')
  })

  it('asks for the status again when the plan was changed', async () => {
    const { heard, say } = await open()
    await say('account_changed')
    expect(heard).toEqual([['get_whatsapp_status'], ['get_whatsapp_status']])
  })

  it('shows the code, and clears it with any other status', async () => {
    const { say } = await open()
    await say('whatsapp_qr', 'code-1', life)
    await say('whatsapp_status', 'waiting_qr')
    expect(code()).not.toBeNull()
    screen.getByText('Waiting for QR Scan')
    await say('whatsapp_status', 'disconnected')
    expect(code()).toBeNull()
    await press('Show a new code')
    screen.getByText('Connecting, please wait...')
  })

  it('withdraws a code that waits, and nothing else', async () => {
    const { say, heard } = await open()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
    await say('whatsapp_qr', 'code-1', life)
    await press('Cancel')
    expect(heard.at(-1)).toEqual(['whatsapp_cancel_request'])
    await say('whatsapp_status', 'disconnected')
    expect(code()).toBeNull()
    expect(screen.queryByText('No phone scanned the code in time.')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull()
  })

  it('asks whether its own code still waits when a status clears it', async () => {
    const { say, heard } = await open()
    await say('whatsapp_qr', 'code-1', life)
    heard.length = 0
    await say('whatsapp_status', 'disconnected')
    expect(heard).toEqual([['get_whatsapp_status']])
    await say('whatsapp_status', 'disconnected')
    expect(heard).toHaveLength(1)
  })

  it.each(['connected', 'disconnected', 'limit_reached'])(
    '%s refreshes the list',
    async (status) => {
      const { say } = await open()
      api.answers[DEVICES] = ok([deviceOf('1', 'connected')])
      await say('whatsapp_status', status)
      await screen.findByText('Kedai 1')
    },
  )

  it('a lost line clears the code and disables the button', async () => {
    const { say, setConnection } = await open()
    await say('whatsapp_qr', 'code-1', life)
    await setConnection('disconnected')
    expect(code()).toBeNull()
    screen.getByText('Connection to server lost. Please reload the page.')
    expect(connectButton()?.hasAttribute('disabled')).toBe(true)
  })

  it('a full plan hides the button', async () => {
    api.answers[DEVICES] = ok(['1', '2', '3'].map((id) => deviceOf(id, 'connected')))
    await open()
    await screen.findByText('Connection limit reached for your plan.')
    expect(connectButton()).toBeNull()
    screen.getByText('All 3 numbers of your Basic plan are in use.')
  })

  it('an admin is not sent to an admin for another plan', async () => {
    api.answers[DEVICES] = ok(['1', '2', '3'].map((id) => deviceOf(id, 'connected')))
    renderPage(<ScanDevicePage />, { role: 'admin' })
    await screen.findByText('npm run admin -- plan aisyah@kedaikopipagi.example Pro')
    expect(screen.queryByText(/ask an admin/)).toBeNull()
  })

  it('keeps its cards in their places, with numbers and without', async () => {
    const headings = () => screen.getAllByRole('heading', { level: 2 }).map((h) => h.textContent)
    const order = ['Your Connected Devices', 'Connect New Device']
    const { say } = await open()
    expect(headings()).toEqual(order)
    api.answers[DEVICES] = ok([deviceOf('1', 'connected')])
    await say('devices_changed')
    await screen.findByText('Kedai 1')
    expect(headings()).toEqual(order)
  })

  it('the sandbox has no steps for a real phone', async () => {
    api.answers['GET /app-info'] = ok({ network: 'sandbox', mediaUrl: '', version: '0.1.0' })
    const { say } = await open()
    await say('whatsapp_qr', 'code-1', life)
    await screen.findByRole('button', { name: 'Scan with the sandbox phone' })
    expect(screen.queryByText('Open WhatsApp on the phone.')).toBeNull()
  })

  it('shows what the server reports, and why it cannot be reached [7.realtime.error] [8.realtime.error-message] [8.realtime.connect]', async () => {
    const { say } = await open()
    await say('error_message', 'The number could not be linked.')
    await screen.findByText('The number could not be linked.')
    await press('Close')
    await say('connect_error', new Error('timeout'))
    await screen.findByText('Server connection failed: timeout')
  })

  it('says what the server reports in Malay, with its values', async () => {
    const { say } = await open()
    await act(() => i18n.changeLanguage('ms'))
    const params = reasonParams({ code: 'link_refused', params: {} })
    await say('error_message', errorText('link_failed', params), { code: 'link_failed', params })
    await screen.findByText('Nombor tidak dapat dipautkan: WhatsApp menolaknya. Sila cuba lagi.')
  })
})

describe('linked devices', () => {
  it('says so when there are none, or when they cannot be loaded', async () => {
    const { say } = await open()
    screen.getByText('No devices are currently linked to your account.')
    api.answers[DEVICES] = refused(403, '')
    await say('devices_changed')
    await screen.findByRole('button', { name: 'Try again' })
    expect(screen.getAllByText('Could not load connected device list.').length).toBeGreaterThan(0)
    expect(screen.queryByText(/^\d of \d$/)).toBeNull()
  })

  it('are counted once they are known', async () => {
    renderPage(<ScanDevicePage />)
    expect(screen.queryByText('0 of 3')).toBeNull()
    await screen.findByText('0 of 3')
  })

  it.each<[Device['connectionStatus'], string[]]>([
    ['connected', ['Disconnect']],
    ['connecting', ['Remove Registration']],
    ['disconnected', ['Reconnect', 'Remove Registration']],
    ['logged_out', ['Link again', 'Remove Registration']],
  ])('%s offers %s', async (status, names) => {
    api.answers[DEVICES] = ok([deviceOf('1', status)])
    await open()
    const list = screen.getByRole('region', { name: 'Your Connected Devices' })
    // Beside the menu.
    const buttons = within(list)
      .getAllByRole('button')
      .filter((button) => !button.hasAttribute('aria-haspopup'))
    expect(buttons.map(({ textContent }) => textContent)).toEqual(names)
  })

  it('asks for a code for the phone of a number that was unlinked, and shows it to be scanned', async () => {
    api.answers[DEVICES] = ok([deviceOf('1', 'logged_out')])
    const { heard, say } = await open()
    await act(async () => fireEvent.click(screen.getByText('Type a pairing code')))
    await press('Link again')
    expect(heard.at(-1)).toEqual(['whatsapp_relink_request', '1'])
    screen.getByText('Connecting, please wait...')
    await say('whatsapp_qr', 'code-1', life)
    expect(code()).not.toBeNull()
    await say('whatsapp_status', 'disconnected')
    await press('Show a new code')
    expect(heard.at(-1)).toEqual(['whatsapp_relink_request', '1'])
    await press('Connect Another Device')
    expect(heard.at(-1)).toEqual(['whatsapp_connect_request', 'u1'])
  })

  it('says why a number does not come back, and lets its owner hurry it', async () => {
    const message = errorText('network_not_genuine', {})
    const problem = { code: 'network_not_genuine' as const, params: {}, message }
    api.answers[DEVICES] = ok([{ ...deviceOf('1', 'connecting'), problem }])
    const { heard } = await open()
    screen.getByText(message)
    await press('Try now')
    expect(heard.at(-1)).toEqual(['whatsapp_reconnect_request', '1'])
  })

  it('closes and resumes over the line, with the device id [7.realtime.disconnect-request]', async () => {
    api.answers[DEVICES] = ok([deviceOf('1', 'connected'), deviceOf('2', 'disconnected')])
    api.answers[USAGE] = ok(usage({ paused: 1, completed: 4 }))
    const { heard, say } = await open()
    await press('Disconnect')
    expect(heard.at(-1)).toEqual(['whatsapp_disconnect_request', '1'])
    await say('devices_changed')
    await press('Reconnect')
    expect(heard.at(-1)).toEqual(['whatsapp_reconnect_request', '2'])
  })

  it.each([
    [
      'campaigns wait for it',
      ok(usage({ running: 1, waiting: 2 })),
      'Campaigns that will wait until it reconnects: 1 running, 2 waiting.',
    ],
    ['its chatbot answers', ok(usage({}, true)), 'Its chatbot stops answering.'],
    [
      'the server does not say',
      refused(500, ''),
      'Its campaigns wait until it reconnects, unless other numbers send them too.',
    ],
    [
      'its campaigns go on from other numbers',
      ok(sharedUse),
      'Campaigns that continue from their other numbers: 1 running.',
    ],
    [
      'what it may have sent waits for it',
      ok(sharedUse),
      'A message that may already have been sent waits for this number.',
    ],
    [
      'none of the numbers of a campaign is connected',
      ok(sharedUse),
      'Campaigns that wait until one of their numbers is connected: 2 waiting.',
    ],
  ])('asks before it closes when %s', async (_name, answer, line) => {
    api.answers[DEVICES] = ok([deviceOf('1', 'connected')])
    api.answers[USAGE] = answer
    const { heard } = await open()
    heard.length = 0
    const question = async () => within(await screen.findByRole('alertdialog'))
    await press('Disconnect')
    const asked = await question()
    asked.getByText(line)
    await act(async () => fireEvent.click(asked.getByRole('button', { name: 'Stay connected' })))
    expect(heard).toEqual([])
    await press('Disconnect')
    const again = await question()
    await act(async () => fireEvent.click(again.getByRole('button', { name: 'Disconnect' })))
    expect(heard).toEqual([['whatsapp_disconnect_request', '1']])
  })

  it('does not resume beyond the plan [5.connect.limit] [8.realtime.limit]', async () => {
    const connected = ['1', '2', '3'].map((id) => deviceOf(id, 'connected'))
    api.answers[DEVICES] = ok([...connected, deviceOf('4', 'disconnected')])
    const { heard } = await open()
    heard.length = 0
    await press('Reconnect')
    await screen.findByText(
      'Cannot connect more devices. Your plan (Basic: 3 device(s)) limit has been reached.',
    )
    expect(heard).toEqual([])
  })

  it('says so when there is no line to close a session over [8.realtime.no-line]', async () => {
    api.answers[DEVICES] = ok([deviceOf('1', 'connected')])
    const { setConnection } = await open()
    await setConnection('disconnected')
    await press('Disconnect')
    await screen.findByText('No active server connection to disconnect session.')
  })

  it('says so when there is no line to resume over [8.realtime.not-ready]', async () => {
    api.answers[DEVICES] = ok([deviceOf('2', 'disconnected')])
    const { setConnection, heard } = await open()
    await setConnection('disconnected')
    heard.length = 0
    await press('Reconnect')
    await screen.findByText('Connection to server not ready or user not available.')
    expect(heard).toEqual([])
  })

  it.each([
    [ok({ message: 'Removed.' }), 'Device 2 removed successfully.'],
    [refused(409, 'Not now.'), 'Not now.'],
    [refused(500, ''), 'Could not remove device 2.'],
  ])('removes after a confirmation', async (answer, text) => {
    api.answers[DEVICES] = ok([deviceOf('2', 'disconnected')])
    api.answers['DELETE /whatsapp/devices/2'] = answer
    await open()
    await press('Remove Registration')
    const question = within(await screen.findByRole('alertdialog'))
    expect(api.calls).not.toContain('DELETE /whatsapp/devices/2')
    await act(async () =>
      fireEvent.click(question.getByRole('button', { name: 'Remove Registration' })),
    )
    await screen.findByText(text)
  })
})
