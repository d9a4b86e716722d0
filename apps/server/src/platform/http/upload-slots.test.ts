import type { IncomingMessage } from 'node:http'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { beforeEach, describe, expect, test } from 'vitest'
import { DomainError } from '../errors.ts'
import { createUploadSlots } from './upload-slots.ts'

const KB = 1024

/** A body that arrives as far as the test lets it. */
function newUpload() {
  const state = { bytes: 500, complete: false, told: '' }
  const socket = {
    get bytesRead() {
      return state.bytes
    },
    writable: true,
    destroy: () => {},
    resume: () => socket,
    once: () => socket,
    end: (answer: string) => {
      state.told = answer
      socket.writable = false
    },
  }
  const request = {
    socket,
    get complete() {
      return state.complete
    },
  }
  return { state, request: request as unknown as IncomingMessage }
}

describe('places for uploads', () => {
  let clock: ReturnType<typeof createFakeClock>
  let slots: ReturnType<typeof createUploadSlots>
  beforeEach(() => {
    clock = createFakeClock()
    slots = createUploadSlots(clock, { perMember: 2, perAddress: 3, total: 5 })
  })

  function begin(userId: string, ip: string) {
    const { state, request } = newUpload()
    let finish = () => {}
    const body = new Promise<void>((done) => {
      finish = done
    })
    const outcome = slots
      .within({ userId, ip }, request, () => body)
      .then(
        () => 'taken',
        (error: unknown) => (error instanceof DomainError ? error.code : error),
      )
    return { state, outcome, finish }
  }
  /** The outcome of an upload that arrives at once. */
  const tried = (userId: string, ip: string) => {
    const upload = begin(userId, ip)
    upload.state.complete = true
    upload.finish()
    return upload.outcome
  }
  const SIX = ['::1', '::2', '10.0.0.3', '10.0.0.4', '10.0.0.5', '10.0.0.6'] as const

  test('a member has some of them, from wherever', async () => {
    begin('greedy', SIX[0])
    begin('greedy', SIX[2])
    expect(await tried('greedy', SIX[3])).toBe('too_many_uploads')
    expect(await tried('other', SIX[3])).toBe('taken')
  })

  test('an address has some of them, whatever its accounts; an IPv6 network is one', async () => {
    for (const user of ['a', 'b', 'c']) begin(user, SIX[user === 'b' ? 1 : 0])
    expect(await tried('d', SIX[1])).toBe('too_many_uploads')
    expect(await tried('d', SIX[2])).toBe('taken')
  })

  test('all together have so many; a place is free again once its upload is answered', async () => {
    const five = SIX.slice(1).map((ip, n) => begin(`user ${n}`, ip))
    expect(await tried('sixth', SIX[0])).toBe('too_many_uploads')
    five[0]?.finish()
    await five[0]?.outcome
    expect(await tried('sixth', SIX[0])).toBe('taken')
  })

  test.each([
    ['of an address', ['10.0.0.1', '10.0.0.1', '10.0.0.1']],
    ['of all', ['10.0.0.1', '10.0.0.2', '10.0.0.3', '10.0.0.4', '10.0.0.5']],
  ])('when the places %s have run out the slowest loses its own', async (_what, ips) => {
    const uploads = ips.map((ip, n) => begin(`user ${n}`, ip))
    const [slow, slowest, ...others] = uploads
    for (const { state } of others) state.bytes += 2000 * KB
    if (slow) slow.state.bytes += 200 * KB
    expect(await tried('late', '10.0.0.1')).toBe('too_many_uploads')
    clock.advance(10_000)
    const late = begin('late', '10.0.0.1')
    expect(slowest?.state.told).toMatch(/^HTTP\/1.1 429 [\s\S]*"code":"too_many_uploads"/)
    begin('later', '10.0.0.1')
    expect(slow?.state.told).toMatch(/^HTTP\/1.1 429 /)
    expect(await tried('last', '10.0.0.1')).toBe('too_many_uploads')
    expect(others.map(({ state }) => state.told)).toEqual(others.map(() => ''))
    // The slot is freed at once; the later end of its upload frees no other.
    slowest?.finish()
    await slowest?.outcome
    expect(await tried('last', '10.0.0.1')).toBe('too_many_uploads')
    late.finish()
    await late.outcome
    expect(await tried('last', '10.0.0.1')).toBe('taken')
  })

  test('one that has come whole keeps its place, however long its work takes', async () => {
    const three = ['a', 'b', 'c'].map((user) => begin(user, SIX[2]))
    for (const { state } of three) state.complete = true
    clock.advance(600_000)
    expect(await tried('d', SIX[2])).toBe('too_many_uploads')
    expect(three.map(({ state }) => state.told)).toEqual(['', '', ''])
  })

  test.each([
    ['a byte every ten seconds', 1, true],
    ['a little less than 16 KB every ten seconds', 16 * KB - 1000, true],
    ['16 KB every ten seconds', 16 * KB, false],
  ])('%s', async (_what, bytes, isRefused) => {
    const { state } = begin('slow', SIX[2])
    const whenTold = () => (state.told ? clock.now() : null)
    const start = clock.now()
    let refusedAt: number | null = null
    for (let n = 0; n < 360 && refusedAt === null; n += 1) {
      state.bytes += bytes
      clock.advance(10_000)
      refusedAt = whenTold()
    }
    expect(refusedAt !== null).toBe(isRefused)
    if (refusedAt !== null) {
      expect(refusedAt - start).toBeGreaterThanOrEqual(30_000)
      expect(state.told).toMatch(/^HTTP\/1.1 408 [\s\S]*"code":"request_timeout"/)
    }
  })
})
