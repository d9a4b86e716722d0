import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  type LinkedNumber,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../testing/linked-number.ts'

const OFF = { marksRead: false, showsOnline: false, rejectsCalls: false, callText: '' }
const TEXT = 'We take no calls here. Please write.'

/** No other timer of the server is as long. */
const TYPING_MS = 7000

/** The system's time, but typing ends at once, or when the test ends it. */
function createTypingClock() {
  let held: (() => void)[] | null = null
  return {
    now: systemClock.now,
    after(ms: number, task: () => void) {
      if (ms !== TYPING_MS) return systemClock.after(ms, task)
      if (held === null) return systemClock.after(0, task)
      held.push(task)
      return () => {}
    },
    hold: () => {
      held = []
    },
    letGo: () => {
      for (const task of held?.splice(0) ?? []) task()
      held = null
    },
  }
}

describe('a number with manners', () => {
  const clock = createTypingClock()
  let number: LinkedNumber
  let db: Db
  let people = 0
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite', { clock })
    db = number.app.openDatabase()
    const { app, session, device } = number
    await switchOn(app.call, session.token, device.id)
    await makeItem(app.call, session.token, device.id, {
      name: 'Price',
      keywords: 'harga',
      captionAi: 'RM4',
    })
    await makeItem(app.call, session.token, device.id, {
      name: 'Hours',
      keywords: 'buka',
      captionAi: 'At 7',
      presenceDelayTime: String(TYPING_MS / 1000),
      presenceDelayStatus: 'enable_typing',
    })
  })
  afterAll(async () => {
    await db?.destroy()
    await number?.stop()
  })

  const path = () => `/whatsapp/devices/${number.device.id}/manners`
  const call = (method: string, body?: unknown, token = number.session.token) =>
    number.app.call(method, path(), { token, ...(body !== undefined && { body }) })
  const set = async (manners: Partial<typeof OFF>) =>
    expect((await call('PUT', { ...OFF, ...manners })).status).toBe(200)
  const newContact = () => `6013${String(2_000_000 + ++people)}`
  const write = (contact: string, text: string) =>
    number.network.sendAsContact(number.device.number, contact, { text })
  const shown = (contact: string) => number.network.messages(number.device.number, contact)
  const written = (contact: string) =>
    shown(contact).filter(({ direction }) => direction === 'from-contact')
  const isRead = ({ status }: { status: string }) => status === 'read'
  const hears = (contact: string, texts: string[]) =>
    until(`${contact} hears ${texts}`, () => number.heard(contact).join() === texts.join())
  /** Everything before it is handled by then, because a chat is answered in order. */
  const hearsControl = async (contact: string) => {
    await write(contact, 'harga')
    await until('the control is answered', () => number.heard(contact).at(-1) === 'RM4')
  }

  test('has no manners until its owner sets some', async () => {
    expect((await call('GET')).body).toEqual(OFF)
    const manners = { marksRead: true, showsOnline: true, rejectsCalls: true, callText: TEXT }
    expect((await call('PUT', { ...manners, callText: `  ${TEXT} ` })).body).toEqual(manners)
    expect((await call('GET')).body).toEqual(manners)
    for (const wrong of [{ ...manners, callText: 'x'.repeat(1001) }, { marksRead: true }]) {
      expect((await call('PUT', wrong)).status).toBe(400)
    }
    const other = await number.app.newUser('Somebody else')
    expect((await call('GET', undefined, other.token)).status).toBe(404)
    expect((await call('PUT', OFF, other.token)).status).toBe(404)
  })

  test('marks only answered messages as read, before it types', async () => {
    await set({ marksRead: true })
    const contact = newContact()
    await write(contact, 'nothing of ours')
    const { id } = await write(contact, 'buka')
    const seen: string[] = []
    number.network.events.on('status', (event) => {
      if (event.id === id && event.status === 'read') seen.push('read')
    })
    number.network.events.on('presence', (event) => {
      if (event.contact === contact) seen.push(event.state)
    })
    await hears(contact, ['At 7'])
    await until('it types no more', () => seen.at(-1) === 'paused')
    expect(seen).toEqual(['read', 'composing', 'paused'])
    expect(written(contact).map(isRead)).toEqual([false, true])
    await set({})
    await write(contact, 'buka')
    await hears(contact, ['At 7', 'At 7'])
    expect(written(contact).map(isRead)).toEqual([false, true, false])
  })

  test('in a group, marks only the answered message as read', async () => {
    await set({ marksRead: true })
    const [author, other] = [newContact(), newContact()]
    const group = number.network.createGroup({
      owner: number.device.number,
      subject: 'Kedai',
      members: [author, other],
    })
    await number.network.sendToGroup(group.id, other, { text: 'nothing of ours' })
    await number.network.sendToGroup(group.id, author, { text: 'harga' })
    const states = () =>
      number.network
        .messages(number.device.number, group.id)
        .filter(({ direction }) => direction === 'from-contact')
        .map(isRead)
    await until('it is read', () => states().join() === 'false,true')
  })

  test('shows as online while it answers, and not afterwards', async () => {
    await set({ showsOnline: true })
    const contact = newContact()
    let isOnline = false
    const seen: [string, boolean][] = []
    number.network.events.on('availability', ({ available }) => {
      isOnline = available
    })
    number.network.events.on('presence', (event) => {
      if (event.contact === contact) seen.push([event.state, isOnline])
    })
    await write(contact, 'buka')
    await until('it has answered and is away', () => seen.length === 2 && !isOnline)
    expect(seen).toEqual([
      ['composing', true],
      ['paused', true],
    ])
    expect(number.heard(contact)).toEqual(['At 7'])
  })

  test('rejects a call and sends the caller one text', async () => {
    await set({ rejectsCalls: true, callText: TEXT })
    const contact = newContact()
    const { network, device } = number
    for (let time = 0; time < 2; time++) {
      const { id } = network.callAsContact(device.number, contact)
      await until('it is rejected', () =>
        shown(contact).some((one) => one.id === id && one.mark === 'rejected'),
      )
    }
    await hears(contact, [TEXT])
    await hearsControl(contact)
    expect(number.heard(contact)).toEqual([TEXT, 'RM4'])
  })

  test('ignores group calls, and calls that rang while it was not connected', async () => {
    await set({ rejectsCalls: true, callText: TEXT })
    const contact = newContact()
    const { network, device } = number
    network.callAsContact(device.number, contact, { group: '120363000000000001@g.us' })
    network.setOffline(device.number, true)
    network.callAsContact(device.number, contact)
    network.setOffline(device.number, false)
    await hearsControl(contact)
    const calls = shown(contact).filter(({ kind }) => kind === 'call')
    expect(calls.map(({ mark }) => mark)).toEqual([undefined, undefined])
    expect(number.heard(contact)).toEqual(['RM4'])
  })

  test('rejects calls of people who opted out, without a text', async () => {
    await set({ rejectsCalls: true, callText: TEXT })
    const [contact, other] = [newContact(), newContact()]
    await write(contact, 'STOP')
    await until('it is confirmed', () => number.heard(contact).length === 1)
    const { network, device } = number
    for (const caller of [contact, other]) {
      const { id } = network.callAsContact(device.number, caller)
      await until('it is rejected', () =>
        shown(caller).some((one) => one.id === id && one.mark === 'rejected'),
      )
    }
    await hears(other, [TEXT])
    expect(number.heard(contact)).toHaveLength(1)
  })

  describe('does not answer deleted messages, and answers the last edit of others', () => {
    const typing = (contact: string) =>
      new Promise<void>((done) => {
        number.network.events.on('presence', (event) => {
          if (event.contact === contact && event.state === 'composing') done()
        })
      })
    const isKept = (id: string, change: { deleted: number; wording: number }) =>
      until('the change is kept', async () => {
        const row = await db
          .selectFrom('inbox')
          .select(['deleted', 'wording'])
          .where('message_id', '=', id)
          .executeTakeFirst()
        return row?.deleted === change.deleted && row.wording === change.wording
      })

    test('while it types', async () => {
      await set({})
      clock.hold()
      const { network, device } = number
      const [deleter, editor] = [newContact(), newContact()]
      const bothType = Promise.all([typing(deleter), typing(editor)])
      const deleted = await write(deleter, 'buka')
      const edited = await write(editor, 'buka')
      await bothType
      await network.deleteMessage(device.number, deleter, deleted.id)
      await network.editMessage(device.number, editor, edited.id, 'harga')
      await isKept(deleted.id, { deleted: 1, wording: 0 })
      await isKept(edited.id, { deleted: 0, wording: 1 })
      clock.letGo()
      await hears(editor, ['RM4'])
      await hearsControl(deleter)
      expect(number.heard(deleter)).toEqual(['RM4'])
    })

    test('while it was not connected', async () => {
      const { network, device } = number
      const [deleter, editor] = [newContact(), newContact()]
      clock.hold()
      network.setOffline(device.number, true)
      const deleted = await write(deleter, 'buka')
      const edited = await write(editor, 'hrga')
      await network.deleteMessage(device.number, deleter, deleted.id)
      await network.editMessage(device.number, editor, edited.id, 'harga')
      network.setOffline(device.number, false)
      await hears(editor, ['RM4'])
      await isKept(deleted.id, { deleted: 1, wording: 0 })
      clock.letGo()
      await hearsControl(deleter)
      expect(number.heard(deleter)).toEqual(['RM4'])
    })

    test('an edit that opts out counts, also after an answer', async () => {
      const { network, device } = number
      const contact = newContact()
      const { id } = await write(contact, 'harga')
      await hears(contact, ['RM4'])
      await network.editMessage(device.number, contact, id, 'STOP')
      await until('it is confirmed', () => number.heard(contact).length === 2)
      await write(contact, 'harga')
      const next = newContact()
      await hearsControl(next)
      expect(number.heard(contact)).toHaveLength(2)
    })

    test('in a group, also when the group owner deletes a message', async () => {
      const { network, device } = number
      const [author, other] = [newContact(), newContact()]
      const group = network.createGroup({
        owner: device.number,
        subject: 'Kedai',
        members: [author, other],
      })
      clock.hold()
      const groupTypes = typing(group.id)
      const { id } = await network.sendToGroup(group.id, author, { text: 'buka' })
      await groupTypes
      await network.deleteMessage(device.number, group.id, id, device.number)
      await isKept(id, { deleted: 1, wording: 0 })
      clock.letGo()
      await network.sendToGroup(group.id, other, { text: 'harga' })
      await hears(group.id, ['RM4'])
    })
  })
})
