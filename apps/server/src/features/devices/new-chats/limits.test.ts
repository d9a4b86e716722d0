import type { CampaignReport, LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { Device } from '@kirim/contract/devices'
import type { SandboxNetwork } from '@kirim/sandbox-network/network'
import { createFastClock } from '@kirim/testing/fast-clock'
import { IS_DEEP } from '@kirim/testing/test-run'
import { until } from '@kirim/testing/until'
import { afterEach, describe, expect, test } from 'vitest'
import { type LinkedNumber, startLinkedNumber } from '../../../testing/linked-number.ts'
import { campaignForm, makeGroup, openBrowser } from '../../../testing/test-browser.ts'

const MINUTE = 60_000
const SPEED = 20
/** In minutes; long enough for a slow machine to learn of a limit and to hold everybody. */
const LONG = 40
const STRANGERS = ['60123000001', '60123000002', '60123000003']
/** A contact who has written to the number. */
const KNOWN = '60123000004'

describe('while the network limits new chats', () => {
  let number: LinkedNumber
  afterEach(() => number.stop())

  async function started() {
    const clock = createFastClock(SPEED)
    number = await startLinkedNumber('SQLite', { clock, sharesClock: true })
    const { app, network, session, device } = number
    const { token } = session
    const told: number[] = []
    const browser = await openBrowser(app.url, session)
    browser.socket.on('devices_changed', () => told.push(clock.now()))
    await network.sendAsContact(device.number, KNOWN, { text: 'Is it open' })
    const get = async <T>(path: string) => (await app.call('GET', path, { token })).body as T
    const own = async (): Promise<Device> => {
      const [only] = await get<Device[]>('/whatsapp/devices')
      if (!only) throw new Error('The number is gone.')
      return only
    }
    let id = ''
    return {
      clock,
      told,
      own,
      browser,
      weather: (weather: Parameters<SandboxNetwork['setWeather']>[1]) =>
        network.setWeather(device.number, weather),
      async reopen() {
        network.setOffline(device.number, true)
        await until('it is gone', async () => !(await own()).connected)
        network.setOffline(device.number, false)
        await until('it is back', async () => (await own()).connected)
      },
      async send(name = 'Sale') {
        const people = [...STRANGERS, KNOWN].map((phoneNumber) => ({ name: 'Ali', phoneNumber }))
        const contactGroupId = await makeGroup(app, session, name, people)
        const body = campaignForm({ campaignName: name, caption: 'Hello', contactGroupId })
        const made = await app.call('POST', `/campaigns/${device.id}`, { token, body })
        expect(made.status).toBe(201)
        id = (made.body as { _id: string })._id
      },
      people: async () => (await get<{ items: LedgerPerson[] }>(`/ledger/${id}/people`)).items,
      campaign: () => get<CampaignReport>(`/ledger/${id}`),
      heard: () => [...STRANGERS, KNOWN].map((person) => number.heard(person).length),
    }
  }
  type World = Awaited<ReturnType<typeof started>>

  /** The moment in this many minutes, rounded up to a second, as the network sends it. */
  const inMinutes = (minutes: number, { clock }: World) =>
    Math.ceil((clock.now() + minutes * MINUTE) / 1000) * 1000

  async function holdsUntil(world: World, end: number) {
    const at = new Date(end).toISOString()
    const { own, people, heard, campaign } = world
    await until('its owner is told the time', async () => (await own()).problem?.params.at === at)
    expect((await own()).problem).toMatchObject({ code: 'new_chats_limited' })
    expect((await own()).connected).toBe(true)
    await until('the known chat goes on', () => heard()[3] === 1)
    await until('the others are held', async () => {
      const states = (await people()).map(({ state }) => state)
      return states.filter((state) => state === 'held').length === 3
    })
    for (const { state, sentence } of await people()) {
      if (state === 'held') expect(sentence?.params).toMatchObject({ at })
    }
    await until('the campaign names the same time', async () => {
      const { sentence } = await campaign()
      return sentence.code === 'held_new_chats' && sentence.params.at === at
    })
    expect(heard()).toEqual([0, 0, 0, 1])
  }

  async function deliversAfter({ clock, own, people, heard, told }: World, end: number) {
    // Nothing is due until a minute before the end; then the clock slows down again for the
    // messages.
    clock.after(end - MINUTE - clock.now(), () => clock.setSpeed(SPEED))
    clock.setSpeed(15 * SPEED)
    await until('everybody was written to', () => heard().every((count) => count === 1))
    expect(clock.now()).toBeGreaterThanOrEqual(end)
    await until('it is over', async () => (await own()).problem === null)
    expect(told.some((at) => at >= end)).toBe(true)
    await until('nobody is left or failed', async () =>
      (await people()).every(({ state }) => ['sent', 'delivered', 'read'].includes(state)),
    )
    expect(heard()).toEqual([1, 1, 1, 1])
  }

  test('after a refusal Kirim asks for the end; new people wait until then, and all get their message', async () => {
    const world = await started()
    const end = inMinutes(LONG, world)
    world.weather({ kind: 'limited', until: end, untold: true })
    expect((await world.own()).problem).toBeNull()
    await world.send()
    await holdsUntil(world, end)
    const told = (await world.people()).map(({ sentence }) => sentence?.code)
    expect(told).toContain('new_chats_refused')
    await deliversAfter(world, end)
    world.browser.close()
  })

  test.runIf(IS_DEEP)('a limit known at the opening refuses nobody first', async () => {
    const world = await started()
    const end = inMinutes(LONG, world)
    world.weather({ kind: 'limited', until: end, untold: true })
    await world.reopen()
    await until('it is known', async () => (await world.own()).problem !== null)
    await world.send()
    await holdsUntil(world, end)
    expect(number.network.weatherOf(number.device.number).struck).toBe(0)
    await deliversAfter(world, end)
    world.browser.close()
  })

  test('after one person who never answered is refused, all such people wait, and nobody fails', async () => {
    const world = await started()
    await world.send()
    await until('everybody has it', () => world.heard().join() === '1,1,1,1')
    const end = world.clock.now() + 60 * MINUTE
    world.weather({ kind: 'limited', until: end, unanswered: true })
    await until('it is known', async () => (await world.own()).problem !== null)
    await world.send('News')
    await until('whoever answered goes on', () => world.heard()[3] === 2)
    const refusedOnce = ['new_chats_limited', 'new_chats_limited', 'new_chats_refused']
    await until('the others are held, and one of them was asked for', async () => {
      const held = (await world.people()).filter(({ state }) => state === 'held')
      const codes = held.map(({ sentence }) => sentence?.code?.replace('_guess', '')).sort()
      return codes.join() === refusedOnce.join()
    })
    await number.network.sendAsContact(number.device.number, STRANGERS[2] ?? '', { text: 'Yes?' })
    await until('whoever writes meanwhile gets theirs', () => world.heard().join() === '1,1,2,2')
    world.weather({ kind: 'calm' })
    await until('then all get theirs', () => world.heard().join() === '2,2,2,2')
    await until('nobody is left or failed', async () =>
      (await world.people()).every(({ state }) => ['sent', 'delivered', 'read'].includes(state)),
    )
    world.browser.close()
  })

  test('a quota is shown, counts down, and holds people once it is used up', async () => {
    const world = await started()
    world.weather({ kind: 'limited', newADay: 2 })
    await until('it is shown', async () => (await world.own()).newChats !== null)
    expect((await world.own()).newChats).toMatchObject({ left: 2, of: 2, isDaily: true })
    await world.send()
    await until('two are written to, and the known one', () => world.heard().join() === '1,1,0,1')
    await until('the last is held', async () => {
      const { newChats, problem } = await world.own()
      return newChats?.left === 0 && problem?.code === 'new_chats_limited'
    })
    await until('nobody failed', async () =>
      (await world.people()).some(({ state }) => state === 'held'),
    )
    expect((await world.people()).filter(({ state }) => state === 'failed')).toEqual([])
    world.weather({ kind: 'calm' })
    await until('it goes on once the limit is lifted', () => world.heard().join() === '1,1,1,1')
    await until('nothing is left of it', async () => {
      const { newChats, problem } = await world.own()
      return newChats === null && problem === null
    })
    world.browser.close()
  })
})
