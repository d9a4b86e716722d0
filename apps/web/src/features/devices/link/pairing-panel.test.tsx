// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press } from '#shared/testing/user.ts'
import { ScanDevicePage } from '../scan-device-page.tsx'

let api: FakeApi
beforeEach(() => {
  api = fakeApi({
    'GET /whatsapp/devices': ok([]),
    'GET /app-info': ok({ network: 'live', mediaUrl: '', version: '1' }),
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  return i18n.changeLanguage('en')
})

const pairing = { code: 'K7QD2MFX', phoneNumber: '60123456702', expiresInMs: 100_000, attempt: 1 }
const life = { expiresInMs: 60_000, attempt: 1 }

const choose = (name: string) =>
  act(async () => fireEvent.click(screen.getByRole('radio', { name })))

async function openPanel() {
  const page = renderPage(<ScanDevicePage />)
  await screen.findByText('0 of 3')
  await choose('Type a pairing code')
  page.heard.length = 0
  return page
}
const write = (value: string) => act(async () => fireEvent.change(field(), { target: { value } }))
const field = () => screen.getByRole('textbox', { name: 'Phone number to link' })

describe('linking by a pairing code', () => {
  it('asks with the number as digits, when the form is sent', async () => {
    const { heard } = await openPanel()
    await write('+60 12-345 6702')
    await act(async () => fireEvent.submit(field()))
    expect(heard).toEqual([['whatsapp_pairing_request', '60123456702']])
    screen.getByText('Connecting, please wait...')
  })

  it.each([
    ['', 'Phone number is required.'],
    [
      '0123456702',
      'This is not a valid phone number. Write it with its country code, like 60123456789.',
    ],
  ])('with %j as the number says what is wrong, in both languages', async (written, sentence) => {
    const { heard } = await openPanel()
    await write(written)
    await press('Get a code')
    expect(heard).toEqual([])
    screen.getByText(sentence)
    expect(field().getAttribute('aria-invalid')).toBe('true')
    await act(() => i18n.changeLanguage('ms'))
    expect(screen.queryByText(sentence)).toBeNull()
  })

  it('shows the code in two groups, reads it by the character, and is withdrawn', async () => {
    const { say, heard } = await openPanel()
    await say('whatsapp_qr', 'code-1', life)
    await say('whatsapp_status', 'waiting_qr')
    await say('whatsapp_pairing_code', pairing)
    const shown = screen.getByText('K7QD-2MFX')
    expect(shown.getAttribute('aria-hidden')).toBe('true')
    const read = screen.getByText('K 7 Q D, 2 M F X')
    expect(read.closest('[role=status]')).not.toBeNull()
    screen.getByText('Renews in')
    screen.getByText('2 min')
    screen.getByText('Waiting for the phone')
    expect((field() as HTMLInputElement).value).toBe('60123456702')
    heard.length = 0
    await press('Cancel')
    expect(heard).toEqual([['whatsapp_cancel_request']])
    await say('whatsapp_status', 'disconnected')
    expect(screen.queryByText('K7QD-2MFX')).toBeNull()
    expect(screen.queryByText('The code is no longer valid.')).toBeNull()
  })

  it('shows the renewed code in place of the one before, and the QR code beside it', async () => {
    const { say } = await openPanel()
    await say('whatsapp_qr', 'code-1', life)
    await say('whatsapp_pairing_code', pairing)
    await say('whatsapp_qr', 'code-2', life)
    screen.getByText('K7QD-2MFX')
    await say('whatsapp_pairing_code', { ...pairing, code: 'ABCD2345', attempt: 2 })
    expect(screen.queryByText('K7QD-2MFX')).toBeNull()
    screen.getByText('ABCD-2345')
    await choose('Scan a QR code')
    screen.getByRole('img', { name: 'QR code to scan with the phone' })
  })

  it('opens by itself when a code waits already', async () => {
    const { say } = renderPage(<ScanDevicePage />)
    await say('whatsapp_pairing_code', pairing)
    await screen.findByText('K7QD-2MFX')
  })

  it.each([
    ['connected', 'The number is linked.'],
    ['disconnected', 'The code is no longer valid.'],
  ])('that ends with %s says so', async (status, sentence) => {
    const { say } = await openPanel()
    await say('whatsapp_pairing_code', pairing)
    await say('whatsapp_status', status)
    const told = await screen.findByText(sentence)
    expect(told.closest('[role=status]')).not.toBeNull()
  })

  it('copies the eight characters without their dash', async () => {
    const { say } = await openPanel()
    const writeText = vi.fn(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText }, languages: ['en'] })
    await say('whatsapp_pairing_code', pairing)
    await act(async () => screen.getByRole('button', { name: 'Copy' }).click())
    expect(writeText).toHaveBeenCalledWith('K7QD2MFX')
    await screen.findByRole('button', { name: 'Copied' })
  })

  it('is typed by a virtual phone in the sandbox', async () => {
    api.answers['GET /app-info'] = ok({ network: 'sandbox', mediaUrl: '', version: '1' })
    api.answers['POST /sandbox/pairing-code'] = ok({
      phoneNumber: '60123456702',
      name: 'Phone 1',
      linked: true,
      online: true,
    })
    const { say } = await openPanel()
    expect(screen.queryByRole('button', { name: 'Type it on the sandbox phone' })).toBeNull()
    await say('whatsapp_pairing_code', pairing)
    await press('Type it on the sandbox phone')
    expect(api.calls).toContain('POST /sandbox/pairing-code')
  })
})
