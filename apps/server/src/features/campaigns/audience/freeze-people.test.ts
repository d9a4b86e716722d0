import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createFinishStarted, unfinishedCampaigns } from '../actions/finish-started.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { isCampaignOff } from '../recipients/campaign-origin.ts'
import { TAKEN_OUT } from '../recipients/reasons.ts'
import { eraseStep, hideCampaign } from '../save/delete-campaign.ts'
import { createLedgerRepository } from '../send/ledger.repository.ts'
import { createFreezeStep, freezeDependents, freezePeople } from './freeze-people.ts'
import { createFreezesRepository, type People } from './freezes.repository.ts'

/** A little more than two steps of 500. */
const PEOPLE = 1100

describe.each(engines)('freezing people in steps on %s', (engine) => {
  let workspaceId: string
  let deviceId: string
  let db: Db
  let close: () => Promise<void>
  let groupId: string
  let otherGroupId: string

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    deviceId = await seedDevice(db, workspaceId)
    groupId = await seedGroup(db, workspaceId, 'One', numbers(10_000))
    otherGroupId = await seedGroup(db, workspaceId, 'Other', numbers(20_000))
  })
  afterAll(() => close())

  const deps = () => ({ db, ...ledgerRooms(db, { checks: [isCampaignOff] }) })
  const freezes = () => createFreezesRepository(db, deps().groups)
  const step = (id: string) => createFreezeStep(db, deps())(id)
  const campaigns = () => createCampaignsRepository(db, deps().devices)
  async function newCampaign(from: People): Promise<string> {
    const id = newId()
    await campaigns().insert({ id, workspaceId, deviceId, now: 0 }, CAMPAIGN_SETTINGS, [])
    await freezes().request(id, from)
    return id
  }
  const ledgerOf = (id: string) =>
    db
      .selectFrom('recipients')
      .select(['phone_number', 'position', 'state'])
      .where('campaign_id', '=', id)
      .orderBy('position')
      .execute()
  const numbersIn = async (id: string) => (await ledgerOf(id)).map((row) => row.phone_number).sort()
  const expectWhole = async (id: string, expected: readonly string[]) => {
    const ledger = await ledgerOf(id)
    expect(ledger.map((row) => row.phone_number).sort()).toEqual([...expected].sort())
    expect(new Set(ledger.map(({ position }) => position)).size).toBe(ledger.length)
    const campaign = await campaigns().findById(id)
    expect(campaign?.counts.queued).toBe(ledger.filter(({ state }) => state === 'queued').length)
    expect(campaign?.preparing).toBe(false)
  }

  test.each([0, 1, 2, 3, 4])('resumes after %i steps', async (steps) => {
    const id = await newCampaign({ groupId })
    for (let taken = 0; taken < steps; taken++) await step(id)
    const campaign = await campaigns().findById(id)
    expect(campaign?.counts.queued).toBe((await ledgerOf(id)).length)
    await freezePeople(deps(), id)
    await expectWhole(id, numbers(10_000))
  })

  test('nobody is written to before the freeze is complete', async () => {
    const id = await newCampaign({ groupId })
    const ledger = createLedgerRepository(db, deps())
    const isOpen = async () =>
      (await campaigns().listOpen(deviceId)).some((campaign) => campaign.id === id)
    const claim = async () => {
      const recipient = await ledger.next(id)
      return recipient && ledger.claim(recipient, { deviceId, updatedAt: 0 }, 'jid', [MESSAGE], 0)
    }
    await step(id)
    await step(id)
    expect(await isOpen()).toBe(false)
    expect(await claim()).toEqual({ kind: 'waits' })
    await freezePeople(deps(), id)
    expect(await isOpen()).toBe(true)
    expect(await claim()).toMatchObject({ kind: 'claimed' })
  })

  test.each([0, 1, 2, 3, 4])(
    'asked for anew after %i steps, it has the people of the newer request',
    async (steps) => {
      const id = await newCampaign({ groupId })
      for (let taken = 0; taken < steps; taken++) await step(id)
      await freezes().request(id, { groupId: otherGroupId })
      await Promise.all([freezePeople(deps(), id), freezePeople(deps(), id)])
      await expectWhole(id, numbers(20_000))
    },
  )

  test('keeps people already written to when the others are replaced', async () => {
    const id = await newCampaign({ groupId })
    await freezePeople(deps(), id)
    await db
      .updateTable('recipients')
      .set({ state: 'read' })
      .where('campaign_id', '=', id)
      .where('position', '<=', 600)
      .execute()
    await db
      .updateTable('campaigns')
      .set({ queued: PEOPLE - 600, read: 600 })
      .where('id', '=', id)
      .execute()
    await freezes().request(id, { groupId: otherGroupId })
    await freezePeople(deps(), id)
    await expectWhole(id, [...numbers(10_000).slice(0, 600), ...numbers(20_000)])
  })

  test('a copy of a campaign in preparation has all people in their order', async () => {
    const source = await newCampaign({ groupId })
    await step(source)
    const copy = await newCampaign({ campaignId: source })
    await freezePeople(deps(), copy)
    await expectWhole(copy, numbers(10_000))
    const order = async (id: string) => (await ledgerOf(id)).map((row) => row.phone_number)
    expect(await order(copy)).toEqual(await order(source))
  })

  test('people added at startup to a cancelled campaign are skipped', async () => {
    const id = await newCampaign({ groupId })
    await db
      .updateTable('campaigns')
      .set({ cancelled_at: 5, enabled: 0 })
      .where('id', '=', id)
      .execute()
    const unfinished = createFinishStarted({
      ...deps(),
      media: { leave: async () => {} } as never,
      onReady: async () => {},
      onFault: (_campaign, error) => {
        throw error
      },
    })
    onTestFinished(() => unfinished.stop())
    await unfinished.start()
    await until('everybody is passed over', async () => {
      const campaign = await campaigns().findById(id)
      return campaign?.counts.skipped === PEOPLE
    })
  })

  test('ignores people who join later, and waits for dependent freezes', async () => {
    const group = await seedGroup(db, workspaceId, 'Growing', numbers(30_000))
    const id = await newCampaign({ groupId: group })
    const late = await seedGroup(db, workspaceId, 'Late', ['60999'])
    await db
      .updateTable('group_members')
      .set({ group_id: group })
      .where('group_id', '=', late)
      .execute()
    const copy = await newCampaign({ campaignId: id })
    await freezeDependents(deps(), { groupId: group })
    await expectWhole(id, numbers(30_000))
    expect(await numbersIn(copy)).toEqual([])
    await freezeDependents(deps(), { campaignId: id })
    await expectWhole(copy, numbers(30_000))
  })

  test.each([0, 1, 2, 3, 4])(
    'whoever gets another turn is in the queue, also when it stops after %i steps',
    async (steps) => {
      const group = await seedGroup(
        db,
        workspaceId,
        `Again ${steps}`,
        numbers(40_000 + steps * 10_000),
      )
      const id = await newCampaign({ groupId: group })
      await freezePeople(deps(), id)
      const over = (state: 'failed' | 'skipped' | 'read', reason: string | null, n: number) =>
        db
          .updateTable('recipients')
          .set({ state, reason })
          .where('campaign_id', '=', id)
          .where('state', '=', 'queued')
          .where('position', '<=', n)
          .execute()
      await over('failed', 'not_on_whatsapp', 600)
      await over('failed', 'no_answer', 602)
      await over('skipped', 'taken_out', 605)
      await over('read', null, PEOPLE)
      const counts = { queued: 0, failed: 602, skipped: 3, read: PEOPLE - 605 }
      await db.updateTable('campaigns').set(counts).where('id', '=', id).execute()

      await freezes().request(id, { groupId: group }, 'failed_too')
      for (let taken = 0; taken < steps; taken++) await step(id)
      expect((await campaigns().findById(id))?.preparing).toBe(true)
      for (const unfinished of (await unfinishedCampaigns(db)).freezing)
        await freezePeople(deps(), unfinished)
      await expectWhole(id, numbers(40_000 + steps * 10_000))
      const campaign = await campaigns().findById(id)
      expect(campaign?.counts).toMatchObject({ queued: 603, failed: 2, skipped: 0 })
    },
  )

  test('a copy leaves out removed people', async () => {
    const source = await newCampaign({ groupId })
    await freezePeople(deps(), source)
    await db
      .updateTable('recipients')
      .set({ state: 'skipped', reason: TAKEN_OUT })
      .where('campaign_id', '=', source)
      .where('phone_number', '=', '6010007')
      .execute()
    const copy = await newCampaign({ campaignId: source })
    await freezePeople(deps(), copy)
    const others = numbers(10_000).filter((number) => number !== '6010007')
    await expectWhole(copy, others)
  })

  test('refuses a group that is being deleted', async () => {
    const group = await seedGroup(db, workspaceId, 'Going', [])
    await db.transaction().execute((tx) => deps().groups.lock(tx, group))
    await db.updateTable('contact_groups').set({ erasing: 1 }).where('id', '=', group).execute()
    await expect(
      db.transaction().execute((tx) => deps().groups.lock(tx, group)),
    ).rejects.toMatchObject({
      code: 'group_not_found',
    })
  })

  test('a deleted campaign is hidden at once, and its rows go step by step', async () => {
    const id = await newCampaign({ groupId })
    await step(id)
    await step(id)
    await hideCampaign(db, id)
    expect(await campaigns().findById(id)).toBeNull()
    expect(await step(id)).toBe(false)
    expect((await unfinishedCampaigns(db)).erasing).toContain(id)
    let steps = 0
    while (await eraseStep(deps(), id)) steps += 1
    expect(steps).toBeGreaterThan(0)
    expect(await ledgerOf(id)).toEqual([])
    expect((await unfinishedCampaigns(db)).erasing).not.toContain(id)
  })
})

const MESSAGE = { messageId: 'A', text: 'Hello', mediaId: null }

function numbers(start: number): string[] {
  return Array.from({ length: PEOPLE }, (_, n) => `60${start + n}`)
}
