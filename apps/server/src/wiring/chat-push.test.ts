import { createECDH, randomBytes } from 'node:crypto'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createPushKeys } from '../features/chats/push/push-keys.ts'
import { createPushSender } from '../features/chats/push/send-push.ts'
import { createPushSubscriptions } from '../features/chats/push/subscriptions.repository.ts'
import { createPushTelling } from '../features/chats/push/tell-due.ts'
import { loadStats } from '../features/chats/stats/load-stats.ts'
import { chatRows } from '../features/messages/chat-rows.ts'
import type { Membership } from '../platform/caller.ts'
import { createSecretBox } from '../platform/crypto/secret-box.ts'
import { createLog } from '../platform/log.ts'
import { type ChatRoom, openChatRoom } from '../testing/chat-room.ts'
import { engines } from '../testing/engines.ts'
import { seeingAll, seeingNumbers } from '../testing/seeing.ts'

const SITI = '60131000001'
const store = { rows: chatRows }
const MINUTE_MS = 60_000

describe.each(engines)('around chats, on %s,', (engine) => {
  let room: ChatRoom
  beforeEach(async () => {
    room = await openChatRoom(engine)
  })
  afterEach(() => room.close())

  const owner = () => ({ workspaceId: room.workspaceId, personId: 'aina' })
  const chats = () => room.db.selectFrom('chats').selectAll().execute()

  async function hear(text: string, more: object = {}): Promise<void> {
    room.clock.advance(MINUTE_MS)
    await room.hear(SITI, text, { senderName: 'Siti', ...more })
  }

  /** A push service that answers with a status, and a person who subscribed there. */
  async function subscribe(choice: object = {}) {
    const requests: { url: string; headers: Record<string, string> }[] = []
    const service = { status: 201, answers: async (_url: string) => {} }
    const { db, clock } = room
    const box = createSecretBox(randomBytes(32))
    const subscriptions = createPushSubscriptions(db, box)
    const browser = createECDH('prime256v1')
    browser.generateKeys()
    const keys = { p256dh: browser.getPublicKey('base64url'), auth: 'BTBZMqHH6r4Tts7J_aSIgg' }
    const save = (personId: string) =>
      subscriptions.save(
        { ...owner(), personId },
        { endpoint: `https://push.test/${personId}`, keys },
        { mine: false, mentions: false, unansweredMinutes: null, showsText: false, ...choice },
        0,
      )
    await save('aina')
    const membership: { now: Membership | null } = {
      now: {
        ...{ workspaceId: room.workspaceId, role: 'agent', deviceIds: null },
        ...{ ownChatsOnly: false, hidesNumbers: false },
      },
    }
    const fetch = async (url: unknown, init?: RequestInit) => {
      await service.answers(String(url))
      requests.push({ url: String(url), headers: init?.headers as Record<string, string> })
      return new Response(null, { status: service.status })
    }
    const telling = createPushTelling({
      ...{ db, store, subscriptions, clock, log: createLog('silent') },
      work: { hold: async () => true },
      membershipOf: async () => membership.now,
      contactNames: async () => new Map(),
      send: createPushSender({ keys: createPushKeys(db, box, 'mailto:a@b.c'), fetch }),
    })
    return { requests, service, membership, subscriptions, save, telling }
  }

  async function assign(personId: string): Promise<void> {
    await room.db.updateTable('chats').set({ assigned_to: personId }).execute()
  }

  test('a message in a chat of mine is told once, of others never', async () => {
    await hear('hello')
    await assign('aina')
    const { requests, telling } = await subscribe({ mine: true })
    await hear('anybody?')
    await telling.tellAll()
    await telling.tellAll()
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers.authorization).toMatch(/^vapid t=.+, k=B[\w-]{86}$/)
    await assign('somebody')
    await hear('still there?')
    await telling.tellAll()
    expect(requests).toHaveLength(1)
  })

  test('what somebody may not see any more is not told', async () => {
    await hear('hello')
    await assign('aina')
    const { requests, telling, membership } = await subscribe({ mine: true })
    await hear('anybody?')
    if (membership.now) membership.now = { ...membership.now, deviceIds: ['another'] }
    await telling.tellAll()
    membership.now = null
    await hear('anybody?')
    await telling.tellAll()
    expect(requests).toEqual([])
  })

  test('a chat that waits for so many minutes is told once', async () => {
    const { requests, telling } = await subscribe({ unansweredMinutes: 5 })
    await hear('hello')
    await telling.tellAll()
    expect(requests).toEqual([])
    for (let n = 0; n < 14; n += 1) {
      room.clock.advance(MINUTE_MS / 2)
      await telling.tellAll()
    }
    expect(requests).toHaveLength(1)
  })

  test('a push service that does not answer keeps nobody else waiting', async () => {
    const { requests, service, save, telling } = await subscribe({ unansweredMinutes: 1 })
    await save('zaki')
    const silent = Promise.withResolvers<void>()
    service.answers = async (url) => (url.endsWith('aina') ? silent.promise : undefined)
    await hear('hello')
    room.clock.advance(2 * MINUTE_MS)
    const told = telling.tellAll()
    await until('the other one is told', () => requests.length === 1)
    silent.reject(new Error('It takes too long.'))
    await told
    expect(requests.map(({ url }) => url)).toEqual(['https://push.test/zaki'])
  })

  test('nobody is told of a group that is off', async () => {
    const { requests, telling } = await subscribe({ unansweredMinutes: 1 })
    await hear('hello', { chat: 'group', chatJid: '120363000000000001@g.us' })
    room.clock.advance(2 * MINUTE_MS)
    await telling.tellAll()
    expect(requests).toEqual([])
  })

  test('a browser that has withdrawn its subscription is told nothing more', async () => {
    await hear('hello')
    await assign('aina')
    const { service, subscriptions, telling } = await subscribe({ mine: true })
    service.status = 410
    await hear('anybody?')
    await telling.tellAll()
    expect(await subscriptions.ofPerson(owner())).toEqual([])
  })

  test('how long people wait is counted from answers of people', async () => {
    await hear('hello')
    room.clock.advance(MINUTE_MS)
    await hear('I am here', { fromMe: true })
    await hear('and now?')
    await hear('still?')
    await hear('yes', { fromMe: true })
    const group = { chat: 'group', chatJid: '120363000000000001@g.us' }
    await hear('a group that is off', group)
    await hear('which counts for nothing', { ...group, fromMe: true })
    const [chat] = await chats()
    const deps = { db: room.db, clock: room.clock, store, namesOf: async () => null }
    const query = { days: '7', timeZone: 'UTC' } as const
    const stats = await loadStats(deps, seeingAll(room.workspaceId), query)
    expect(stats.total).toEqual({
      ...{ come: 1, answered: 2, closed: 0 },
      ...{ firstMedian: 2 * MINUTE_MS, firstP90: 2 * MINUTE_MS },
      ...{ waitMedian: 2 * MINUTE_MS, waitP90: 2 * MINUTE_MS },
    })
    expect(stats.days).toHaveLength(7)
    expect(stats.numbers).toMatchObject([{ deviceId: chat?.device_id, answered: 2 }])
    expect(stats.people).toMatchObject([{ by: 'phone', person: null, answered: 2 }])
    const unseen = await loadStats(deps, seeingNumbers(room.workspaceId, ['another']), query)
    expect(unseen.total).toMatchObject({ come: 0, answered: 0 })
  })
})
