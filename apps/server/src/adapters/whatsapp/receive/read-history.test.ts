import { Readable } from 'node:stream'
import { deflateSync, inflateSync } from 'node:zlib'
import type { ChatHistory } from '@kirim/contract/chat-history'
import { until } from '@kirim/testing/until'
import { proto, type WAMessage } from 'baileys'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import {
  type LinkedNumber,
  linkOver,
  makeItem,
  startLinkedNumber,
  switchOn,
} from '../../../testing/linked-number.ts'
import { silentHistory } from '../../../testing/silent-history.ts'
import { createHistoryReader } from './read-history.ts'

const CHATS = 450

const STRANGER = '60131000009'
const VICTIM = '60131000010@s.whatsapp.net'

describe('a history that is shared', () => {
  const { Type } = proto.Message.ProtocolMessage
  const { HistorySyncType } = proto.HistorySync
  let number: LinkedNumber
  let db: Db
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite')
    db = number.app.openDatabase()
    // Opened before anything is written in bulk.
    await db.selectFrom('devices').select('id').execute()
    const { app, session, device } = number
    await makeItem(app.call, session.token, device.id, {
      name: 'Menu',
      keywords: 'menu',
      captionAi: 'Here',
    })
    await switchOn(app.call, session.token, device.id)
  })
  afterEach(() => vi.restoreAllMocks())
  afterAll(async () => {
    await db?.destroy()
    await number?.stop()
  })

  const kept = async (deviceId: string, kind: string) => {
    const { people } = await db
      .selectFrom('device_credentials')
      .select((eb) => eb.fn.countAll().as('people'))
      .where('device_id', '=', deviceId)
      .where('kind', '=', kind)
      .executeTakeFirstOrThrow()
    return Number(people)
  }

  test('by a phone with many chats teaches all of them', async () => {
    const other = await number.app.newUser('Dua')
    const device = await linkOver(number.app, number.network, other, (phone) =>
      number.network.setWeather(phone, {
        kind: 'history',
        chats: CHATS,
        messages: 2000,
        chunks: 3,
      }),
    )
    // Each way round.
    await until(
      'every LID is known',
      async () => (await kept(device.id, 'lid-mapping')) >= 2 * CHATS,
    )
    await until(
      'every timer is known',
      async () => (await kept(device.id, 'chat-timer')) === CHATS / 10,
    )
    await until('it is read', async () => {
      const { body } = await number.app.call('GET', '/chats/history', { token: other.token })
      return (body as ChatHistory[]).some(({ state }) => state === 'done')
    })
    const { body } = await number.app.call('GET', '/chats/history', { token: other.token })
    expect(body).toMatchObject([{ deviceId: device.id, messages: 2000, chats: CHATS, days: 30 }])
    const states = await db
      .selectFrom('inbox')
      .select((eb) => ['state', eb.fn.countAll<number>().as('messages')])
      .where('device_id', '=', device.id)
      .groupBy('state')
      .orderBy('state')
      .execute()
    expect(states.map((row) => [row.state, Number(row.messages)])).toEqual([
      ['old', 1100],
      ['own', 900],
    ])
    const { waiting } = await db
      .selectFrom('chats')
      .select((eb) => eb.fn.count<number>('waiting_since').as('waiting'))
      .where('device_id', '=', device.id)
      .executeTakeFirstOrThrow()
    expect(Number(waiting)).toBe(0)
  })

  const told = deflateSync(
    proto.HistorySync.encode({
      syncType: HistorySyncType.RECENT as number,
      phoneNumberToLidMappings: [{ pnJid: VICTIM, lidJid: '666@lid' }],
      conversations: [{ id: VICTIM, lidJid: '666@lid', ephemeralExpiration: 86_400 }],
    }).finish(),
  )
  const share = (part: object) => {
    const protocolMessage = {
      type: Type.HISTORY_SYNC_NOTIFICATION,
      historySyncNotification: { syncType: HistorySyncType.RECENT as number, ...part },
    }
    return { protocolMessage }
  }

  test('of a stranger teaches nothing, calls nobody, and what follows it is read', async () => {
    const calls = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('Nobody is there.'))
    const inline = share({ initialHistBootstrapInlinePayload: told })
    const { network, device } = number
    for (const message of [
      inline,
      share({
        initialHistBootstrapInlinePayload: told,
        syncType: HistorySyncType.ON_DEMAND as number,
      }),
      { ephemeralMessage: { message: inline } },
      { deviceSentMessage: { destinationJid: VICTIM, message: inline } },
      share({ directPath: '.example.com/x', mediaKey: Buffer.alloc(32, 7) }),
      { conversation: 'menu' },
    ]) {
      await network.sendAsContact(device.number, STRANGER, { message })
    }
    await until('the last is answered', () => number.heard(STRANGER).includes('Here'))
    expect(calls.mock.calls).toEqual([])
    const taught = await db
      .selectFrom('device_credentials')
      .select(['kind', 'name'])
      .where('device_id', '=', device.id)
      .where('kind', 'in', ['lid-mapping', 'chat-timer'])
      .execute()
    expect(taught.filter(({ name }) => /^(666|60131000010)(\D|$)/.test(name))).toEqual([])
  })
})

