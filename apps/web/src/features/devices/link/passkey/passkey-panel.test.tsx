// @vitest-environment jsdom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { i18n } from '#shared/i18n/i18n.ts'
import { type FakeApi, fakeApi, ok } from '#shared/testing/fake-api.ts'
import { renderPage } from '#shared/testing/render-page.tsx'
import { press } from '#shared/testing/user.ts'
import { ScanDevicePage } from '../../scan-device-page.tsx'
import { isSiteOf, pageOf } from './passkey-page.ts'

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

const options = {
  challenge: 'oms417aP',
  rpId: 'whatsapp.com',
  allowCredentials: [],
  userVerification: 'required' as const,
}
const step = { state: 'asked', options, expiresInMs: 600_000, refused: null, code: null }
const answer = {
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA', userHandle: null },
}

async function openStep(given: object = {}) {
  const page = renderPage(<ScanDevicePage />)
  await screen.findByText('0 of 3')
  await page.say('whatsapp_qr', 'code-1', { expiresInMs: 60_000, attempt: 1 })
  await page.say('whatsapp_passkey', { ...step, ...given })
  page.heard.length = 0
  return page
}
const field = () => screen.getByRole('textbox', { name: 'The passkey answer' })
const write = (value: string) => act(async () => fireEvent.change(field(), { target: { value } }))

describe('a passkey that WhatsApp asks for', () => {
  it('takes the place of the code, and is asked for on a page of WhatsApp', async () => {
    await openStep()
    screen.getByText('WhatsApp asks for a passkey')
    screen.getByText('Waiting for the passkey')
    expect(screen.queryByRole('img', { name: 'QR code to scan with the phone' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Connect Another Device' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Answer with a virtual passkey' })).toBeNull()
    const link = screen.getByRole('link', { name: 'web.whatsapp.com' })
    expect(link.getAttribute('href')).toBe('https://web.whatsapp.com/')
    screen.getByText(/only to pages of whatsapp\.com/)
  })

  it('has a line for the console with what is asked for, which is copied', async () => {
    await openStep()
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined)
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText }, languages: ['en'] })
    await press('Copy')
    const [line = ''] = writeText.mock.calls[0] ?? []
    expect(line).toContain(JSON.stringify(options))
    expect(line).not.toContain('\n')
    await screen.findByRole('button', { name: 'Copied' })
  })

  it.each(['not this', '{}', 'null', JSON.stringify({ ...answer, rawId: 'a b' })])(
    'is not answered by %j, which is said in both languages',
    async (pasted) => {
      const { heard } = await openStep()
      await write(pasted)
      await press('Send the answer')
      const told = 'This is not a passkey answer. Copy it again and paste it.'
      screen.getByText(told)
      expect(heard).toEqual([])
      await act(() => i18n.changeLanguage('ms'))
      expect(screen.queryByText(told)).toBeNull()
    },
  )

  it('is answered by what was pasted, without what browsers add', async () => {
    const { heard, say } = await openStep()
    await write(` ${JSON.stringify({ ...answer, clientExtensionResults: {} })}\n`)
    await press('Send the answer')
    expect(heard).toEqual([['whatsapp_passkey_answer', answer]])
    await say('whatsapp_passkey', { ...step, state: 'checking' })
    screen.getByText('WhatsApp is checking the answer. This takes a moment.')
    await say('whatsapp_passkey', {
      ...step,
      options: { ...options, challenge: 'another' },
      refused: { code: 400 },
    })
    screen.getByText('WhatsApp did not accept the answer (400).')
    expect((field() as HTMLTextAreaElement).value).toBe('')
  })

  it('shows a code to compare with that of the phone', async () => {
    const { heard } = await openStep({ state: 'compare', code: 'K7QD-2MFX' })
    screen.getByText('K7QD-2MFX')
    await press('The phone shows the same code')
    expect(heard).toEqual([['whatsapp_passkey_confirm']])
  })

  it('is cancelled, and says how it ended when it ended by itself', async () => {
    const { heard, say } = await openStep()
    await press('Cancel')
    expect(heard).toEqual([['whatsapp_cancel_request']])
    await say('whatsapp_status', 'disconnected')
    screen.getByText('No code yet')
    await say('whatsapp_passkey', step)
    await say('whatsapp_status', 'disconnected')
    screen.getByText('The passkey was not confirmed.')
    await press('Show a new code')
    expect(heard.at(-1)?.[0]).toBe('whatsapp_connect_request')
  })

  it('is answered by a virtual one in the sandbox', async () => {
    api.answers['GET /app-info'] = ok({ network: 'sandbox', mediaUrl: '', version: '1' })
    api.answers['POST /sandbox/passkey'] = ok({ message: 'Done.' })
    await openStep({ options: { ...options, rpId: 'localhost' } })
    await press('Answer with a virtual passkey')
    expect(api.calls).toContain('POST /sandbox/passkey')
  })
})

describe('the page to which a passkey answers', () => {
  it.each([
    ['whatsapp.com', 'whatsapp.com', true],
    ['whatsapp.com', 'web.whatsapp.com', true],
    ['whatsapp.com', 'notwhatsapp.com', false],
    ['web.whatsapp.com', 'whatsapp.com', false],
    ['localhost', '127.0.0.1', false],
  ])('of %s is %s: %s', (rpId, host, expected) => {
    expect(isSiteOf(rpId, host)).toBe(expected)
  })

  it.each([
    ['whatsapp.com', 'http://127.0.0.1:3000/x', 'https://web.whatsapp.com/'],
    ['web.whatsapp.com', 'http://127.0.0.1:3000/x', 'https://web.whatsapp.com/'],
    ['localhost', 'http://127.0.0.1:3000/x', 'http://localhost:3000/'],
    ['kirim.example', 'https://10.0.0.1/x', 'https://kirim.example/'],
  ])('for %s, seen from %s, is %s', (rpId, here, page) => {
    expect(pageOf({ ...options, rpId }, new URL(here) as unknown as Location)).toBe(page)
  })
})
