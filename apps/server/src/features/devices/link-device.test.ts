import type { PasskeyAnswer, PasskeyOptions, PasskeyStep } from '@kirim/contract/passkey'
import type { PairingCode } from '@kirim/contract/realtime'
import { virtualPasskey } from '@kirim/sandbox-network/weather/virtual-passkey'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../platform/errors.ts'
import { createLimits } from '../../platform/limits/limits.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import { createLog } from '../../platform/log.ts'
import { type CloseCause, closeOf } from './closes.ports.ts'
import type { LinkListener, LinkWish, PasskeyNews } from './devices.ports.ts'
import { createLinking, type LinkDeps } from './link-device.ts'

const identity = { number: '60123456789', lid: null, name: 'Aisyah' }
const LINKED = '60123450000'
const settled = () => new Promise((resolve) => setImmediate(resolve))

function setUp(given: { refusal?: DomainError; keepLink?: () => Promise<unknown> } = {}) {
  const clock = createFakeClock()
  const told: unknown[] = []
  const attempts: LinkListener[] = []
  const numbers: (string | null)[] = []
  const again: (string | null)[] = []
  let hasAccepted = false
  const note = (what: string) => async (id: string) => void told.push(`${what} ${id}`)
  const deps = {
    clock,
    limits: createLimits(clock),
    log: createLog('silent'),
    inTurn: createKeyedLock(),
    network: {
      link(listener: LinkListener, { phoneNumber, deviceId }: LinkWish) {
        attempts.push(listener)
        numbers.push(phoneNumber)
        again.push(deviceId)
        return {
          withdraw: () => !hasAccepted,
          answerPasskey: () => void told.push('answered'),
          confirmPasskey: () => void told.push('confirmed'),
        }
      },
    },
    devices: {
      keepLink: given.keepLink ?? (async () => ({ device: { id: 'device' }, isNew: true })),
      list: async () => [{ id: 'linked', number: LINKED }],
      find: async (_user: string, id: string) => (id === 'linked' ? { id } : null),
    },
    leases: { keep: () => {} },
    connections: { forget: note('forgot'), connect: note('connected') },
    planLimit: {
      ask: (id: string, how: string) => void told.push(`${how} of ${id}`),
      refuseAsking: async () => given.refusal ?? null,
    },
    events: {
      qr: (_user: string, text: string, life: object) => void told.push([text, life]),
      passkey: (_user: string, step: PasskeyStep) => void told.push(step),
      pairingCode: (_user: string, shown: PairingCode) => void told.push(shown),
      refused: (_user: string, { code, params }: DomainError) => void told.push([code, params]),
      limitReached: (_user: string, { code }: DomainError) => void told.push(code),
    },
    onEnded: note('ended'),
    takeOver: async () => {},
    onChanged: () => {},
    onFault: (error: unknown) => void told.push(error instanceof Error && error.message),
  } as unknown as LinkDeps
  const linking = createLinking(deps)
  return {
    clock,
    told,
    attempts,
    numbers,
    again,
    linking,
    accept: () => {
      hasAccepted = true
    },
    async begin() {
      await linking.request('me')
      const listener = attempts.at(-1)
      if (!listener) throw new Error('nothing began')
      return listener
    },
  }
}

