import type { WASocket } from 'baileys'
import { WAMessageStatus } from 'baileys'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { TestClient } from '../testing/client.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from '../testing/test-network.ts'
import type { Phone } from '../types.ts'

silenceLibsignal()
let world: TestNetwork
let phone: Phone
let client: TestClient
let socket: WASocket
let next = 60_150_000_001

beforeAll(async () => {
  world = await createTestNetwork()
  ;({ phone, client } = await world.link())
  ;({ socket } = client)
})
afterEach(() => world.network.setWeather(phone.number, { kind: 'calm' }))
afterAll(async () => {
  await world.end()
  expect(world.faults).toEqual([])
})

const stranger = () => String(next++)

/** What becomes of a text to a contact: the code of its refusal, or undefined once it is there. */
async function write(contact: string): Promise<string | undefined> {
  const arrived = nextEvent(world.network, 'message', (event) => event.contact === contact)
  const sent = await socket.sendMessage(`${contact}@s.whatsapp.net`, { text: 'Hello' })
  // Baileys may merge a refusal into the message itself.
  const refused = client.until((event) => {
    const told = [
      ...(event['messages.upsert']?.messages ?? []),
      ...(event['messages.update'] ?? []).map(({ key, update }) => ({ key, ...update })),
    ].find(({ key, status }) => key.id === sent?.key.id && status === WAMessageStatus.ERROR)
    return told?.messageStubParameters?.[0]
  })
  refused.catch(() => {})
  arrived.catch(() => {})
  return Promise.race([refused.then(String), arrived.then(() => undefined)])
}

const capping = () =>
  client.past.flatMap((event) => {
    const update = event['message-capping.update']
    return update ? [[update.capping_status, update.used_quota, update.total_quota]] : []
  })

describe('a time-locked account', () => {
  it('is told so, until when, and that it is over', async () => {
    const until = (Math.floor(Date.now() / 1000) + 3600) * 1000
    // The end is sent in whole seconds, and is never too early.
    world.network.setWeather(phone.number, { kind: 'limited', until: until - 300 })
    const lock = await client.until((event) => event['connection.update']?.reachoutTimeLock)
    expect(lock).toMatchObject({ isActive: true, timeEnforcementEnds: new Date(until) })
    expect(await socket.fetchAccountReachoutTimelock()).toMatchObject({
      isActive: true,
      timeEnforcementEnds: new Date(until),
    })
    expect(await socket.fetchNewChatMessageCap()).toMatchObject({ capping_status: 'NONE' })
    world.network.setWeather(phone.number, { kind: 'calm' })
    await client.until((event) =>
      event['connection.update']?.reachoutTimeLock?.isActive === false ? true : undefined,
    )
    expect(await socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
  })

  it('writes to whom it knows, who wrote first too, and to nobody new before its end', async () => {
    const [known, writer, unknown] = [stranger(), stranger(), stranger()]
    expect(await write(known)).toBeUndefined()
    await world.network.sendAsContact(phone.number, writer, { text: 'Is it open' })
    world.network.setWeather(phone.number, { kind: 'limited', until: Date.now() + 1500 })
    const over = nextEvent(world.network, 'weather', ({ report }) => report.now.kind === 'calm')
    expect(await write(unknown)).toBe('463')
    expect(await write(known)).toBeUndefined()
    expect(await write(writer)).toBeUndefined()
    expect(world.network.weatherOf(phone.number).struck).toBe(1)
    await over
    world.network.setWeather(phone.number, { kind: 'limited', unanswered: true })
    expect(await write(known)).toBe('463')
    expect(await write(writer)).toBeUndefined()
    world.network.setWeather(phone.number, { kind: 'calm' })
    expect(await write(unknown)).toBeUndefined()
  })
})

describe('a quota of first chats', () => {
  it('is counted, warned of and kept', async () => {
    const before = capping().length
    world.network.setWeather(phone.number, { kind: 'limited', newADay: 4 })
    const people = Array.from({ length: 5 }, stranger)
    const refusals: (string | undefined)[] = []
    for (const each of people) refusals.push(await write(each))
    expect(refusals).toEqual([undefined, undefined, undefined, undefined, '463'])
    await client.until((event) =>
      event['message-capping.update']?.capping_status === 'CAPPED' ? true : undefined,
    )
    expect(capping().slice(before)).toEqual([
      ['NONE', 0, 4],
      ['FIRST_WARNING', 3, 4],
      ['CAPPED', 4, 4],
    ])
    const cap = await socket.fetchNewChatMessageCap()
    expect(cap).toMatchObject({ total_quota: 4, used_quota: 4, capping_status: 'CAPPED' })
    const cycle = Number(cap.cycle_end_timestamp) - Number(cap.cycle_start_timestamp)
    expect(cycle).toBe(24 * 3600)
    expect(await socket.fetchAccountReachoutTimelock()).toMatchObject({ isActive: false })
  })
})
