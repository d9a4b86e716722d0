import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { Device } from '@kirim/contract/devices'
import type { OptOut, OptOutChange, OptOutPage } from '@kirim/contract/opt-outs'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { engines } from '../../testing/engines.ts'
import {
  type LinkedNumber,
  linkOver,
  makeItem,
  messagesReceivedBy,
  startLinkedNumber,
  switchOn,
} from '../../testing/linked-number.ts'
import { campaignForm, makeGroup } from '../../testing/test-browser.ts'

const ANSWER = 'You get no more messages.'

describe.each(engines)('somebody whose number the network hides, on %s,', (engine) => {
  let number: LinkedNumber
  let first: Device
  let second: Device
  let db: Db
  let people = 0
  let campaigns = 0
  beforeAll(async () => {
    const clock = createFastClock(10, Date.now())
    number = await startLinkedNumber(engine, { clock, sharesClock: true })
    first = number.device
    db = number.app.openDatabase()
    await db.updateTable('workspaces').set({ membership_plan: 'Pro' }).execute()
    second = await linkOver(number.app, number.network, number.session)
    for (const { id } of [first, second]) {
      const { app, session } = number
      const item = { name: 'Price', keywords: 'harga, start', captionAi: 'RM4' }
      await makeItem(app.call, session.token, id, item)
      await switchOn(app.call, session.token, id)
    }
    const settings = { words: [], answer: ANSWER, lineByDefault: false }
    await call('PUT', '/opt-outs/settings', settings)
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })

  const call = (method: string, path: string, body?: unknown) =>
    number.app.call(method, path, { token: number.session.token, ...(body ? { body } : {}) })
  const list = async () => ((await call('GET', '/opt-outs')).body as OptOutPage).items
  const rowsOf = async (person: string) =>
    (await list()).filter(({ phoneNumber, name }) => phoneNumber === person || name === person)
  const changesOf = async ({ id }: OptOut) =>
    (await call('GET', `/opt-outs/${id}/changes`)).body as OptOutChange[]

  /** Called by their number, so that a row without one is found. */
  function newPerson({ hidden = true } = {}): string {
    const person = `6013${String(3_000_000 + ++people)}`
    number.network.setContactName(first.number, person, person)
    hide(person, hidden)
    return person
  }
  const hide = (person: string, hidden: boolean) =>
    number.network.setContactHidden(first.number, person, hidden)
  const says = (to: Device, person: string, text: string) =>
    number.network.sendAsContact(to.number, person, { text })
  const heard = (from: Device, person: string) =>
    messagesReceivedBy(number.network, from.number, person)
  const hears = (from: Device, person: string, texts: readonly string[]) =>
    until(
      `${person} hears ${texts.length} messages`,
      () => heard(from, person).length >= texts.length,
    ).then(() => expect(heard(from, person)).toEqual(texts))
  const saysStop = async (to: Device, person: string) => {
    await says(to, person, 'STOP')
    await hears(to, person, [...heard(to, person), ANSWER])
  }

  /** To all of them, by their numbers. */
  async function started(from: Device, to: readonly string[]) {
    const name = `Menu ${++campaigns}`
    const contacts = to.map((phoneNumber) => ({ name: phoneNumber, phoneNumber }))
    const contactGroupId = await makeGroup(number.app, number.session, name, contacts)
    const body = campaignForm({ campaignName: name, caption: 'Promo', contactGroupId })
    const { id } = (await call('POST', `/campaigns/${from.id}`, body)).body as BulkCampaign
    const path = `/campaigns/${from.id}/${id}`
    return async () => (await call('GET', path)).body as BulkCampaign
  }
  const over = (now: () => Promise<BulkCampaign>) =>
    until('the campaign is over', async () => (await now()).status === 'completed')
  /** How many it passed over. */
  async function campaign(from: Device, to: readonly string[]): Promise<number> {
    const now = await started(from, to)
    await over(now)
    return (await now()).progress.counts.skipped
  }

  test.each(['that heard them', 'other'] as const)(
    'says STOP and gets no campaign by their number, from the number %s; the list names it then',
    async (which) => {
      const [person, other] = [newPerson(), newPerson()]
      await saysStop(first, person)
      expect(await rowsOf(person)).toMatchObject([{ name: person, phoneNumber: '' }])
      const from = which === 'other' ? second : first
      expect(await campaign(from, [person, other])).toBe(1)
      expect(heard(from, person).filter((text) => text === 'Promo')).toEqual([])
      expect(heard(from, other)).toEqual(['Promo'])
      const rows = await rowsOf(person)
      expect(rows).toMatchObject([{ phoneNumber: person, standing: 'message' }])
      expect(await campaign(second, [person])).toBe(1)
      expect(heard(second, person)).toEqual([])
    },
  )

  test('is known by their username, and left alone once they reveal their number, too', async () => {
    const [person, other] = [newPerson(), newPerson()]
    number.network.setContactUsername(first.number, person, 'siti.kedai')
    await says(first, person, 'harga')
    await hears(first, person, ['RM4'])
    await saysStop(first, person)
    expect(await rowsOf(person)).toMatchObject([{ phoneNumber: '', username: 'siti.kedai' }])
    const found = (await call('GET', '/opt-outs?q=%40siti')).body as OptOutPage
    expect(found.items).toMatchObject([{ name: person }])
    const file = String((await call('GET', '/opt-outs/export.csv')).body)
    expect(file).toContain(`${person} (@siti.kedai),,yes,`)
    await says(first, person, 'harga')
    await says(first, other, 'harga')
    await hears(first, other, ['RM4'])
    await number.network.revealNumber(first.number, person)
    expect(await campaign(first, [person, other])).toBe(1)
    expect(await campaign(second, [person])).toBe(1)
    await says(first, person, 'harga')
    await says(first, other, 'harga')
    await hears(first, other, ['RM4', 'Promo', 'RM4'])
    expect(heard(first, person)).toEqual(['RM4', ANSWER])
    expect(heard(second, person)).toEqual([])
    expect(await rowsOf(person)).toMatchObject([{ phoneNumber: person, username: 'siti.kedai' }])
  })

  test('says STOP after a campaign of one number, and the list names them at once', async () => {
    const person = newPerson()
    await campaign(first, [person])
    await saysStop(second, person)
    expect(await rowsOf(person)).toMatchObject([{ phoneNumber: person, standing: 'message' }])
  })

  test('is left alone by chatbots of all numbers once they were opted out by number', async () => {
    const person = newPerson({ hidden: false })
    await campaign(first, [person])
    await call('POST', '/opt-outs', { phoneNumber: `+${person}`, reason: 'Asked' })
    // Nothing but what the first number knows tells that they are one person.
    hide(person, true)
    await says(second, person, 'harga')
    const other = newPerson()
    await says(second, other, 'harga')
    await hears(second, other, ['RM4'])
    expect(heard(second, person)).toEqual([])
  })

  test('comes back under both by START from the other identity', async () => {
    const person = newPerson()
    await saysStop(first, person)
    expect(await campaign(second, [person])).toBe(1)
    hide(person, false)
    await says(second, person, 'START')
    await hears(second, person, ['RM4'])
    expect(await rowsOf(person)).toMatchObject([{ phoneNumber: person, standing: 'back' }])
    expect(await campaign(first, [person])).toBe(0)
    await hears(first, person, [ANSWER, 'Promo'])
    hide(person, true)
    await says(second, person, 'harga')
    await hears(second, person, ['RM4', 'RM4'])
  })

  test('has one row with both trails once their two are one person', async () => {
    const person = newPerson()
    await saysStop(first, person)
    await call('POST', '/opt-outs', { phoneNumber: `+${person}`, reason: 'Asked' })
    expect(await rowsOf(person)).toHaveLength(2)
    hide(person, false)
    await says(second, person, 'harga')
    await until('their rows are one', async () => (await rowsOf(person)).length === 1)
    const [row] = await rowsOf(person)
    if (!row) throw new Error('They have no row.')
    expect(row).toMatchObject({ phoneNumber: person })
    expect((await changesOf(row)).map(({ how }) => how).sort()).toEqual(['message', 'owner'])
    expect(heard(second, person)).toEqual([])
  })

  test('gets nothing after their STOP was taken, at whatever moment it comes', async () => {
    const all = Array.from({ length: 8 }, () => newPerson())
    const late: string[] = []
    const taken = new Set<string>()
    number.network.events.on('status', ({ contact, direction, status }) => {
      if (direction === 'from-contact' && status === 'delivered') taken.add(contact)
    })
    number.network.events.on('message', ({ contact, message: { direction, text } }) => {
      if (direction === 'to-contact' && text === 'Promo' && taken.has(contact)) late.push(contact)
    })
    const [now, beside] = [await started(first, all), await started(second, all)]
    // While one is written to, the next is prepared.
    for (const [index, person] of all.entries()) {
      await until(`${person} is next`, async () => {
        const { counts } = (await now()).progress
        return counts.queued + counts.sending <= all.length - index
      })
      await says(index % 2 ? first : second, person, 'STOP')
    }
    await Promise.all([over(now), over(beside)])
    await until('all have been heard', () => taken.size === all.length)
    expect(late).toEqual([])
  })
})
