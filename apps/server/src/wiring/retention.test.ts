import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { afterEach, describe, expect, test } from 'vitest'
import { createCampaignOrigin } from '../features/campaigns/recipients/campaign-origin.ts'
import { createAgingMessages } from '../features/delivery/prune-messages.ts'
import { heardIn } from '../features/messages/heard-in.ts'
import { createRetention, type Retention } from '../features/retention/retention.ts'
import type { AgingRows } from '../platform/database/aging-rows.ts'
import { createLog } from '../platform/log.ts'
import { createWork } from '../platform/nodes/work.ts'
import { campaignRow } from '../testing/campaign-row.ts'
import { type ChatRoom, openChatRoom } from '../testing/chat-room.ts'
import { engines } from '../testing/engines.ts'
import { agingInbox, agingMessages } from '../testing/plain-inbox.ts'

const DAY_MS = 86_400_000
const [SITI, GROUP] = ['60131000001', '777@g.us']
const HERS = '77@lid'

describe.each(engines)('what is settled and older than 30 days, on %s', (engine) => {
  let room: ChatRoom
  let released: string[]
  const running: Retention[] = []
  afterEach(async () => {
    for (const one of running.splice(0)) await one.part.stop()
    await room.close()
  })

  async function open() {
    room = await openChatRoom(engine)
    released = []
  }

  /** One pass over these rows; resolves once it is over. */
  async function pass(kinds: readonly AgingRows[] = all()): Promise<void> {
    const clock = createFakeClock(room.clock.now())
    const retention = createRetention({
      db: room.db,
      days: 30,
      kinds,
      releaseUnused: async (ids) => void released.push(...ids),
      work: createWork(null),
      clock,
      log: createLog('silent'),
    })
    running.push(retention)
    await retention.part.start()
    clock.advance(60_000)
    // The next pass is planned when this one is over.
    await until('the pass is over', () => clock.nextTimer() !== null)
  }

  function all(): AgingRows[] {
    return [room.outgoing().aging, ...agingMessages]
  }

  const totals = async () => {
    const { kinds } = await (running.at(-1) as Retention).totals()
    return Object.fromEntries(kinds.map((kind) => [kind.name, [kind.removed, kind.emptied]]))
  }
  const countOf = async (table: 'inbox' | 'outgoing' | 'chatbot_replies' | 'pruned_inbox') => {
    const rows = await room.db.selectFrom(table).select('device_id').execute()
    return rows.length
  }

  test('leaves the inbox with its replies, and is answered no second time', async () => {
    await open()
    await room.item({ keywords: ['menu'], caption: 'Nasi lemak' })
    const first = await room.hear(SITI, 'menu', { chatLid: HERS })
    await room.settled()
    const reply = room.network.sent[0]?.messageId ?? ''
    await room.receiveReceipts([{ messageId: reply, status: 'delivered' }])
    room.clock.advance(DAY_MS)
    await room.hear(SITI, 'menu please', { chatLid: HERS })
    await room.hear('', 'menu for all', { chat: 'group', chatJid: GROUP, senderNumber: SITI })
    await room.settled()
    room.clock.advance(40 * DAY_MS)
    await room.hear('60131000002', 'menu today')
    await room.settled()
    const counted = await room.totals()
    expect(room.count()).toHaveLength(4)

    await pass()
    expect(await countOf('inbox')).toBe(2)
    expect(await countOf('outgoing')).toBe(1)
    expect(await countOf('chatbot_replies')).toBe(1)
    expect(await totals()).toEqual({ chats: [0, 2], inbox: [2, 1], messages: [3, 0] })
    // Of the chat its newest message stays, without what was written.
    const kept = await room.db.selectFrom('inbox').select('text').orderBy('received_at').execute()
    expect(kept.map(({ text }) => text)).toEqual(['', 'menu today'])
    expect(await heardIn(room.db, room.deviceId, [SITI, HERS])).toEqual(
      new Map([
        [SITI, 'them'],
        [HERS, 'them'],
      ]),
    )
    await room.receiveReceipts([{ messageId: reply, status: 'read' }])
    expect(await room.totals()).toEqual(counted)

    // The network delivers it again, also as if it had been written just now.
    await room.hear(SITI, 'menu', { chatLid: HERS, messageId: first })
    await room.hear('60131000003', 'menu, too')
    await room.settled()
    expect(room.count()).toHaveLength(5)
    expect(await countOf('inbox')).toBe(3)
  })

  test('stays while it waits for an answer, or its reply for the network', async () => {
    await open()
    await room.item({ keywords: ['menu'], caption: 'Nasi lemak' })
    room.disconnect()
    await room.hear(SITI, 'menu')
    room.clock.advance(40 * DAY_MS)
    await pass()
    expect(await countOf('inbox')).toBe(1)
    expect(await countOf('pruned_inbox')).toBe(0)
    await room.hear(SITI, 'menu again')
    room.connect()
    await room.settled()
    expect(room.count()).toEqual(['Nasi lemak'])
  })

  test('has its ids forgotten after a year, and nobody answers what is that old', async () => {
    await open()
    const group = { chat: 'group', chatJid: GROUP } as const
    await room.hear(SITI, 'hello', group)
    await room.settled()
    room.clock.advance(40 * DAY_MS)
    await pass()
    expect(await countOf('pruned_inbox')).toBe(1)
    room.clock.advance(364 * DAY_MS)
    await pass()
    expect(await countOf('pruned_inbox')).toBe(1)
    room.clock.advance(2 * DAY_MS)
    await pass()
    expect(await countOf('pruned_inbox')).toBe(0)
    expect(await totals()).toMatchObject({ 'inbox ids': [1, 0] })
  })

  test('leaves the messages of campaigns; of who failed it keeps how far each came', async () => {
    await open()
    const { old, messages } = await seedCampaign(room)
    const campaign = createCampaignOrigin({
      db: room.db,
      outgoing: room.outgoing(),
      clock: room.clock,
    })
    const origins = { of: () => campaign }
    const before = await countsOf(room)
    await pass([createAgingMessages(origins)])
    expect(await messages()).toEqual([
      'failed 0 sent: ',
      'failed 1 failed: ',
      'partly 0 sent: Hi',
      'partly 1 pending: Hi',
      'young 0 read: Hi',
    ])
    expect(await totals()).toEqual({ messages: [2, 2] })
    expect(released).toEqual(['file'])
    expect(await countsOf(room)).toEqual(before)
    // A receipt that comes late moves nobody, and nobody's words come back.
    await room.receiveReceipts([{ messageId: 'read-0', status: 'read' }])
    expect(await countsOf(room)).toEqual(before)
    await pass([createAgingMessages(origins)])
    expect(await totals()).toEqual({ messages: [2, 2] })
    expect(old).toBeLessThan(room.clock.now())
  })

  test('is removed and counted together, wherever a pass is cut off', async () => {
    await open()
    const group = { chat: 'group', chatJid: GROUP } as const
    for (let n = 0; n < 250; n += 1) await room.hear(SITI, `hello ${n}`, group)
    await room.settled()
    room.clock.advance(40 * DAY_MS)
    let steps = 0
    const cutOff: AgingRows = {
      ...agingInbox,
      async step(tx, asked) {
        const done = await agingInbox.step(tx, asked)
        steps += 1
        if (steps === 2) throw new Error('cut off')
        return done
      },
    }
    await pass([cutOff])
    const left = await countOf('inbox')
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(250)
    expect(await countOf('pruned_inbox')).toBe(250 - left)
    expect(await totals()).toEqual({ inbox: [250 - left, 0] })
    await pass([agingInbox])
    expect(await countOf('inbox')).toBe(0)
    expect(await countOf('pruned_inbox')).toBe(250)
    expect(await totals()).toEqual({ inbox: [250, 0] })
  })
})

