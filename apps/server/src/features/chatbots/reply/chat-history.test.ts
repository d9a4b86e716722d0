import type { Insertable } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { InboxTable } from '../../../platform/database/schema/inbox.ts'
import type { OutgoingTable } from '../../../platform/database/schema/outgoing.ts'
import { newId } from '../../../platform/ids.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { sentInChats, timelineBefore } from '../../../testing/plain-inbox.ts'
import { seedUser } from '../../../testing/seed-user.ts'
import { createChatHistory } from './chat-history.ts'

const NUMBER = '60123456789'

const CHAT = 'chat'
const OTHER = 'other'

interface Said {
  readonly hop?: number
  readonly chat_id?: string
  readonly media_id?: string
  readonly state?: 'sent' | 'failed' | 'dropped'
}

describe.each(engines)('what AI is told of a chat on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  const workspaceId = newId()
  const deviceId = newId()

  beforeEach(async () => {
    database = await freshDatabase(engine)
    await seedUser(database.db, workspaceId)
    await database.db
      .insertInto('devices')
      .values({
        id: deviceId,
        user_id: workspaceId,
        number: '60111111111',
        name: 'Phone',
        wanted: 1,
        logged_out: 0,
        removed: 0,
        linked_at: 0,
        lid: null,
        connected_at: null,
        last_sent_at: null,
      })
      .execute()
    for (const [id, key] of [
      [CHAT, NUMBER],
      [OTHER, '60199999999'],
    ] as const) {
      await database.db
        .insertInto('chats')
        .values({
          id,
          user_id: workspaceId,
          device_id: deviceId,
          chat_key: key,
          kind: 'individual',
          jid: `${key}@s.whatsapp.net`,
          number: key,
          lid: null,
          username: null,
          name: '',
          preview: '',
          preview_kind: 'text',
          last_by: 'person',
          last_at: 0,
          unread: 0,
          waiting_since: null,
        })
        .execute()
    }
  })
  afterEach(() => database.close())

  const inboundRow = (
    messageId: string,
    at: number,
    changes: Partial<Insertable<InboxTable>> = {},
  ) =>
    database.db
      .insertInto('inbox')
      .values({
        device_id: deviceId,
        message_id: messageId,
        user_id: workspaceId,
        chat_jid: `${NUMBER}@s.whatsapp.net`,
        chat_key: NUMBER,
        chat_lid: null,
        chat: 'individual',
        sender_jid: `${NUMBER}@s.whatsapp.net`,
        sender_number: NUMBER,
        sender_name: 'Mei',
        kind: 'text',
        text: messageId,
        sent_at: at,
        received_at: at,
        state: 'answered',
        reason: null,
        chat_id: changes.chat_key ? OTHER : CHAT,
        ...changes,
      })
      .execute()
  const sent = (text: string, at: number, changes: Partial<Insertable<OutgoingTable>> = {}) =>
    database.db
      .insertInto('outgoing')
      .values({
        device_id: deviceId,
        message_id: newId(),
        user_id: workspaceId,
        origin: 'chatbot',
        origin_id: '',
        part: 0,
        jid: `${NUMBER}@s.whatsapp.net`,
        text,
        media_id: null,
        presence: null,
        presence_seconds: 0,
        state: 'sent',
        reason: null,
        may_have_left: 1,
        attempts: 0,
        created_at: at,
        chat_id: CHAT,
        ...changes,
      })
      .execute()
  const sentRow = (text: string, to: string, at: number, changes: Said = {}) => {
    const { hop = 0, ...more } = changes
    return sent(text, at, { origin_id: to, part: hop, ...more })
  }

  const linesBefore = async (messageId: string, at: number, { limit = 20 } = {}) => {
    const message = {
      deviceId,
      messageId,
      networkId: messageId,
      workspaceId,
      chatJid: `${NUMBER}@s.whatsapp.net`,
      chatKey: NUMBER,
      chatLid: null,
      chat: 'individual' as const,
      senderJid: `${NUMBER}@s.whatsapp.net`,
      senderNumber: NUMBER,
      username: null,
      senderName: 'Mei',
      kind: 'text' as const,
      text: messageId,
      sentAt: at,
      receivedAt: at,
      wording: 0,
    }
    const { db } = database
    const history = createChatHistory({
      timelineBefore: (asked, most) => timelineBefore(db, sentInChats, asked, most),
      media: {
        find: (_user, ids) =>
          db
            .selectFrom('media')
            .select(['id as _id', 'file_type as fileType'])
            .where('id', 'in', ids)
            .execute(),
      },
    })
    const lines = await history(message, limit)
    return lines.map(({ from, text }) => `${from}: ${text}`)
  }

  test('leaves out deleted messages', async () => {
    await inboundRow('one', 10, { deleted: 1 })
    await inboundRow('picture', 15, { deleted: 1, kind: 'image' })
    await inboundRow('two', 20)
    expect(await linesBefore('three', 30)).toEqual(['contact: two'])
  })

  test('places each reply after the message it answers, also in a burst', async () => {
    await inboundRow('one', 10)
    await inboundRow('two', 20)
    await inboundRow('three', 20)
    await inboundRow('zero', 30, { state: 'new' })
    await sentRow('to one', 'one', 50)
    await sentRow('to one, next', 'one', 50, { hop: 1 })
    await sentRow('to two', 'two', 90)
    expect(await linesBefore('two', 20)).toEqual([
      'contact: one',
      'us: to one',
      'us: to one, next',
      'contact: three',
    ])
    expect(await linesBefore('zero', 30)).toEqual([
      'contact: one',
      'us: to one',
      'us: to one, next',
      'contact: three',
      'contact: two',
      'us: to two',
    ])
  })

  test('leaves out unsent replies, replies to this message, and other chats and devices', async () => {
    await inboundRow('one', 10)
    await inboundRow('other', 15, { chat_key: '60199999999', text: 'secret' })
    await inboundRow('now', 20, { state: 'new' })
    await inboundRow('later', 30, { state: 'new' })
    await sentRow('dropped', 'one', 40, { state: 'dropped', hop: 1 })
    await sentRow('failed', 'one', 40, { state: 'failed', hop: 2 })
    await sentRow('begun', 'now', 40)
    await sentRow('secret', 'other', 40, { chat_id: OTHER })
    await inboundRow('own', 14, { state: 'own' })
    expect(await linesBefore('now', 20)).toEqual(['contact: one', 'us: own'])
  })

  test('names messages without text by their kind', async () => {
    const keep = (id: string, file_type: string) =>
      database.db
        .insertInto('media')
        .values({
          id,
          user_id: workspaceId,
          original_name: id,
          file_name: id,
          file_type,
          file_size: 1,
          in_library: 1,
          created_at: 0,
          cleaned: 1,
        })
        .execute()
    await keep('m1', 'image/webp')
    await keep('m2', 'video/mp4')
    await inboundRow('one', 10, { kind: 'sticker', text: '' })
    await inboundRow('two', 20, { kind: 'image', text: 'own', state: 'own' })
    await sentRow('', 'one', 11, { media_id: 'm1' })
    await sentRow('words', 'one', 12, { media_id: 'm2', hop: 1 })
    await sentRow('', 'one', 13, { media_id: 'gone', hop: 2 })
    expect(await linesBefore('two', 30)).toEqual([
      'contact: [sticker]',
      'us: [picture]',
      'us: [video] words',
      'us: [document]',
      'us: [picture] own',
    ])
  })

  test('includes campaign messages once sent, and keeps the last lines', async () => {
    const sale = { origin: 'campaign', origin_id: 'recipient' } as const
    await inboundRow('one', 10)
    await sent('sale, part 2', 15, { ...sale, part: 1 })
    await sent('sale, part 1', 15, sale)
    await sent('not yet', 16, { origin: 'campaign', origin_id: 'another', state: 'pending' })
    await inboundRow('two', 20)
    expect(await linesBefore('now', 30)).toEqual([
      'contact: one',
      'us: sale, part 1',
      'us: sale, part 2',
      'contact: two',
    ])
    expect(await linesBefore('now', 30, { limit: 2 })).toEqual(['contact: two'])
  })
})
