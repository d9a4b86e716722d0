import { describe, expect, test } from 'vitest'
import { DomainError } from '../../../platform/errors.ts'
import { setUpLinking } from '../../../testing/linking.ts'
import { type CloseCause, closeOf } from '../closes.ports.ts'

const identity = { number: '60123456789', lid: null, name: 'Aisyah' }
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('a request for a code', () => {
  test('has no effect after it was withdrawn, even if its end comes late', async () => {
    const { linking, begin, told, attempts } = setUpLinking()
    const first = await begin()
    expect(linking.cancel('me')).toBe('withdrawn')
    const second = await begin()
    first.onEnded(closeOf('outdated', { code: 405 }))
    expect([linking.isUnderWay('me'), attempts.length, told]).toEqual([true, 2, []])
    second.onEnded(closeOf('qr_expired'))
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test('shows a pending code again with its remaining time', async () => {
    const { linking, attempts, clock, told, begin } = setUpLinking()
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

  test('by another user is another attempt', async () => {
    const { linking, attempts, begin } = setUpLinking()
    const listener = await begin()
    listener.onQr({ text: 'mine', attempt: 1, expiresInMs: 60_000 })
    await linking.request('them')
    expect(attempts).toHaveLength(2)
    expect(linking.waitingCode('them')).toBeNull()
    expect(linking.cancel('them')).toBe('withdrawn')
    expect(linking.isUnderWay('me')).toBe(true)
  })

  test('counts new attempts, and is refused above the limit of ten minutes', async () => {
    const { linking, begin, attempts, told, clock } = setUpLinking({ sessions: 2 })
    await begin()
    await linking.request('me')
    linking.cancel('me')
    await linking.requestAgain('me', 'linked')
    linking.cancel('me')
    expect([attempts.length, told]).toEqual([2, []])
    await linking.request('me')
    await linking.requestPairing('me', '60111111111')
    const refused = [['too_many_sessions', { minutes: 10 }], 'ended me']
    expect([attempts.length, told]).toEqual([2, [...refused, ...refused]])
    clock.advance(600_000)
    await linking.request('me')
    expect(attempts).toHaveLength(3)
  })

  test('shows no code when the plan is full', async () => {
    const refusal = new DomainError('device_limit_reached', { plan: 'Free', n: 1 })
    const { linking, attempts, told } = setUpLinking({ refusal })
    await linking.request('me')
    expect([attempts.length, told, linking.isUnderWay('me')]).toEqual([
      0,
      ['device_limit_reached'],
      false,
    ])
  })

  test('for the phone of a device uses its proxy, and replaces a code for a new device', async () => {
    const { linking, again, attempts, told, begin } = setUpLinking()
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

  test('for the phone of a device does not stop an accepted attempt', async () => {
    const { linking, again, begin, accept } = setUpLinking()
    await begin()
    accept()
    await linking.requestAgain('me', 'linked')
    expect(again).toEqual([null])
  })

  test.each(['two at once', 'after a cancellation'])('%s makes one attempt', async (how) => {
    const { linking, attempts } = setUpLinking()
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
    const { told, linking, begin } = setUpLinking()
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
    const { told, begin } = setUpLinking()
    const listener = await begin()
    listener.onEnded(closeOf(cause, { code }))
    const said = expect.objectContaining({ reasonCode, code })
    expect(told).toEqual(['ended me', ['link_failed', said]])
  })

  test('accepted by the phone is stored and connected, and the earlier session is closed', async () => {
    const { told, linking, begin } = setUpLinking()
    const listener = await begin()
    listener.onPaired(identity, [])
    expect(linking.waitingCode('me')).toBeNull()
    await linking.finished('me')
    expect(told).toEqual(['forgot device', 'new_link of device', 'connected device'])
    expect(linking.isUnderWay('me')).toBe(false)
  })

  test('that cannot be stored ends, and the fault is reported', async () => {
    const saveLink = () => Promise.reject(new Error('the disk is full'))
    const { told, linking, begin } = setUpLinking({ saveLink })
    const listener = await begin()
    listener.onPaired(identity, [])
    await linking.finished('me')
    expect(told).toEqual(['the disk is full'])
    await settled()
    expect(linking.isUnderWay('me')).toBe(false)
    await begin()
    expect(linking.isUnderWay('me')).toBe(true)
  })

  test('accepted by the phone cannot be withdrawn, and a stopping server waits for it', async () => {
    const kept = Promise.withResolvers<unknown>()
    const { told, linking, accept, begin } = setUpLinking({ saveLink: () => kept.promise })
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

  test('that never ends delays a stop by ten seconds', async () => {
    const { linking, clock, accept, begin } = setUpLinking()
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

  test('counts as finished when there is none', async () => {
    const { linking } = setUpLinking()
    await linking.finished('nobody')
    expect(linking.cancel('nobody')).toBe('nothing')
    await linking.stop()
  })
})