describe('what the driver is given', () => {
  const { HistorySyncType } = proto.HistorySync
  const history = (user: string) =>
    deflateSync(
      proto.HistorySync.encode({
        syncType: HistorySyncType.RECENT as number,
        conversations: [{ id: `${user}@s.whatsapp.net` }],
      }).finish(),
    )
  const decode = (part: proto.Message.IHistorySyncNotification | null | undefined) => {
    const bytes = part?.initialHistBootstrapInlinePayload ?? new Uint8Array()
    return proto.HistorySync.decode(inflateSync(bytes))
  }

  function reader(download = async () => Readable.from([]) as never) {
    const faults: unknown[] = []
    const given: string[] = []
    const read = createHistoryReader({
      history: silentHistory,
      me: () => ({ id: '60123456789:1@s.whatsapp.net', lid: '' }),
      numberOf: async () => null,
      onFault: (error) => faults.push(error),
      download,
    })
    read.watch({
      user: { id: '60123456789:1@s.whatsapp.net' },
      upsertMessage: async ({ message }: WAMessage) => {
        const part = message?.protocolMessage?.historySyncNotification
        given.push(...decode(part).conversations.map(({ id }) => String(id)))
      },
    })
    return { read, faults, given }
  }

  test('is an empty part at once, then its chats, in the order of the parts', async () => {
    const { read, faults, given } = reader()
    const parts = ['601', '602', '603'].map((user) => ({
      syncType: HistorySyncType.RECENT as number,
      progress: 50,
      initialHistBootstrapInlinePayload: history(user),
    }))
    for (const part of parts) {
      await read.keepOwn(part)
      expect(read.shouldSyncHistoryMessage(part)).toBe(true)
    }
    for (const part of parts) {
      expect(decode(part)).toMatchObject({ syncType: HistorySyncType.RECENT, progress: 50 })
      expect(decode(part).conversations).toEqual([])
    }
    await until('all are given', () => given.length === 3)
    expect(given).toEqual(['601', '602', '603'].map((user) => `${user}@s.whatsapp.net`))
    expect(faults).toEqual([])
  })

  test('comes from a file as well; one that cannot be read is a fault, and the next is read', async () => {
    const files = [Readable.from([Buffer.from('no history')]), Readable.from([history('604')])]
    const { read, faults, given } = reader(async () => files.shift() as never)
    for (const directPath of ['/one', '/two']) {
      const part = { syncType: HistorySyncType.RECENT as number, directPath }
      await read.keepOwn(part)
      read.shouldSyncHistoryMessage(part)
      expect(decode(part).conversations).toEqual([])
    }
    await until('the other is given', () => given.length === 1)
    expect(faults).toHaveLength(1)
  })

  test('is nothing of a part that did not come from the own account', async () => {
    const { read, faults, given } = reader()
    for (const syncType of [HistorySyncType.RECENT, HistorySyncType.ON_DEMAND] as number[]) {
      const inline = { syncType, initialHistBootstrapInlinePayload: history('606') }
      for (const part of [inline, { syncType, directPath: '/one' }]) {
        expect(read.shouldSyncHistoryMessage({ ...part })).toBe(false)
      }
      // The own part is read once.
      await read.keepOwn(inline)
      expect(read.shouldSyncHistoryMessage({ ...inline })).toBe(true)
      expect(read.shouldSyncHistoryMessage({ ...inline })).toBe(false)
    }
    await until('both are given', () => given.length === 2)
    expect(faults).toEqual([])
  })

  test('is nothing more once the connection is closed', async () => {
    const { read, faults, given } = reader()
    const part = {
      syncType: HistorySyncType.RECENT as number,
      initialHistBootstrapInlinePayload: history('605'),
    }
    await read.keepOwn(part)
    read.end()
    read.shouldSyncHistoryMessage(part)
    await new Promise(setImmediate)
    expect([given, faults]).toEqual([[], []])
  })
})
