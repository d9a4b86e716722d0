import { createFakeClock } from '@kirim/testing/fake-clock'
import { IS_DEEP } from '@kirim/testing/test-run'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { plainOutgoing } from '../../../testing/plain-outgoing.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { createLedgerRepository } from '../send/ledger.repository.ts'
import { createCampaignOrigin, isCampaignOff } from './campaign-origin.ts'

const PEOPLE = ['60123450001', '60123450002', '60123450003']
const PARTS = 2

/** A report about a person's message, by their indexes. */
interface Said {
  readonly person: number
  readonly part: number
  readonly status: 'sent' | 'delivered' | 'read' | 'failed'
}
const said = fc.record<Said>({
  person: fc.nat(PEOPLE.length - 1),
  part: fc.nat(PARTS - 1),
  status: fc.constantFrom('sent', 'delivered', 'read', 'failed'),
})

describe.each(engines)('people whose messages move, on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())

  /** A campaign that is writing to everybody. */
  async function writing() {
    const workspaceId = await seedUser(db)
    const deviceId = await seedDevice(db, workspaceId)
    const groupId = await seedGroup(db, workspaceId, 'All', PEOPLE)
    const clock = createFakeClock()
    const room = plainOutgoing(db, {
      clock,
      checks: [isCampaignOff],
      origins: (outgoing) => {
        const campaign = createCampaignOrigin({ db, outgoing, clock })
        return { campaign, chatbot: campaign, opt_out: campaign, test: campaign, call: campaign }
      },
    })
    const rooms = { ...ledgerRooms(db), outgoing: room }
    const id = newId()
    const campaigns = createCampaignsRepository(db, rooms.devices)
    await campaigns.insert({ id, workspaceId, deviceId, now: 0 }, CAMPAIGN_SETTINGS, [])
    await createFreezesRepository(db, rooms.groups).request(id, { groupId })
    await freezePeople({ db, ...rooms }, id)
    const ledger = createLedgerRepository(db, rooms)
    const messageIds: string[][] = []
    for (const _person of PEOPLE) {
      const [recipient, campaign] = [await ledger.next(id), await campaigns.findById(id)]
      if (!recipient || !campaign) throw new Error('There is nobody to write to.')
      const parts = Array.from({ length: PARTS }, () => newId())
      const messages = parts.map((messageId) => ({ messageId, text: 'x', mediaId: null }))
      const claim = await ledger.claim(recipient, campaign, recipient.phoneNumber, messages, 0)
      expect(claim.kind).toBe('claimed')
      // So that the next one is not blocked.
      await db
        .updateTable('recipients')
        .set({ state: 'sent' })
        .where('id', '=', recipient.id)
        .execute()
      messageIds.push(parts)
    }
    await db
      .updateTable('recipients')
      .set({ state: 'sending' })
      .where('campaign_id', '=', id)
      .execute()

    return {
      clock,
      async hear(words: readonly Said[]): Promise<void> {
        const about = words.map(({ person, part, status }) => ({
          messageId: messageIds[person]?.[part] ?? '',
          status,
          reason: status === 'failed' ? `refused_${part}` : null,
        }))
        await room.record(deviceId, about)
      },
      async outcome() {
        const people = await db
          .selectFrom('recipients')
          .select(['phone_number', 'state', 'reason', 'sent_at', 'delivered_at', 'read_at'])
          .where('campaign_id', '=', id)
          .orderBy('phone_number')
          .execute()
        const campaign = await campaigns.findById(id)
        return {
          people,
          counts: campaign?.counts,
          endedAt: campaign?.endedAt,
          totals: await room.totalsOf(workspaceId),
        }
      },
    }
  }

  test('end in the same state as with one report at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(said, { minLength: 1, maxLength: 14 }), async (words) => {
        const [atOnce, oneByOne] = [await writing(), await writing()]
        await atOnce.hear(words)
        for (const word of words) await oneByOne.hear([word])
        const outcome = await atOnce.outcome()
        expect(outcome).toEqual(await oneByOne.outcome())
        const counted = Object.values(outcome.counts ?? {}).reduce((sum, n) => sum + n, 0)
        expect(counted).toBe(PEOPLE.length)
      }),
      { numRuns: IS_DEEP ? 40 : 8 },
    )
  })

  test('stores how far a part of a failed message came', async () => {
    const { hear, outcome } = await writing()
    const of = (part: number, status: Said['status']) => ({ person: 0, part, status })
    const first = async () => (await outcome()).people[0]
    await hear([of(0, 'sent'), of(1, 'failed')])
    const failed = { state: 'failed', reason: 'refused_1' }
    expect(await first()).toMatchObject({ ...failed, sent_at: expect.any(Number), read_at: null })
    await hear([of(0, 'delivered')])
    await hear([of(0, 'read')])
    expect(await first()).toMatchObject({
      ...failed,
      delivered_at: expect.any(Number),
      read_at: expect.any(Number),
    })
    // Now they have all of it, and have not read all of it.
    await hear([of(1, 'delivered')])
    expect(await first()).toMatchObject({
      state: 'delivered',
      sent_at: expect.any(Number),
      delivered_at: expect.any(Number),
      read_at: null,
    })
  })

  test.each([
    ['all of it', ['sent', 'sent']],
    ['all of it, of which a part had failed', ['sent', 'failed']],
  ] as const)('who read %s has got it, also where the network says so later', async (_, before) => {
    const { hear, outcome, clock } = await writing()
    const of = (part: number, status: Said['status']) => ({ person: 0, part, status })
    await hear(before.map((status, part) => of(part, status)))
    await clock.advance(1000)
    await hear([of(0, 'read'), of(1, 'read')])
    const readAt = clock.now()
    await clock.advance(1000)
    await hear([of(0, 'delivered'), of(1, 'delivered')])
    expect((await outcome()).people[0]).toMatchObject({
      state: 'read',
      sent_at: readAt - 1000,
      delivered_at: readAt,
      read_at: readAt,
    })
  })

  test('a part that was read was also delivered', async () => {
    const { hear, outcome, clock } = await writing()
    const now = clock.now()
    await hear([
      { person: 0, part: 0, status: 'read' },
      { person: 0, part: 1, status: 'failed' },
    ])
    expect((await outcome()).people[0]).toMatchObject({
      state: 'failed',
      sent_at: now,
      delivered_at: now,
      read_at: now,
    })
  })

  test('a failed message without any part has no times', async () => {
    const { hear, outcome } = await writing()
    await hear([
      { person: 0, part: 0, status: 'failed' },
      { person: 0, part: 1, status: 'failed' },
    ])
    expect((await outcome()).people[0]).toMatchObject({ state: 'failed', sent_at: null })
  })
})
