// @vitest-environment jsdom
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
  unanswered,
} from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press, stubLayout } from '#shared/testing/user.ts'
import { SandboxPage } from './sandbox-page.tsx'
import { CHATS, chatOf, MESSAGES, messageOf, PHONE, phoneOf } from './testing/sandbox.ts'

const PHONES = 'GET /sandbox/phones'
const ADD = 'POST /sandbox/phones'
const SCAN = 'POST /sandbox/scan'
const CHANGE = `PUT ${PHONE}`
const other = phoneOf({ phoneNumber: '60999', name: 'Kaunter 2', linked: false, online: false })

let api: FakeApi
beforeEach(() => {
  stubLayout()
  api = fakeApi({
    [PHONES]: ok([other, phoneOf()]),
    [`GET ${CHATS}`]: ok([chatOf({ last: messageOf() })]),
    [`GET ${PHONE}/groups`]: ok([]),
    [`GET ${MESSAGES}`]: ok([messageOf()]),
    'GET /sandbox/phones/60999/chats': ok([]),
    'GET /sandbox/phones/60999/groups': ok([]),
  })
})
afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await i18n.changeLanguage('en')
})

async function opened(address = '/sandbox') {
  const page = renderPage(<SandboxPage />, {}, address)
  await screen.findByText('Virtual phones')
  return page
}

describe('the phones', () => {
  it('that fail to load show an error, and can be loaded again', async () => {
    api.answers[PHONES] = refused(404, 'The sandbox network is not running.', 'sandbox_off')
    renderPage(<SandboxPage />)
    screen.getByText('Loading phones...')
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Could not load the sandbox phones.',
    )
    await screen.findByText('The sandbox network is not running.')
    api.answers[PHONES] = ok([phoneOf()])
    await press('Try again')
    await screen.findByText('Virtual phones')
  })

  it.each(['en', 'ms'])('link to Scan Device when there are none: %s', async (language) => {
    await i18n.changeLanguage(language)
    api.answers[PHONES] = ok([])
    renderPage(<SandboxPage />)
    await screen.findByText(i18n.t('You have no virtual phone yet.'))
    const link = screen.getByRole('link', { name: i18n.t('Scan Device') })
    expect(link.getAttribute('href')).toBe('/scan-device')
  })

  it.each([
    ['/sandbox', 'Kedai Kopi'],
    ['/sandbox?phone=60999', 'Kaunter 2'],
    ['/sandbox?phone=60000', 'Kedai Kopi'],
  ])('at %s the open one is %s', async (address, name) => {
    await opened(address)
    screen.getByRole('region', { name: `Chats of ${name}` })
    const current = screen
      .getAllByRole('button')
      .filter((button) => button.getAttribute('aria-current'))
    expect(current.map(({ textContent }) => textContent)).toEqual([expect.stringContaining(name)])
  })

  it('open the first one when none is linked', async () => {
    api.answers[PHONES] = ok([other, phoneOf({ linked: false })])
    await opened()
    screen.getByRole('region', { name: 'Chats of Kaunter 2' })
  })

  it('replace an open phone that is removed', async () => {
    const { say } = await opened('/sandbox?phone=60111&contact=60122')
    await screen.findAllByText('Selamat pagi')
    api.answers[PHONES] = ok([other])
    await say('devices_changed')
    await screen.findByRole('region', { name: 'Chats of Kaunter 2' })
  })

  it('store the open phone and chat in the URL', async () => {
    await opened('/sandbox?phone=60111')
    fireEvent.click(await screen.findByRole('button', { name: /Farah/ }))
    expect(window.location.search).toBe('?phone=60111&contact=60122')
    await press('Back to chats')
    expect(window.location.search).toBe('?phone=60111')
    await press('Back to phones')
    expect(window.location.search).toBe('')
  })
})

