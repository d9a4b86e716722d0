import { Readable } from 'node:stream'
import { deflateSync, inflateSync } from 'node:zlib'
import { until } from '@kirim/testing/until'
import { proto, type WAMessage } from 'baileys'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../platform/database/database.ts'
import { type LinkedNumber, linkOver, startLinkedNumber } from '../../testing/linked-number.ts'
import { createHistoryReader } from './read-history.ts'

const CHATS = 450

describe('a phone that shares a long history', () => {
  let number: LinkedNumber
  let db: Db
  beforeAll(async () => {
    number = await startLinkedNumber('SQLite')
    db = number.app.openDatabase()
  })
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

  test('is linked, and all of its chats are learnt from', async () => {
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
    const read = createHistoryReader((error) => faults.push(error), download)
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
    for (const part of parts) expect(read.shouldSyncHistoryMessage(part)).toBe(true)
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
      read.shouldSyncHistoryMessage(part)
      expect(decode(part).conversations).toEqual([])
    }
    await until('the other is given', () => given.length === 1)
    expect(faults).toHaveLength(1)
  })

  test('is nothing more once the connection is closed', async () => {
    const { read, faults, given } = reader()
    read.end()
    read.shouldSyncHistoryMessage({
      syncType: HistorySyncType.RECENT as number,
      initialHistBootstrapInlinePayload: history('605'),
    })
    await new Promise(setImmediate)
    expect([given, faults]).toEqual([[], []])
  })
})
