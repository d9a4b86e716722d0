import { describe, expect, test } from 'vitest'
import { DomainError } from '../../../platform/errors.ts'
import { LINKED, setUpLinking } from '../../../testing/linking.ts'
import { type CloseCause, closeOf } from '../closes.ports.ts'

describe('a request for a pairing code', () => {
  const phoneNumber = '60123456789'
  async function ask(given: Parameters<typeof setUpLinking>[0] = {}) {
    const world = setUpLinking(given)
    await world.linking.requestPairing('me', phoneNumber)
    const show = (code: string) =>
      world.attempts.at(-1)?.onPairingCode({ code, expiresInMs: 160_000 })
    return { ...world, show }
  }
  const shown = (code: string, attempt: number, expiresInMs = 160_000) => ({
    code,
    phoneNumber,
    attempt,
    expiresInMs,
  })

  test('is renewed over a connection of its own, and ends after the third', async () => {
    const { told, show, attempts, numbers, linking, clock } = await ask()
    for (const code of ['ONE', 'TWO', 'THREE']) {
      show(code)
      clock.advance(160_000)
      expect(linking.waitingPairing('me')).toBeNull()
      attempts.at(-1)?.onEnded(closeOf('qr_expired'))
    }
    expect(numbers).toEqual([phoneNumber, phoneNumber, phoneNumber])
    expect(told).toEqual([shown('ONE', 1), shown('TWO', 2), shown('THREE', 3), 'ended me'])
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test.each([
    [LINKED, 'linked'],
    [phoneNumber, null],
  ])('for %s links the device with this number again, if there is one', async (typed, device) => {
    const { linking, again, attempts } = setUpLinking()
    await linking.requestPairing('me', typed)
    attempts.at(-1)?.onEnded(closeOf('qr_expired'))
    expect(again).toEqual([device, device])
    // The QR code beside it is of the same connection.
    await linking.request('me')
    expect(again).toHaveLength(2)
  })

  test.each<[CloseCause, string, string]>([
    ['proxy_down', 'proxy_test_failed', 'proxy_unreachable'],
    ['proxy_sign_in', 'proxy_test_failed', 'proxy_sign_in'],
    ['proxy_blocks', 'proxy_test_failed', 'proxy_blocks'],
    ['proxy_private', 'proxy_test_failed', 'proxy_address_refused'],
    ['unreadable', 'link_failed', 'link_proxy_unreadable'],
  ])('that ends with %s says that it is the proxy', async (cause, code, reasonCode) => {
    const { told, attempts } = await ask()
    attempts.at(-1)?.onEnded(closeOf(cause))
    expect(told).toEqual(['ended me', [code, expect.objectContaining({ reasonCode })]])
  })

  test('ends with a message when the network refuses it', async () => {
    const { told, attempts, linking } = await ask()
    attempts.at(-1)?.onEnded(closeOf('pairing_refused', { code: 400 }))
    expect(told).toEqual([
      'ended me',
      ['link_failed', expect.objectContaining({ reasonCode: 'pairing_refused_coded', code: 400 })],
    ])
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test('shows the same code for the same number for ten seconds, then another', async () => {
    const { told, show, attempts, linking, clock } = await ask()
    await linking.requestPairing('me', phoneNumber)
    show('ONE')
    clock.advance(9999)
    await linking.requestPairing('me', phoneNumber)
    expect(attempts).toHaveLength(1)
    expect(told).toEqual([shown('ONE', 1), shown('ONE', 1, 150_001)])
    clock.advance(1)
    await linking.requestPairing('me', phoneNumber)
    expect(attempts).toHaveLength(2)
    expect(linking.waitingPairing('me')).toBeNull()
  })

  test('replaces a QR code, but not a link that the phone has accepted', async () => {
    const { linking, begin, numbers, accept } = setUpLinking()
    await begin()
    await linking.requestPairing('me', phoneNumber)
    expect(numbers).toEqual([null, phoneNumber])
    accept()
    await linking.requestPairing('me', '60111111111')
    expect(numbers).toHaveLength(2)
  })

  test('shows no code when the plan is full', async () => {
    const refusal = new DomainError('device_limit_reached', { plan: 'Free', n: 1 })
    const { told, attempts } = await ask({ refusal })
    expect([attempts.length, told]).toEqual([0, ['device_limit_reached']])
  })

  test('is refused after five in ten minutes by one user or for one phone', async () => {
    const { told, show, attempts, linking, clock } = await ask()
    const again = async (user: string, number: string) => {
      clock.advance(10_000)
      await linking.requestPairing(user, number)
    }
    for (const last of ['1', '2', '3', '4']) await again('me', `6011111111${last}`)
    show('FIVE')
    told.length = 0
    await again('me', phoneNumber)
    const refusal = ['too_many_pairing_codes', { minutes: 10 }]
    expect(attempts).toHaveLength(5)
    expect(told).toEqual([refusal, { ...shown('FIVE', 1, 150_000), phoneNumber: '60111111114' }])

    linking.cancel('me')
    told.length = 0
    await again('me', phoneNumber)
    expect(told).toEqual([['too_many_pairing_codes', { minutes: 9 }], 'ended me'])
    for (const user of ['a', 'b', 'c', 'd']) await again(user, phoneNumber)
    expect(attempts).toHaveLength(9)
    await again('e', phoneNumber)
    expect(attempts).toHaveLength(9)
    clock.advance(600_000)
    await again('me', phoneNumber)
    expect(attempts).toHaveLength(10)
  })

  test('is not renewed after it is cancelled', async () => {
    const { show, linking } = await ask()
    show('ONE')
    expect(linking.cancel('me')).toBe('withdrawn')
    expect(linking.waitingPairing('me')).toBeNull()
  })
})
