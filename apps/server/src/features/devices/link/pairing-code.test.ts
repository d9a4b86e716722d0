import type { Session } from '@kirim/contract/accounts'
import type { Device } from '@kirim/contract/devices'
import type { PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode } from '@kirim/contract/realtime'
import { virtualPasskey } from '@kirim/sandbox-network/weather/virtual-passkey'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { openBrowser, type TestBrowser } from '../../../testing/test-browser.ts'

describe('a pairing code of the real driver', () => {
  let number: LinkedNumber
  let session: Session
  let browser: TestBrowser
  let phone: string
  let made = 0
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite')
  })
  afterAll(() => number.stop())
  afterEach(() => browser.close())

  /** Somebody new with a phone of their own, who looks at the page. */
  async function setUp() {
    session = await number.app.newUser()
    browser = await openBrowser(number.app.url, session)
    made += 1
    phone = `601234567${10 + made}`
    number.network.createPhone({ owner: 'test', name: 'Kedai Kopi', number: phone })
  }
  const ask = (written: string) => {
    const code = browser.next<PairingCode>('whatsapp_pairing_code')
    browser.socket.emit('whatsapp_pairing_request', written)
    return code
  }
  const type = (code: string, on = phone) => number.network.enterPairingCode(code, on)
  const status = (wanted: string) => browser.next('whatsapp_status', (value) => value === wanted)
  const devices = async () =>
    (await number.app.call('GET', '/whatsapp/devices', { token: session.token })).body as Device[]

  test('is shown beside a QR code, and links the phone that types it', async () => {
    await setUp()
    const qr = browser.next('whatsapp_qr')
    const waiting = status('waiting_qr')
    const shown = await ask(`+${phone.slice(0, 4)}-${phone.slice(4, 7)} ${phone.slice(7)}`)
    expect(shown).toEqual({
      code: expect.stringMatching(/^[1-9A-HJ-NP-Z]{8}$/),
      phoneNumber: phone,
      expiresInMs: expect.any(Number),
      attempt: 1,
    })
    expect(shown.expiresInMs).toBeGreaterThan(100_000)
    expect(shown.expiresInMs).toBeLessThanOrEqual(160_000)
    await Promise.all([qr, waiting])
    const connected = status('connected')
    await type(shown.code)
    await connected
    expect(await devices()).toMatchObject([{ number: phone, connected: true }])
  })

  test('links nothing when mistyped or typed on another phone, and can be typed again', async () => {
    await setUp()
    const { code } = await ask(phone)
    const wrong = code.startsWith('Z') ? `Y${code.slice(1)}` : `Z${code.slice(1)}`
    await expect(type(wrong)).rejects.toMatchObject({ code: 'pairing_failed' })
    await expect(type(code, number.device.number)).rejects.toMatchObject({ code: 'qr_unknown' })
    expect(await devices()).toEqual([])
    const connected = status('connected')
    await type(code)
    await connected
    expect(await devices()).toHaveLength(1)
  })

  test('is withdrawn by Cancel', async () => {
    await setUp()
    const { code } = await ask(phone)
    const gone = status('disconnected')
    browser.socket.emit('whatsapp_cancel_request')
    await gone
    await expect.poll(() => type(code).catch((error) => error.code)).toBe('qr_unknown')
  })

  test('for another number replaces the pending one', async () => {
    await setUp()
    const before = await ask(number.device.number)
    const after = await ask(phone)
    expect(after).toMatchObject({ phoneNumber: phone, attempt: 1 })
    await expect
      .poll(() => type(before.code, number.device.number).catch((error) => error.code))
      .toBe('qr_unknown')
    const connected = status('connected')
    await type(after.code)
    await connected
    expect(await devices()).toMatchObject([{ number: phone }])
  })

  test('and the QR code beside it lead to the same link', async () => {
    await setUp()
    const qr = browser.next<string>('whatsapp_qr')
    const { code } = await ask(phone)
    const connected = status('connected')
    await number.network.scan(await qr, phone)
    await connected
    await expect(type(code)).rejects.toMatchObject({ code: 'qr_unknown' })
    expect(await devices()).toHaveLength(1)
  })

  test('or a QR code of a number with a passkey asks for it, and links after the answer', async () => {
    await setUp()
    number.network.setWeather(phone, { kind: 'passkey' })
    const { code } = await ask(phone)
    const asked = browser.next<PasskeyStep>('whatsapp_passkey')
    await type(code)
    const step = await asked
    expect(step).toMatchObject({ state: 'asked', refused: null, code: null })

    const told = (event: string, ...args: unknown[]) => {
      const refused = browser.next('error_message')
      browser.socket.emit(event, ...args)
      return refused
    }
    const answer = virtualPasskey(step.options)
    const wrong = { ...step.options, challenge: 'AAAA' }
    expect(await told('whatsapp_passkey_confirm')).toMatch(/^None of your numbers is waiting/)
    expect(await told('whatsapp_passkey_answer', virtualPasskey(wrong))).toMatch(
      /^This answer belongs/,
    )
    expect(await told('whatsapp_passkey_answer', { id: 'x' })).toMatch(/could not be read/)
    const huge = { ...answer, id: 'x'.repeat(10_000) }
    expect(await told('whatsapp_passkey_answer', huge)).toMatch(/could not be read/)

    const stranger = await openBrowser(number.app.url, number.session)
    const refusal = new Promise((resolve) =>
      stranger.socket.once('error_message', (_message, said) => resolve(said)),
    )
    stranger.socket.emit('whatsapp_passkey_answer', answer)
    expect(await refusal).toMatchObject({ code: 'passkey_not_asked' })
    stranger.close()

    const again = browser.next<PasskeyStep>('whatsapp_passkey')
    const waiting = status('waiting_qr')
    browser.socket.emit('get_whatsapp_status')
    expect(await again).toMatchObject({ state: 'asked', options: step.options })
    await waiting
    const checking = browser.next<PasskeyStep>(
      'whatsapp_passkey',
      ({ state }) => state === 'checking',
    )
    const connected = status('connected')
    browser.socket.emit('whatsapp_passkey_answer', answer)
    await Promise.all([checking, connected])
    expect(await devices()).toMatchObject([{ number: phone, connected: true }])
  })

  test('is shown again when the browser returns', async () => {
    await setUp()
    const { code } = await ask(phone)
    const again = browser.next<PairingCode>('whatsapp_pairing_code')
    browser.socket.emit('get_whatsapp_status')
    expect(await again).toMatchObject({ code, phoneNumber: phone })
  })

  test('is refused above the limit of the plan', async () => {
    await setUp()
    browser.close()
    session = number.session
    browser = await openBrowser(number.app.url, session)
    const heard: string[] = []
    browser.socket.onAny((event: string) => heard.push(event))
    const told = browser.next('error_message')
    browser.socket.emit('whatsapp_pairing_request', phone)
    expect(await told).toMatch(/^Cannot connect more devices\./)
    expect(heard).not.toContain('whatsapp_pairing_code')
  })

  test.each([
    ['nothing', ''],
    ['no country code', '0123456702'],
    ['a word', 'telefon'],
    ['16 digits', '6'.repeat(16)],
    ['10,000 letters', 'x'.repeat(10_000)],
    ['null', null],
  ])('is not asked for with %s as the number', async (_what, written) => {
    await setUp()
    const told = browser.next('error_message')
    browser.socket.emit('whatsapp_pairing_request', written)
    await told
    expect(await devices()).toEqual([])
  })
})
