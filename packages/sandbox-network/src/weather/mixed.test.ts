import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TestClient } from '../testing/client.ts'
import { silenceLibsignal } from '../testing/quiet.ts'
import { createTestNetwork, nextEvent, type TestNetwork } from '../testing/test-network.ts'
import type { Phone } from '../types.ts'

silenceLibsignal()
const TURN_MS = 200
const TURNS = 20
let world: TestNetwork
let phone: Phone
let client: TestClient

beforeAll(async () => {
  world = await createTestNetwork()
  ;({ phone, client } = await world.link())
})
afterAll(() => world.end())

it('a round of mixed weather leaves a network on which everything arrives again', async () => {
  const kinds = new Set<string>()
  world.network.events.on('weather', ({ report }) => kinds.add(report.now.kind))
  const until = Date.now() + TURN_MS * TURNS
  const over = nextEvent(world.network, 'weather', ({ report }) => report.set.kind === 'calm')
  world.network.setWeather(phone.number, { kind: 'mixed', seed: 4, everyMs: TURN_MS, until })
  let weathering = true
  const written: Promise<unknown>[] = []
  world.network.events.on('weather', () => {
    const contact = `6018000${1000 + written.length}`
    written.push(world.network.sendAsContact(phone.number, contact, { text: 'Hi' }))
    // Baileys would write into a handshake. What becomes of it depends on the weather.
    const open = client.past.some((event) => event['connection.update']?.connection === 'open')
    if (!open) return
    client.socket.sendMessage(`${contact}@s.whatsapp.net`, { text: 'Hello' }).catch(() => {})
  })
  const reconnecting = (async () => {
    while (weathering) {
      await client.closed().catch(() => 0)
      if (weathering) client = world.connect(client.auth)
    }
  })()
  await over
  weathering = false
  await Promise.all(written)
  // It may have been refused in the last turn.
  await client.end()
  await reconnecting
  client = world.connect(client.auth)
  await client.opened()
  // A busy machine may sleep through a turn.
  expect(kinds.size).toBeGreaterThanOrEqual(6)
  const { id } = await world.network.sendAsContact(phone.number, '60181234567', { text: 'Calm' })
  await client.until((event) =>
    event['messages.upsert']?.messages.find(({ key, message }) => key.id === id && message),
  )
  const heard = nextEvent(world.network, 'message', ({ message }) => message.text === 'At last')
  await client.socket.sendMessage('60181234567@s.whatsapp.net', { text: 'At last' })
  await heard
  expect(world.faults.map(({ message }) => message)).toEqual([])
})

it('weather that ends while its last turn is taken ends all the same', async () => {
  const clock = createFakeClock()
  const until = clock.now() + TURN_MS * TURNS
  let sleeps = false
  const still = await createTestNetwork({
    clock: {
      now: clock.now,
      after(ms, task) {
        const cancel = clock.after(ms, task)
        return {
          cancel() {
            cancel()
            // The machine sleeps through the rest of it, between the turn and the next timer.
            if (sleeps) clock.setBack(clock.now() - until)
            sleeps = false
          },
        }
      },
    },
  })
  const { number } = still.network.createPhone({
    owner: 'owner',
    name: 'Aina',
    number: '60128880777',
  })
  still.network.setWeather(number, { kind: 'mixed', seed: 4, everyMs: TURN_MS, until })
  clock.advance(TURN_MS * (TURNS - 1) - 1)
  sleeps = true
  clock.advance(1)
  clock.advance(TURN_MS)
  expect(still.network.weatherOf(number).set.kind).toBe('calm')
  await still.end()
})
