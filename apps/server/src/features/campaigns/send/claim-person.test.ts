import type { Refusal } from '@kirim/contract/outgoing'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { CAMPAIGN_SETTINGS } from '../../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { ledgerRooms } from '../../../testing/ledger-rooms.ts'
import { untilOneWaits } from '../../../testing/lock-waits.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { freezePeople } from '../audience/freeze-people.ts'
import { createFreezesRepository } from '../audience/freezes.repository.ts'
import { createCampaignsRepository } from '../campaign/campaigns.repository.ts'
import { isCampaignOff } from '../recipients/campaign-origin.ts'
import { createLedgerRepository } from './ledger.repository.ts'

const OLD = { ...CAMPAIGN_SETTINGS, caption: 'Old words' }
const NOW = 1000

describe.each(engines)('claiming a person, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId: string
  let deviceId: string
  let groupId: string

  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
    workspaceId = await seedUser(db)
    deviceId = await seedDevice(db, workspaceId)
    groupId = await seedGroup(db, workspaceId, 'One', ['60123450001', '60123450002'])
  })
  afterAll(() => close())

  async function started() {
    const id = newId()
    const gate: { refusal: Refusal | null } = { refusal: null }
    const rooms = ledgerRooms(db, { checks: [isCampaignOff, async () => gate.refusal] })
    const campaigns = createCampaignsRepository(db, rooms.devices)
    await campaigns.insert({ id, workspaceId, deviceId, now: NOW }, OLD, [])
    await createFreezesRepository(db, rooms.groups).request(id, { groupId })
    await freezePeople({ db, ...rooms }, id)
    const ledger = createLedgerRepository(db, rooms)
    const read = async () => {
      const campaign = await campaigns.findById(id)
      const texts = await campaigns.textsOf(id)
      const recipient = await ledger.next(id)
      if (!campaign || !texts || !recipient) throw new Error('There is nobody to write to.')
      return { campaign: { ...campaign, ...texts }, recipient }
    }
    const claim = ({ campaign, recipient }: Awaited<ReturnType<typeof read>>) => {
      const message = { messageId: newId(), text: campaign.caption, mediaId: null }
      return ledger.claim(recipient, campaign, 'jid', [message], NOW).then(({ kind }) => kind)
    }
    /** The network has taken what was sent to them. */
    const settle = (recipientId: string) =>
      db.updateTable('recipients').set({ state: 'sent' }).where('id', '=', recipientId).execute()
    return { id, campaigns, read, claim, settle, gate }
  }

  test('works while a reply of the same number is stored', async () => {
    if (engine === 'SQLite') return
    const { read, claim } = await started()
    const person = await read()
    const locked = Promise.withResolvers<void>()
    const isWaiting = Promise.withResolvers<void>()
    // As a reply does: the device, by its lease, and then the counts of its user.
    const reply = db.transaction().execute(async (tx) => {
      await sql`select 1 from devices where id = ${deviceId} for share`.execute(tx)
      locked.resolve()
      await isWaiting.promise
      // Less than PostgreSQL waits until it looks for two that wait for each other.
      await sql`set local lock_timeout = '500ms'`.execute(tx)
      await tx
        .updateTable('user_totals')
        .set({ failed: 0 })
        .where('user_id', '=', workspaceId)
        .execute()
    })
    await locked.promise
    const claimed = claim(person)
    await untilOneWaits(db)
    isWaiting.resolve()
    await reply
    expect(await claimed).toBe('claimed')
  })

  // For example while their number is looked up.
  test.each([
    ['later', NOW + 5],
    ['in the same millisecond', NOW],
    ['by a clock that was set back', NOW - 5],
  ])('never uses the text from before an edit %s', async (_when, at) => {
    const { id, campaigns, read, claim } = await started()
    const before = await read()
    await campaigns.update(id, { ...OLD, caption: 'New words' }, at)
    expect(await claim(before)).toBe('not_claimed')
    const after = await read()
    expect(after.campaign.caption).toBe('New words')
    expect(await claim(after)).toBe('claimed')
  })

  test('skips on a permanent refusal, and waits on a temporary one', async () => {
    const { id, campaigns, read, claim, gate } = await started()
    const first = await read()
    gate.refusal = 'campaign_off'
    expect(await claim(first)).toBe('waits')
    expect((await read()).recipient.id).toBe(first.recipient.id)
    gate.refusal = 'person_answered'
    expect(await claim(first)).toBe('not_claimed')
    gate.refusal = null
    expect((await read()).recipient.id).not.toBe(first.recipient.id)
    expect((await campaigns.findById(id))?.counts).toMatchObject({ queued: 1, skipped: 1 })
    const { state, reason } = await db
      .selectFrom('recipients')
      .select(['state', 'reason'])
      .where('id', '=', first.recipient.id)
      .executeTakeFirstOrThrow()
    expect([state, reason]).toEqual(['skipped', 'person_answered'])
    expect(await claim(await read())).toBe('claimed')
  })

  test('works while others of the same campaign are written to', async () => {
    const { read, claim } = await started()
    expect(await claim(await read())).toBe('claimed')
    expect(await claim(await read())).toBe('not_claimed')
  })

  test.each([
    ['no_answer', 'not_claimed'],
    ['opted_out_unsettled', 'not_claimed'],
    ['number_removed', 'not_claimed'],
    ['unsettled_479', 'not_claimed'],
    ['refused_479', 'claimed'],
  ])('under another number that failed with %s is %s', async (reason, outcome) => {
    const { id, read, claim } = await started()
    const first = await read()
    expect(await claim(first)).toBe('claimed')
    await db
      .updateTable('recipients')
      .set({ state: 'failed', reason })
      .where('id', '=', first.recipient.id)
      .execute()
    const second = await read()
    expect(second.recipient.id).not.toBe(first.recipient.id)
    expect([id, await claim(second)]).toEqual([id, outcome])
  })

  test('skips a second number of the same account, naming the first', async () => {
    const { id, read, claim, settle } = await started()
    const first = await read()
    expect(await claim(first)).toBe('claimed')
    await settle(first.recipient.id)
    const second = await read()
    expect(second.recipient.id).not.toBe(first.recipient.id)
    expect(await claim(second)).toBe('not_claimed')
    const row = await db
      .selectFrom('recipients')
      .select(['state', 'reason', 'reason_params'])
      .where('id', '=', second.recipient.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({
      state: 'skipped',
      reason: 'same_person',
      reason_params: JSON.stringify({ number: first.recipient.phoneNumber }),
    })
    // The same account in another campaign is somebody to write to.
    const other = await started()
    expect(other.id).not.toBe(id)
    expect(await other.claim(await other.read())).toBe('claimed')
  })
})
