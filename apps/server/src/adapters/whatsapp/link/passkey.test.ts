import type { PasskeyStep } from '@kirim/contract/passkey'
import { virtualPasskey } from '@kirim/sandbox-network/weather/virtual-passkey'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Close } from '../../../features/devices/closes.ports.ts'
import type { LinkedIdentity, PasskeyNews } from '../../../features/devices/devices.ports.ts'
import { type LinkNetwork, startLinkNetwork } from '../../../testing/link-network.ts'

let world: LinkNetwork
let phones = 0
let phone: string

beforeAll(async () => {
  world = await startLinkNetwork()
})
afterAll(async () => {
  await world?.stop()
})
beforeEach(() => {
  phones += 1
  phone = `60128880${100 + phones}`
  world.network.createPhone({ owner: 'owner', name: 'Aina', number: phone })
  world.network.setWeather(phone, { kind: 'passkey' })
})

/** An attempt of the real driver, and what it has told. */
function start(phoneNumber: string | null = null) {
  const codes: string[] = []
  const pairingCodes: string[] = []
  const news: PasskeyNews[] = []
  const paired: LinkedIdentity[] = []
  const ends: Close[] = []
  const link = world.link(
    {
      onQr: ({ text }) => codes.push(text),
      onPairingCode: ({ code }) => pairingCodes.push(code),
      onPasskey: (step) => news.push(step),
      onPaired: (identity) => paired.push(identity),
      onEnded: (close) => ends.push(close),
    },
    { phoneNumber, deviceId: null },
  )
  return { link, codes, pairingCodes, news, paired, ends }
}

type Attempt = ReturnType<typeof start>

async function scan({ codes }: Attempt): Promise<void> {
  const code = await until('a code is shown', () => codes.at(-1))
  expect(await world.network.scan(code, phone)).toBeUndefined()
}

async function asked({ news }: Attempt, time = 1) {
  await until('the passkey is asked for', () => news.length >= time)
  const last = news[time - 1]
  if (last?.kind !== 'asked') throw new Error(`It was told of ${last?.kind}.`)
  return last
}

const linked = () => world.network.findPhone(phone)?.linked
const answerOf = ({ options }: Pick<PasskeyStep, 'options'>, origin?: string) =>
  virtualPasskey(options, origin)

describe('an account that asks for a passkey', () => {
  test.each(['scan', 'pairing code'])('is linked by a %s once it has answered', async (way) => {
    const attempt = start(way === 'scan' ? null : phone)
    if (way === 'scan') await scan(attempt)
    else {
      const code = await until('a code is shown', () => attempt.pairingCodes[0])
      expect(await world.network.enterPairingCode(code, phone)).toBeUndefined()
    }
    const step = await asked(attempt)
    expect(step).toMatchObject({
      options: { rpId: 'localhost', userVerification: 'required', extensions: { uvm: true } },
      expiresInMs: 600_000,
      refused: null,
    })
    attempt.link.answerPasskey(answerOf(step))
    const [identity] = await until('it is paired', () => attempt.paired.length && attempt.paired)
    expect(identity).toMatchObject({ number: phone })
    expect([attempt.ends, attempt.news.length, linked()]).toEqual([[], 1, 1])
    expect(attempt.link.withdraw()).toBe(false)
  })

  test('has its own time, whatever became of the codes', async () => {
    const attempt = start()
    await scan(attempt)
    const step = await asked(attempt)
    world.clock.advance(299_999)
    expect([attempt.codes.length, attempt.ends]).toEqual([1, []])
    attempt.link.answerPasskey(answerOf(step))
    await until('it is paired', () => attempt.paired.length)
  })

  test('after five minutes is linked when its owner has compared a code', async () => {
    const attempt = start()
    await scan(attempt)
    const step = await asked(attempt)
    world.clock.advance(300_000)
    attempt.link.confirmPasskey()
    attempt.link.answerPasskey(answerOf(step))
    await until('a code is shown', () => attempt.news.length === 2)
    const shown = await until('the phone shows it', () => world.network.passkeyCode(phone))
    expect(attempt.news[1]).toEqual({
      kind: 'compare',
      code: `${shown.slice(0, 4)}-${shown.slice(4)}`,
      expiresInMs: 300_000,
    })
    expect(linked()).toBe(0)
    attempt.link.confirmPasskey()
    await until('it is paired', () => attempt.paired.length)
    expect(linked()).toBe(1)
  })

  test('that refuses the answer asks again, with its code, and takes the next', async () => {
    const attempt = start()
    await scan(attempt)
    const first = await asked(attempt)
    attempt.link.answerPasskey(answerOf(first, 'https://elsewhere.example'))
    const second = await asked(attempt, 2)
    expect(second.refused).toEqual({ code: 400 })
    expect(second.options.challenge).not.toBe(first.options.challenge)
    attempt.link.answerPasskey(answerOf(second))
    await until('it is paired', () => attempt.paired.length)
  })

  test('ends after the third answer that it refused, with its code', async () => {
    const attempt = start()
    await scan(attempt)
    for (const time of [1, 2, 3]) {
      const step = await asked(attempt, time)
      attempt.link.answerPasskey(answerOf(step, 'https://elsewhere.example'))
    }
    await until('it has ended', () => attempt.ends.length)
    expect(attempt.ends).toEqual([{ cause: 'passkey_refused', code: 400, until: null }])
    expect([attempt.news.length, linked()]).toEqual([3, 0])
  })

  test('ends when nobody has answered in time', async () => {
    const attempt = start()
    await scan(attempt)
    await asked(attempt)
    world.clock.advance(599_999)
    expect(attempt.ends).toEqual([])
    world.clock.advance(1)
    expect(attempt.ends).toEqual([{ cause: 'passkey_late', code: null, until: null }])
    expect(linked()).toBe(0)
  })

  test('is cancelled, and says nothing more', async () => {
    const attempt = start()
    await scan(attempt)
    const step = await asked(attempt)
    expect(attempt.link.withdraw()).toBe(true)
    attempt.link.answerPasskey(answerOf(step))
    world.clock.advance(600_000)
    expect([attempt.ends, attempt.news.length, linked()]).toEqual([[], 1, 0])
  })

  test('whose line is lost in the middle says so, not that its codes ran out', async () => {
    const attempt = start()
    await scan(attempt)
    const step = await asked(attempt)
    world.network.setNetworkWeather({ kind: 'outage', answer: 503 })
    await until('it has ended', () => attempt.ends.length)
    expect(attempt.ends).toEqual([expect.objectContaining({ cause: 'connection_lost' })])
    world.network.setNetworkWeather({ kind: 'calm' })
    attempt.link.answerPasskey(answerOf(step))
    expect([attempt.news.length, world.faults, linked()]).toEqual([1, [], 0])
  })
})
