import type { NumberSettings } from '@kirim/contract/chatbot-tools'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { newestTimeZone } from '../features/campaigns/campaign/campaign-facts.ts'
import {
  createItemsRepository,
  type StoredItem,
} from '../features/chatbots/items/items.repository.ts'
import { createNumberSettingsRepository } from '../features/chatbots/numbers/number-settings.repository.ts'
import { createNumbersRepository } from '../features/chatbots/numbers/numbers.repository.ts'
import type { ReceiptReport } from '../features/delivery/delivery.ports.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { InboundChange } from '../features/messages/messages.ports.ts'
import type { Db } from '../platform/database/database.ts'
import type { InboundMessage } from '../platform/inbound-message.ts'
import { beginProcess, createChatWorld } from './chat-process.ts'
import { type Engine, freshDatabase } from './engines.ts'
import { seedUser } from './seed-user.ts'

const DEVICE = 'device'
const USER = 'user'

/** A responder on a real database, with clock and network controlled by the test. */
export async function openChatRoom(engine: Engine) {
  const clock = createFakeClock()
  const { db, close } = await freshDatabase(engine)
  await settle(db)
  const devices = createKnownDevices(db)
  const items = createItemsRepository(db)
  const numbers = createNumbersRepository(db, devices)
  const settings = createNumberSettingsRepository(db, devices, newestTimeZone)
  await numbers.setEnabled(DEVICE, true)
  let serial = 0

  const world = createChatWorld()
  const { network, told, ai } = world
  const begin = () => beginProcess({ db, clock, devices }, world)
  let process = begin()
  process.responder.deviceConnected(DEVICE)

  const room = {
    db,
    clock,
    network,
    told,
    ai,
    deviceId: DEVICE,
    workspaceId: USER,
    /** Sent texts, in order. */
    count: () => network.sent.map(({ text }) => text),

    async item(given: Partial<StoredItem> = {}): Promise<StoredItem> {
      const now = clock.now()
      const id = `item-${String(++serial).padStart(4, '0')}`
      const item: StoredItem = {
        ...PLAIN,
        name: given.caption ?? id,
        ...given,
        id,
        workspaceId: USER,
        deviceId: DEVICE,
        createdAt: now,
        updatedAt: now,
      }
      await items.insert(item)
      process.responder.itemsChanged(DEVICE)
      return item
    },
    async enable(item: StoredItem, enabled: boolean): Promise<void> {
      await items.setEnabled(item, enabled)
      process.responder.itemsChanged(DEVICE)
    },
    async erase({ id }: StoredItem): Promise<void> {
      await db.deleteFrom('chatbot_items').where('id', '=', id).execute()
      process.responder.itemsChanged(DEVICE)
    },
    async switchOn(on: boolean): Promise<void> {
      await numbers.setEnabled(DEVICE, on)
      process.responder.itemsChanged(DEVICE)
    },
    async set(change: Partial<NumberSettings>): Promise<void> {
      await settings.save(DEVICE, { ...(await settings.of(DEVICE)), ...change })
    },

    /** Receives a message; resolves once it is stored. */
    async hear(contact: string, text: string, more: Partial<InboundMessage> = {}): Promise<string> {
      const { chatJid = `${contact}@s.whatsapp.net` } = more
      const messageId = `IN${++serial}`
      await process.messages.keepInbound({
        deviceId: DEVICE,
        messageId,
        chatJid,
        chatLid: chatJid.endsWith('@lid') ? chatJid : null,
        chat: 'individual',
        senderJid: chatJid,
        senderNumber: contact,
        username: null,
        senderName: '',
        kind: 'text',
        text,
        fromMe: false,
        sentAt: clock.now(),
        ...more,
      })
      return more.messageId ?? messageId
    },
    /** Receives what was done to a message; resolves once it is stored. */
    async change(
      contact: string,
      messageId: string,
      text: string | null,
      more: Partial<InboundChange> = {},
    ): Promise<void> {
      const jid = `${contact}@s.whatsapp.net`
      await process.messages.keepInboundChange({
        deviceId: DEVICE,
        messageId,
        chatJid: jid,
        chatLid: null,
        chat: 'individual',
        senderJid: jid,
        senderNumber: contact,
        username: null,
        senderName: '',
        kind: 'text',
        text: text ?? '',
        fromMe: false,
        sentAt: clock.now(),
        what: text === null ? 'deleted' : 'edited',
        byAdmin: false,
        ...more,
      })
    },
    /**
     * Resolves once every message is decided on, every reply sent or dropped, and every chain
     * ended.
     */
    async settled(): Promise<void> {
      await until('all is settled', async () => {
        const message = await db
          .selectFrom('inbox')
          .select('state')
          .where('state', '=', 'new')
          .executeTakeFirst()
        if (message) return false
        const reply = await db
          .selectFrom('chatbot_replies')
          .select('state')
          .where((eb) => eb.or([eb('state', '=', 'open'), eb('next_item_id', 'is not', null)]))
          .executeTakeFirst()
        return !reply
      })
    },
    replies: () =>
      db
        .selectFrom('chatbot_replies as reply')
        .innerJoin('outgoing', (join) =>
          join
            .onRef('outgoing.device_id', '=', 'reply.device_id')
            .onRef('outgoing.message_id', '=', 'reply.message_id'),
        )
        .select(['reply.item_id', 'reply.hop', 'outgoing.text', 'outgoing.state'])
        .select(['reply.reason', 'reply.message_id', 'reply.next_item_id'])
        .orderBy('reply.created_at')
        .orderBy('reply.hop')
        .execute(),
    inbox: (messageId: string) =>
      db
        .selectFrom('inbox')
        .select(['state', 'reason', 'chat_key'])
        .where('message_id', '=', messageId)
        .executeTakeFirstOrThrow(),
    totals: () =>
      db
        .selectFrom('user_totals')
        .select(['total', 'sent', 'failed'])
        .where('user_id', '=', USER)
        .executeTakeFirstOrThrow(),
    saved: async () =>
      (
        await db.selectFrom('saved_responses').select(['item_name', 'text']).orderBy('id').execute()
      ).map(({ item_name, text }) => `${item_name}: ${text}`),

    /** Messages and their totals, as the running process has them. */
    outgoing: () => process.outgoing,
    /** Receipts for sent messages. */
    receiveReceipts: (reports: readonly ReceiptReport[]) =>
      process.outgoing.receipts(DEVICE, reports),
    disconnect(): void {
      network.open = false
      process.responder.deviceDisconnected(DEVICE)
    },
    connect(): void {
      network.open = true
      process.responder.deviceConnected(DEVICE)
    },
    async remove(): Promise<void> {
      room.disconnect()
      await numbers.setEnabled(DEVICE, false)
      process.responder.itemsChanged(DEVICE)
      await process.responder.deviceRemoved(DEVICE)
    },
    /** kill -9, and a new start. */
    restart(): void {
      process.life.over = true
      process.responder.deviceDisconnected(DEVICE)
      process = begin()
      room.connect()
    },
    async close(): Promise<void> {
      process.life.over = true
      process.responder.deviceDisconnected(DEVICE)
      await process.responder.part.stop()
      await close()
    },
  }
  return room
}

export type ChatRoom = Awaited<ReturnType<typeof openChatRoom>>

const PLAIN: Omit<
  StoredItem,
  'id' | 'workspaceId' | 'deviceId' | 'createdAt' | 'updatedAt' | 'name'
> = {
  enabled: true,
  isDefault: false,
  sendTo: 'all',
  type: 'message_contains_keyword',
  description: '',
  keywords: [],
  nextItemId: null,
  presenceDelayTime: 0,
  presenceDelayStatus: 'disable',
  saveData: 'no_save_response',
  apiRestDataStatus: 'disabled',
  caption: 'x',
  useAi: false,
  aiSpintax: '',
  mediaId: null,
  handOver: null,
  changedBy: null,
}

/** Creates a user with one linked number. */
async function settle(db: Db): Promise<void> {
  await seedUser(db, USER)
  await db
    .insertInto('devices')
    .values({
      id: DEVICE,
      user_id: USER,
      number: '60111111111',
      lid: null,
      name: 'Kedai Siti',
      wanted: 1,
      logged_out: 0,
      removed: 0,
      linked_at: 0,
      connected_at: null,
      last_sent_at: null,
    })
    .execute()
}