describe('a code that waits', () => {
  const scan = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Scan waiting code' })

  it('can be scanned only while there is one; the reason is reachable by keyboard', async () => {
    const { say } = await opened()
    expect(scan().disabled).toBe(true)
    const reason = 'No code is waiting. Ask for one on Scan Device.'
    expect(screen.getByRole('note', { name: reason }).tabIndex).toBe(0)
    await say('whatsapp_status', 'waiting_qr')
    expect(scan().disabled).toBe(false)
    expect(screen.queryByRole('note')).toBeNull()
  })

  it.each([
    [
      refused(409, 'There is no QR code waiting to be scanned.', 'sandbox_no_code'),
      'There is no QR code waiting to be scanned.',
    ],
    [refused(409, 'At most 50.', 'sandbox_too_many_phones'), 'At most 50.'],
    [unanswered(), 'The code could not be scanned.'],
  ])('shows why it cannot be scanned', async (answer, text) => {
    const { say } = await opened()
    await say('whatsapp_status', 'waiting_qr')
    const answered = Promise.withResolvers<void>()
    api.answers[SCAN] = { ...answer, after: answered.promise }
    fireEvent.click(scan())
    await screen.findByText('Scanning...')
    await act(async () => answered.resolve())
    await screen.findByText(text)
    expect(callsOf(api, SCAN)).toHaveLength(1)
    expect(lastBodyOf(api, SCAN)).toEqual({})
    await waitFor(() => expect(scan().disabled).toBe(false))
  })
})

describe('a phone that is added', () => {
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  const dialog = () => within(screen.getByRole('dialog', { name: 'Add phone' }))
  const add = () =>
    act(async () => fireEvent.click(dialog().getByText('Add phone', { selector: 'button' })))

  async function asked() {
    await opened()
    await press('Add phone')
  }

  it('without a number gets a free one', async () => {
    api.answers[ADD] = ok(other)
    await asked()
    fill('Name', ' Kaunter ')
    await add()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(lastBodyOf(api, ADD)).toEqual({ name: 'Kaunter' })
  })

  it('is not created with an invalid number, and the error is reset', async () => {
    await asked()
    fill('Phone Number', '12345')
    await add()
    const field = screen.getByLabelText('Phone Number')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    screen.getByText('Enter 6 to 15 digits, including the country code.')
    expect(api.calls).not.toContain(ADD)
    await press('Cancel')
    await press('Add phone')
    expect(screen.getByLabelText('Phone Number').getAttribute('aria-invalid')).toBeNull()
  })
})

describe('faults of a phone', () => {
  const drop = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Drop connection' })

  it('are available for a linked one only', async () => {
    await opened('/sandbox?phone=60999')
    expect(screen.queryByText(/^Simulated faults for/)).toBeNull()
  })

  it('a connection is dropped once, and a failure is shown', async () => {
    const answered = Promise.withResolvers<void>()
    api.answers[CHANGE] = { ...unanswered(), after: answered.promise }
    await opened()
    fireEvent.click(drop())
    await waitFor(() => expect(drop().disabled).toBe(true))
    await act(async () => answered.resolve())
    await screen.findByText('The phone could not be changed.')
    expect(lastBodyOf(api, CHANGE)).toEqual({ action: 'drop' })
  })

  it('cannot drop the connection of a disconnected phone', async () => {
    api.answers[PHONES] = ok([phoneOf({ online: false })])
    await opened()
    expect(drop().disabled).toBe(true)
    screen.getByRole('img', { name: 'Linked, not connected' })
  })

  it.each([
    ['Cancel', []],
    ['Unlink', [{ action: 'unlink' }]],
  ])('unlinking asks first: %s', async (answer, bodies) => {
    api.answers[CHANGE] = ok(phoneOf({ linked: false }))
    await opened()
    await press('Unlink')
    const question = within(screen.getByRole('alertdialog', { name: 'Unlink this phone' }))
    await act(async () => fireEvent.click(question.getByRole('button', { name: answer })))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(api.bodies.filter(Boolean)).toEqual(bodies)
  })
})
