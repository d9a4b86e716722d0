import type { PushChoice } from '@kirim/contract/chat-push'
import type { Chat } from '@kirim/contract/chats'
import { createFastClock } from '@kirim/testing/fast-clock'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../platform/database/database.ts'
import { journeyEngines } from '../testing/engines.ts'
import { joinWorkspace } from '../testing/join-workspace.ts'
import { type LinkedNumber, startLinkedNumber } from '../testing/linked-number.ts'
import { type PushedBrowser, type PushService, startPushService } from '../testing/push-service.ts'
import type { Caller } from '../testing/test-app.ts'

const NOTHING: PushChoice = {
  mine: false,
  mentions: false,
  unansweredMinutes: null,
  showsText: true,
}

describe.each(journeyEngines)('a browser is told of chats, on %s,', (engine) => {
  let number: LinkedNumber
  let service: PushService
  let db: Db
  /** The owner, and an agent. */
  let siti: Caller
  let farid: Caller
  let faridId = ''
  let sitis: PushedBrowser
  let farids: PushedBrowser
  let serial = 0

  beforeAll(async () => {
    number = await startLinkedNumber(engine, {
      clock: createFastClock(20, Date.now()),
      sharesClock: true,
      env: { ALLOW_PRIVATE_ADDRESSES: 'true' },
    })
    const { app, session } = number
    service = await startPushService(app.dataDir)
    db = app.openDatabase()
    siti = (method, path, options) => app.call(method, path, { token: session.token, ...options })
    const person = await app.newUser('Farid')
    faridId = person._id
    farid = await joinWorkspace(app, db, session._id, person, { role: 'agent' })
    sitis = service.subscribe('siti')
    farids = service.subscribe('farid')
  })
  afterAll(async () => {
    await db?.destroy()
    service?.stop()
    await number?.stop()
  })

  async function answer(who: Caller, method: string, path: string, body?: object) {
    const { status, body: answered } = await who(method, path, { body })
    expect(status, JSON.stringify(answered)).toBeLessThan(300)
    return answered
  }
  const choose = (who: Caller, { address }: PushedBrowser, choice: Partial<PushChoice>) =>
    answer(who, 'PUT', '/chats/push', { address, choice: { ...NOTHING, ...choice } })
  const choiceOf = async (who: Caller, { address: { endpoint } }: PushedBrowser) =>
    ((await answer(who, 'POST', '/chats/push/find', { endpoint })) as { choice: unknown }).choice
  const write = (contact: string, text: string) =>
    number.network.sendAsContact(number.device.number, contact, { message: { conversation: text } })
  const toldOf = (browser: PushedBrowser, chat: Chat) =>
    browser.told.map(({ payload }) => payload).filter(({ chatId }) => chatId === chat.id)

  /** A chat of somebody who waits. */
  async function newChat(): Promise<Chat> {
    const contact = `6012345${String(++serial).padStart(4, '0')}`
    await write(contact, 'Hai')
    const find = async () => {
      const { chats } = (await answer(siti, 'GET', '/chats?view=all')) as { chats: Chat[] }
      return chats.find(({ phoneNumber }) => phoneNumber === contact)
    }
    await until('the chat is there', async () => (await find()) !== undefined)
    return (await find()) as Chat
  }

  async function allIsTold(): Promise<void> {
    await until('all is told', async () => {
      const due = db.selectFrom('push_due').select('id').where('told_at', 'is', null)
      return (await due.executeTakeFirst()) === undefined
    })
  }

  test('of a message in a chat of theirs, encrypted and without the number', async () => {
    const chat = await newChat()
    await answer(siti, 'PUT', `/chats/${chat.id}/assignee`, { personId: faridId })
    await choose(farid, farids, { mine: true })
    await choose(siti, sitis, { mine: true })
    await write(chat.phoneNumber ?? '', 'Ada stok?')
    await until('Farid is told', () => farids.told.length > 0)
    await allIsTold()
    const [told] = farids.told
    expect(told?.payload).toEqual({
      ...{ kind: 'mine', workspaceId: number.session._id, chatId: chat.id },
      ...{ name: expect.not.stringMatching(/\d{7}/), text: 'Ada stok?' },
    })
    const { publicKey } = (await answer(farid, 'GET', '/chats/push/key')) as { publicKey: string }
    expect(told?.headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      urgency: 'high',
      ttl: '3600',
      authorization: expect.stringMatching(new RegExp(`^vapid t=\\S+, k=${publicKey}$`)),
    })
    expect(farids.told).toHaveLength(1)
    expect(sitis.told).toEqual([])
  })

  test('of a note that mentions them, without its text', async () => {
    const chat = await newChat()
    await choose(farid, farids, { mentions: true })
    const note = { text: '@Farid tolong tengok', mentions: [faridId] }
    await answer(siti, 'POST', `/chats/${chat.id}/notes`, note)
    await until('Farid is told', () => toldOf(farids, chat).length > 0)
    expect(toldOf(farids, chat)).toMatchObject([{ kind: 'mention', text: '' }])
  })

  test('of somebody who waits, while they may see the chat', async () => {
    await choose(farid, farids, { unansweredMinutes: 1 })
    await choose(siti, sitis, { unansweredMinutes: 1 })
    const seen = await newChat()
    await until('both are told', () =>
      [farids, sitis].every((browser) => toldOf(browser, seen).length > 0),
    )
    expect(toldOf(farids, seen)).toMatchObject([{ kind: 'unanswered', text: 'Hai' }])
    const access = { role: 'agent', sees: 'numbers', deviceIds: [] }
    await answer(siti, 'PUT', `/team/people/${faridId}`, access)
    const unseen = await newChat()
    await until('Siti is told', () => toldOf(sitis, unseen).length > 0)
    await allIsTold()
    expect(toldOf(farids, unseen)).toEqual([])
  })

  test('no more once its push service has forgotten it', async () => {
    service.answerWith(410)
    await choose(siti, sitis, { unansweredMinutes: 1 })
    await newChat()
    await until('it is removed', async () => (await choiceOf(siti, sitis)) === null)
    expect(await choiceOf(farid, farids)).toMatchObject({ unansweredMinutes: 1 })
  })

  test('only with keys that a browser can have', async () => {
    const { endpoint } = sitis.address
    const body = { address: { endpoint, keys: { p256dh: 'BAAA', auth: 'BBBB' } }, choice: NOTHING }
    expect(await siti('PUT', '/chats/push', { body })).toMatchObject({ status: 400 })
  })
})