/** A campaign whose people stand differently, and what was written to them. */
async function seedCampaign({ db, deviceId, workspaceId, clock }: ChatRoom) {
  const now = clock.now()
  const old = now - 31 * DAY_MS
  const row = {
    id: 'campaign',
    user_id: workspaceId,
    device_id: deviceId,
    read: 2,
    failed: 1,
    sending: 1,
  }
  await db.insertInto('campaigns').values(campaignRow(row)).execute()
  const states = { read: 'read', young: 'read', failed: 'failed', partly: 'sending' } as const
  for (const [position, [id, state]] of Object.entries(states).entries()) {
    await sql`
      insert into recipients (id, campaign_id, user_id, position, name, phone_number, state)
      values (${id}, 'campaign', ${workspaceId}, ${position}, '', ${`6012${position}`}, ${state})
    `.execute(db)
  }
  const parts = [
    ['read', 0, 'read', old],
    ['read', 1, 'read', old],
    ['young', 0, 'read', now],
    ['failed', 0, 'sent', old],
    ['failed', 1, 'failed', old],
    ['partly', 0, 'sent', old],
    ['partly', 1, 'pending', old],
  ] as const
  for (const [id, part, state, created_at] of parts) {
    await db
      .insertInto('outgoing')
      .values({
        device_id: deviceId,
        message_id: `${id}-${part}`,
        user_id: workspaceId,
        origin: 'campaign',
        origin_id: id,
        part,
        jid: '',
        text: 'Hi',
        media_id: id === 'read' && part === 0 ? 'file' : null,
        presence: null,
        presence_seconds: 0,
        state,
        reason: null,
        may_have_left: 1,
        attempts: 0,
        created_at,
      })
      .execute()
  }
  const messages = async () => {
    const rows = await db.selectFrom('outgoing').selectAll().orderBy('message_id').execute()
    return rows.map((one) => `${one.origin_id} ${one.part} ${one.state}: ${one.text}`)
  }
  return { old, messages }
}

async function countsOf({ db, totals }: ChatRoom) {
  const campaign = await db
    .selectFrom('campaigns')
    .select(['read', 'failed', 'sending'])
    .executeTakeFirstOrThrow()
  const people = await db.selectFrom('recipients').selectAll().orderBy('position').execute()
  return { campaign, people, totals: await totals() }
}