describe('a request for a code', () => {
  test('that was withdrawn ends nothing any more, late as its end may be', async () => {
    const { linking, begin, told, attempts } = setUp()
    const first = await begin()
    expect(linking.cancel('me')).toBe('withdrawn')
    const second = await begin()
    first.onEnded(closeOf('outdated', { code: 405 }))
    expect([linking.isUnderWay('me'), attempts.length, told]).toEqual([true, 2, []])
    second.onEnded(closeOf('qr_expired'))
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test('while one waits shows the same again, with the time it has left', async () => {
    const { linking, attempts, clock, told, begin } = setUp()
    const listener = await begin()
    await linking.request('me')
    expect([attempts.length, told]).toEqual([1, []])
    listener.onQr({ text: 'one', attempt: 1, expiresInMs: 60_000 })
    clock.advance(20_000)
    await linking.request('me')
    expect(told).toEqual([
      ['one', { attempt: 1, expiresInMs: 60_000 }],
      ['one', { attempt: 1, expiresInMs: 40_000 }],
    ])
    clock.advance(40_000)
    expect(linking.waitingCode('me')).toBeNull()
    await linking.request('me')
    expect([attempts.length, told.length]).toEqual([1, 2])
  })

  test('of somebody else is another attempt', async () => {
    const { linking, attempts, begin } = setUp()
    const listener = await begin()
    listener.onQr({ text: 'mine', attempt: 1, expiresInMs: 60_000 })
    await linking.request('them')
    expect(attempts).toHaveLength(2)
    expect(linking.waitingCode('them')).toBeNull()
    expect(linking.cancel('them')).toBe('withdrawn')
    expect(linking.isUnderWay('me')).toBe(true)
  })

  test('that the plan has no room for shows none', async () => {
    const refusal = new DomainError('device_limit_reached', { plan: 'Free', n: 1 })
    const { linking, attempts, told } = setUp({ refusal })
    await linking.request('me')
    expect([attempts.length, told, linking.isUnderWay('me')]).toEqual([
      0,
      ['device_limit_reached'],
      false,
    ])
  })

  test('for the phone of a device takes its way, and the place of a code for a new one', async () => {
    const { linking, again, attempts, told, begin } = setUp()
    await begin()
    await linking.requestAgain('me', 'linked')
    attempts[1]?.onQr({ text: 'its', attempt: 1, expiresInMs: 60_000 })
    await linking.requestAgain('me', 'linked')
    expect(told).toEqual([
      ['its', { attempt: 1, expiresInMs: 60_000 }],
      ['its', { attempt: 1, expiresInMs: 60_000 }],
    ])
    await linking.request('me')
    expect(again).toEqual([null, 'linked', null])
    await expect(linking.requestAgain('me', 'other')).rejects.toThrow(
      expect.objectContaining({ code: 'device_not_found' }),
    )
    expect(again).toHaveLength(3)
  })

  test('for the phone of a device does not disturb one that a phone has accepted', async () => {
    const { linking, again, begin, accept } = setUp()
    await begin()
    accept()
    await linking.requestAgain('me', 'linked')
    expect(again).toEqual([null])
  })

  test.each(['two at once', 'after a cancellation'])('%s makes one attempt', async (how) => {
    const { linking, attempts } = setUp()
    if (how === 'two at once') {
      await Promise.all([linking.request('me'), linking.request('me')])
      expect(attempts).toHaveLength(1)
    } else {
      await linking.request('me')
      expect(linking.cancel('me')).toBe('withdrawn')
      expect(linking.cancel('me')).toBe('nothing')
      await linking.request('me')
      expect(attempts).toHaveLength(2)
    }
  })
})

describe('a request for a pairing code', () => {
  const phoneNumber = '60123456789'
  async function ask(given: Parameters<typeof setUp>[0] = {}) {
    const world = setUp(given)
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
    const { linking, again, attempts } = setUp()
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

  test('that the network refuses ends, and says so', async () => {
    const { told, attempts, linking } = await ask()
    attempts.at(-1)?.onEnded(closeOf('pairing_refused', { code: 400 }))
    expect(told).toEqual([
      'ended me',
      ['link_failed', expect.objectContaining({ reasonCode: 'pairing_refused_coded', code: 400 })],
    ])
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test('for the same number shows the same code for ten seconds, then another', async () => {
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

  test('takes the place of a QR code, but not of a link that the phone has accepted', async () => {
    const { linking, begin, numbers, accept } = setUp()
    await begin()
    await linking.requestPairing('me', phoneNumber)
    expect(numbers).toEqual([null, phoneNumber])
    accept()
    await linking.requestPairing('me', '60111111111')
    expect(numbers).toHaveLength(2)
  })

  test('that the plan has no room for shows none', async () => {
    const refusal = new DomainError('device_limit_reached', { plan: 'Free', n: 1 })
    const { told, attempts } = await ask({ refusal })
    expect([attempts.length, told]).toEqual([0, ['device_limit_reached']])
  })

  test('is refused after the fifth in ten minutes, of one user or for one phone', async () => {
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

  test('that is cancelled is not renewed', async () => {
    const { show, linking } = await ask()
    show('ONE')
    expect(linking.cancel('me')).toBe('withdrawn')
    expect(linking.waitingPairing('me')).toBeNull()
  })
})

describe('a passkey that is asked for', () => {
  const options: PasskeyOptions = {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'whatsapp.com',
    allowCredentials: [],
    userVerification: 'required',
  }
  const news: PasskeyNews = { kind: 'asked', options, expiresInMs: 600_000, refused: null }
  const answer = virtualPasskey(options)
  async function asked() {
    const world = setUp()
    const listener = await world.begin()
    listener.onQr({ text: 'one', attempt: 1, expiresInMs: 60_000 })
    listener.onPasskey(news)
    world.told.length = 0
    return { ...world, listener }
  }
  const step = { state: 'asked', options, expiresInMs: 600_000, refused: null, code: null }

  test('takes the place of the codes, with the time it has left', async () => {
    const { linking, clock, told } = await asked()
    clock.advance(1000)
    expect(linking.waitingCode('me')).toBeNull()
    expect(linking.waitingPasskey('me')).toEqual({ ...step, expiresInMs: 599_000 })
    expect(linking.waitingPasskey('them')).toBeNull()
    await linking.request('me')
    expect(told).toEqual([{ ...step, expiresInMs: 599_000 }])
  })

  test('is answered once, and by its owner alone', async () => {
    const { linking, told } = await asked()
    const refused = { code: 'passkey_not_asked' }
    await expect(linking.answerPasskey('them', answer)).rejects.toMatchObject(refused)
    await expect(linking.confirmPasskey('me')).rejects.toMatchObject(refused)
    await linking.answerPasskey('me', answer)
    await expect(linking.answerPasskey('me', answer)).rejects.toMatchObject(refused)
    expect(told).toEqual([{ ...step, state: 'checking' }, 'answered'])
  })

  test('says when the network refused its answer, and takes the next', async () => {
    const { linking, listener, told } = await asked()
    await linking.answerPasskey('me', answer)
    listener.onPasskey({ ...news, refused: { code: 400 } })
    expect(told.at(-1)).toEqual({ ...step, refused: { code: 400 } })
    await linking.answerPasskey('me', answer)
    expect(told.at(-1)).toBe('answered')
  })

  test('shows a code to compare, and goes on when it was compared', async () => {
    const { linking, listener, told } = await asked()
    await linking.answerPasskey('me', answer)
    listener.onPasskey({ kind: 'compare', code: 'K7QD-2MFX', expiresInMs: 300_000 })
    const compared = { ...step, state: 'compare', code: 'K7QD-2MFX', expiresInMs: 300_000 }
    expect(told.at(-1)).toEqual(compared)
    await linking.confirmPasskey('me')
    expect(told.slice(-2)).toEqual([{ ...compared, state: 'checking', code: null }, 'confirmed'])
  })

  test('is gone once it was cancelled, or has ended', async () => {
    const { linking, listener, begin } = await asked()
    listener.onEnded(closeOf('passkey_late'))
    expect(linking.waitingPasskey('me')).toBeNull()
    const next = await begin()
    next.onPasskey(news)
    expect(linking.cancel('me')).toBe('withdrawn')
    expect(linking.waitingPasskey('me')).toBeNull()
  })

  test.each<[string, (answer: PasskeyAnswer) => PasskeyAnswer]>([
    ['another request', () => virtualPasskey({ ...options, challenge: 'AAAA' })],
    ['another site', () => virtualPasskey({ ...options, rpId: 'whatsapp.example' })],
    [
      'nothing',
      (given) => ({ ...given, response: { ...given.response, clientDataJSON: 'bnVsbA' } }),
    ],
    ['no text', (given) => ({ ...given, response: { ...given.response, clientDataJSON: 'AA' } })],
    [
      'nobody who was verified',
      (given) => {
        const data = Buffer.from(given.response.authenticatorData, 'base64url')
        data[32] = 1
        const authenticatorData = data.toString('base64url')
        return { ...given, response: { ...given.response, authenticatorData } }
      },
    ],
    [
      'too short',
      (given) => ({ ...given, response: { ...given.response, authenticatorData: 'AA' } }),
    ],
  ])('with an answer of %s sends nothing, and goes on waiting', async (_what, change) => {
    const { linking, told } = await asked()
    const refused = { code: 'passkey_answer_wrong' }
    await expect(linking.answerPasskey('me', change(answer))).rejects.toMatchObject(refused)
    expect([told, linking.waitingPasskey('me')]).toEqual([[], step])
  })
})

describe('an attempt', () => {
  test.each<[CloseCause, string | null, string | null]>([
    ['qr_expired', null, null],
    ['connection_lost', 'link_failed', 'link_unreachable'],
    ['banned', 'link_failed', 'link_refused'],
    ['outdated', 'link_failed', 'link_outdated'],
    ['logged_out', 'link_failed', 'link_refused'],
    ['restart_required', 'link_failed', 'link_refused'],
    ['not_genuine', 'network_not_genuine', null],
    ['link_forged', 'link_forged', null],
    ['passkey_late', 'link_passkey_late', null],
    ['passkey_refused', 'link_passkey_refused', null],
  ])('that ends by %s is told as %s', async (cause, code, reasonCode) => {
    const { told, linking, begin } = setUp()
    const listener = await begin()
    listener.onEnded(closeOf(cause))
    expect(linking.isUnderWay('me')).toBe(false)
    const said = reasonCode ? expect.objectContaining({ reasonCode }) : {}
    expect(told).toEqual(['ended me', ...(code ? [[code, said]] : [])])
  })

  test.each<[CloseCause, number, string]>([
    ['locked', 403, 'link_refused_coded'],
    ['banned_until', 402, 'link_refused_coded'],
    ['connection_lost', 503, 'link_unreachable_coded'],
  ])('that ends by %s names the code of the network', async (cause, code, reasonCode) => {
    const { told, begin } = setUp()
    const listener = await begin()
    listener.onEnded(closeOf(cause, { code }))
    const said = expect.objectContaining({ reasonCode, code })
    expect(told).toEqual(['ended me', ['link_failed', said]])
  })

  test('that the phone accepts is kept, then connected, and the session before is closed', async () => {
    const { told, linking, begin } = setUp()
    const listener = await begin()
    listener.onPaired(identity, [])
    expect(linking.waitingCode('me')).toBeNull()
    await linking.finished('me')
    expect(told).toEqual(['forgot device', 'new_link of device', 'connected device'])
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test('that was accepted and cannot be kept is over, and the fault is told', async () => {
    const keepLink = () => Promise.reject(new Error('the disk is full'))
    const { told, linking, begin } = setUp({ keepLink })
    const listener = await begin()
    listener.onPaired(identity, [])
    await linking.finished('me')
    expect(told).toEqual(['the disk is full'])
    await settled()
    expect(linking.isUnderWay('me')).toBe(false)
    await begin()
    expect(linking.isUnderWay('me')).toBe(true)
  })

  test('that was accepted cannot be withdrawn, and a server that stops waits for it', async () => {
    const kept = Promise.withResolvers<unknown>()
    const { told, linking, accept, begin } = setUp({ keepLink: () => kept.promise })
    const listener = await begin()
    accept()
    expect(linking.cancel('me')).toBe('too_late')
    listener.onPaired(identity, [])
    let hasStopped = false
    const stopping = linking.stop().then(() => {
      hasStopped = true
    })
    await settled()
    expect(hasStopped).toBe(false)
    kept.resolve({ device: { id: 'device' }, isNew: false })
    await stopping
    expect(told).toContain('new_scan of device')
  })

  test('whose end never comes is waited for ten seconds', async () => {
    const { linking, clock, accept, begin } = setUp()
    await begin()
    accept()
    let hasStopped = false
    const stopping = linking.stop().then(() => {
      hasStopped = true
    })
    await settled()
    clock.advance(9_999)
    await settled()
    expect(hasStopped).toBe(false)
    clock.advance(1)
    await stopping
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test('of nobody is finished', async () => {
    const { linking } = setUp()
    await linking.finished('nobody')
    expect(linking.cancel('nobody')).toBe('nothing')
    await linking.stop()
  })
})
