import type { CampaignReport, LedgerPage, LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { LedgerPersonDetails } from '@kirim/contract/ledger-person'
import { until } from '@kirim/testing/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { type LinkedNumber, linkOver, startLinkedNumber } from '../../../testing/linked-number.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { campaignForm } from '../../../testing/test-browser.ts'

const [FARAH, STOPPED, QUIET, LATE, STRANGER] = [1, 2, 3, 4, 5].map((n) => `6012340000${n}`) as [
  string,
  string,
  string,
  string,
  string,
]
const EIGHT_DAYS = 8 * 86_400_000

describe.each(journeyEngines)('answers to a campaign on %s', (engine) => {
  let number: LinkedNumber
  let db: Db
  let id: string
  beforeAll(async () => {
    number = await startLinkedNumber(engine)
    db = number.app.openDatabase()
    const people = [FARAH, STOPPED, QUIET, LATE]
    const contactGroupId = await seedGroup(db, number.session._id, 'Pelanggan', people)
    const form = campaignForm({ campaignName: 'Menu', caption: 'Hi', contactGroupId })
    id = ((await call('POST', `/campaigns/${number.device.id}`, form)).body as BulkCampaign).id
    await until('all have read it', async () => (await report()).counts.read === 4)
  })
  afterAll(async () => {
    await db.destroy()
    await number.stop()
  })

  const call = (method: string, path: string, body?: unknown) =>
    number.app.call(method, path, {
      token: number.session.token,
      ...(body !== undefined && { body }),
    })
  const report = async () => (await call('GET', `/ledger/${id}`)).body as CampaignReport
  const listed = async (query: string) =>
    ((await call('GET', `/ledger/${id}/people${query}`)).body as LedgerPage).items
  const says = (from: string, text: string) =>
    number.network.sendAsContact(number.device.number, from, { text })
  const kept = (text: string) =>
    until(`"${text}" is kept`, async () =>
      db.selectFrom('inbox').select('state').where('text', '=', text).executeTakeFirst(),
    )

  test('counts the first message within seven days once, and no opt-out', async () => {
    await says(FARAH, 'Boleh saya datang?')
    await until('it counts', async () => (await report()).answered === 1)
    await says(FARAH, 'Hello?')
    await says(STOPPED, 'STOP')
    await says(STRANGER, 'Who is this')
    await db
      .updateTable('recipients')
      .set((eb) => ({ sent_at: eb('sent_at', '-', EIGHT_DAYS) }))
      .where('campaign_id', '=', id)
      .where('phone_number', '=', LATE)
      .execute()
    await says(LATE, 'Sorry for being late')
    for (const text of ['Hello?', 'STOP', 'Who is this', 'Sorry for being late']) await kept(text)
    expect((await report()).answered).toBe(1)
  })

  test("shows an opt-out after the message instead of 'not answered'", async () => {
    const [stopped] = await listed(`?q=${STOPPED}`)
    expect(stopped).toMatchObject({ answeredAt: null, sentence: { code: 'opted_out_after' } })
    const details = await call('GET', `/ledger/${id}/people/${stopped?.id}`)
    const { sentence } = stopped as LedgerPerson
    expect(details.body).toMatchObject({ sentence, optedOutAt: sentence.params.at })
    const [quiet] = await listed(`?q=${QUIET}`)
    const theirs = await call('GET', `/ledger/${id}/people/${quiet?.id}`)
    expect(theirs.body).toMatchObject({ optedOutAt: null })
  })

  test("appears in the ledger's list, details and export", async () => {
    const answered = await listed('?answered=yes')
    expect(answered.map(({ phoneNumber }) => phoneNumber)).toEqual([FARAH])
    const silent = await listed('?answered=no&state=read')
    expect(silent.map(({ phoneNumber }) => phoneNumber)).toEqual([STOPPED, QUIET, LATE])
    const details = (await call('GET', `/ledger/${id}/people/${answered[0]?.id}`))
      .body as LedgerPersonDetails
    expect(details.answer).toEqual({ text: 'Boleh saya datang?', at: answered[0]?.answeredAt })
    const csv = String((await call('GET', `/ledger/${id}/export.csv?answered=yes`)).body)
    const [headings, ...rows] = csv.trim().split('\r\n')
    expect(headings).toContain('Read,Answered,Failed')
    expect(rows).toHaveLength(1)
    const [local] = String(answered[0]?.answeredAt).replace('T', ' ').split('.')
    expect(rows[0]).toContain(`,Answered,`)
    expect(rows[0]).toContain(String(local))
    expect(rows[0]).not.toMatch(/\d\dT\d\d|Z,/)
    const there = '&timeZone=Asia/Kuala_Lumpur'
    const inMalaysia = await call('GET', `/ledger/${id}/export.csv?answered=yes${there}`)
    expect(String(inMalaysia.body)).not.toContain(String(local))
  })

  test('to another number of the same owner counts with its text', async () => {
    const { app, network, session } = number
    await db.updateTable('workspaces').set({ membership_plan: 'Pro' }).execute()
    const other = await linkOver(app, network, session)
    network.sendAsContact(other.number, QUIET, { text: 'Is this you too?' })
    await until('it counts', async () => (await report()).answered === 2)
    const [, quiet] = await listed('?answered=yes')
    expect(quiet?.sentence).toMatchObject({
      code: 'answered_with',
      params: { answer: 'Is this you too?' },
    })
    const details = await call('GET', `/ledger/${id}/people/${quiet?.id}`)
    expect(details.body).toMatchObject({ answer: { text: 'Is this you too?' } })
    // What somebody writes to a stranger is no answer to it.
    const stranger = await app.newUser('Omar')
    const theirs = await linkOver(app, network, stranger)
    network.sendAsContact(theirs.number, STOPPED, { text: 'Hello Omar' })
    await kept('Hello Omar')
    expect((await report()).answered).toBe(2)
  })

  test('a follow-up is a draft to the people with one outcome', async () => {
    const follow = (body: object) =>
      call('POST', `/campaigns/${number.device.id}/${id}/follow-up`, body)
    const made = await follow({})
    expect(made).toMatchObject({
      status: 201,
      body: {
        campaignName: 'Menu (follow-up)',
        status: 'draft',
        contactGroupId: null,
        contactGroupName: 'Menu: did not answer',
        progress: { total: 2, counts: { queued: 2 } },
      },
    })
    const { id: draft } = made.body as BulkCampaign
    const people = await db
      .selectFrom('recipients')
      .select('phone_number')
      .where('campaign_id', '=', draft)
      .orderBy('position')
      .execute()
    expect(people.map((row) => row.phone_number)).toEqual([STOPPED, LATE])
    expect((await follow({ to: 'answered' })).body).toMatchObject({ progress: { total: 2 } })
    expect(await follow({ to: 'failed' })).toMatchObject({
      status: 409,
      body: { code: 'campaign_follow_up_empty' },
    })
    expect((await follow({ to: 'lost' })).status).toBe(400)
  })

  test('the ledger shows outcomes after the texts were removed', async () => {
    const [farah] = await listed(`?q=${FARAH}`)
    const details = async () =>
      (await call('GET', `/ledger/${id}/people/${farah?.id}`)).body as LedgerPersonDetails
    const before = await details()
    expect(before).toMatchObject({ removed: null, messages: [{ text: 'Hi' }] })
    const counts = await report()
    const row = db.selectFrom('recipients').select(['id', 'answer_id'])
    const { id: theirs, answer_id } = await row
      .where('campaign_id', '=', id)
      .where('phone_number', '=', FARAH)
      .executeTakeFirstOrThrow()
    await db.deleteFrom('outgoing').where('origin_id', '=', theirs).execute()
    await db.deleteFrom('inbox').where('message_id', '=', answer_id).execute()
    const { answeredAt, steps } = before
    expect(await details()).toMatchObject({
      state: 'read',
      answeredAt,
      steps,
      sentence: { code: 'answered' },
      messages: [],
      answer: null,
      removed: { code: 'words_removed' },
    })
    expect((await report()).counts).toEqual(counts.counts)
  })
})
