import { createFakeClock } from '@kirim/testing/fake-clock'
import { describe, expect, test } from 'vitest'
import { DomainError } from '../../platform/errors.ts'
import { createKeyedLock } from '../../platform/lock.ts'
import { createLog } from '../../platform/log.ts'
import { type CloseCause, closeOf } from './closes.ports.ts'
import type { LinkListener } from './devices.ports.ts'
import { createLinking, type LinkDeps } from './link-device.ts'

const identity = { number: '60123456789', lid: null, name: 'Aisyah' }
const settled = () => new Promise((resolve) => setImmediate(resolve))

function setUp(given: { refusal?: DomainError; keepLink?: () => Promise<unknown> } = {}) {
  const clock = createFakeClock()
  const told: unknown[] = []
  const attempts: LinkListener[] = []
  let hasAccepted = false
  const note = (what: string) => async (id: string) => void told.push(`${what} ${id}`)
  const deps = {
    clock,
    log: createLog('silent'),
    inTurn: createKeyedLock(),
    network: {
      link(listener: LinkListener) {
        attempts.push(listener)
        return { withdraw: () => !hasAccepted }
      },
    },
    devices: {
      keepLink: given.keepLink ?? (async () => ({ device: { id: 'device' }, isNew: true })),
    },
    connections: { forget: note('forgot'), connect: note('connected') },
    planLimit: {
      ask: (id: string, how: string) => void told.push(`${how} of ${id}`),
      refuseAsking: async () => given.refusal ?? null,
    },
    events: {
      qr: (_user: string, text: string, life: object) => void told.push([text, life]),
      refused: (_user: string, { code, params }: DomainError) => void told.push([code, params]),
      limitReached: (_user: string, { code }: DomainError) => void told.push(code),
    },
    onEnded: note('ended'),
    onFault: (error: unknown) => void told.push(error instanceof Error && error.message),
  } as unknown as LinkDeps
  const linking = createLinking(deps)
  return {
    clock,
    told,
    attempts,
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
  ])('that ends by %s is told as %s', async (cause, code, reasonCode) => {
    const { told, linking, begin } = setUp()
    const listener = await begin()
    listener.onEnded(closeOf(cause))
    expect(linking.isUnderWay('me')).toBe(false)
    const said = reasonCode ? expect.objectContaining({ reasonCode }) : {}
    expect(told).toEqual(['ended me', ...(code ? [[code, said]] : [])])
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
