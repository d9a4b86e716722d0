import type { CampaignEstimate } from '@kirim/contract/campaign-sending'
import type { BulkCampaign } from '@kirim/contract/campaigns'
import type { ContactTag } from '@kirim/contract/contact-details'
import type { SegmentPreview } from '@kirim/contract/contact-segments'
import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import type {
  CampaignOutcome,
  SegmentCondition,
  SegmentFilter,
} from '@kirim/contract/segment-filter'
import { until } from '@kirim/testing/until'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/ids.ts'
import { campaignRow } from '../../../testing/campaign-row.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { seedDevice } from '../../../testing/seed-user.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { campaignForm, linkDevice } from '../../../testing/test-browser.ts'

describe.each(journeyEngines)('segments on %s', (engine) => {
  let app: TestApp
  let db: Db
  let ahead = 0
  beforeAll(async () => {
    app = await startTestApp(engine, { clock: { ...systemClock, now: () => Date.now() + ahead } })
    db = app.openDatabase()
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  /** Aina (VIP, Bangi), Ben (Kajang), Chong (VIP, in the group), Devi (nothing). */
  async function newClient() {
    const session = await app.newUser()
    const { token } = session
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { token, ...(body !== undefined && { body }) })
    const { _id: groupId } = (await call('POST', '/contact-groups', { groupName: 'Group' }))
      .body as ContactGroup
    await call('POST', '/contact-fields', { label: 'City' })
    const contacts: Record<string, string> = {}
    const add = async (name: string, number: number, changes: object, group?: string) => {
      const body = { name, phoneNumber: `6012345670${number}`, ...(group && { groupId: group }) }
      const { _id } = (await call('POST', '/contacts', body)).body as Contact
      contacts[name] = _id
      await call('PUT', `/contacts/${_id}`, changes)
    }
    await add('Aina', 1, { tags: ['VIP'], fields: { city: 'Bangi' } })
    await add('Ben', 2, { fields: { city: 'KAJANG' } })
    await add('Chong', 3, { tags: ['VIP'] }, groupId)
    await add('Devi', 4, {})
    const [vip] = (await call('GET', '/contact-tags')).body as ContactTag[]
    return {
      session,
      call,
      contacts,
      groupId,
      tagId: vip?.id ?? '',
      make: async (filter: SegmentFilter, groupName = 'Segment') =>
        call('POST', '/contact-segments', { groupName, filter }),
      preview: async (filter: SegmentFilter) => {
        const { body } = await call('POST', '/contact-segments/preview', { filter })
        const { people, first } = body as SegmentPreview
        expect(people).toBe(first.length)
        return first.map(({ name }) => name)
      },
      members: async (id: string) =>
        ((await call('GET', `/contact-groups/${id}/contacts?sort=name`)).body as Contact[]).map(
          ({ name }) => name,
        ),
    }
  }
  type Client = Awaited<ReturnType<typeof newClient>>

  async function campaignOf({ session: { _id: user_id } }: Client): Promise<string> {
    const campaign = { id: newId(), user_id, device_id: await seedDevice(db, user_id) }
    await db.insertInto('campaigns').values(campaignRow(campaign)).execute()
    return campaign.id
  }

  const conditions: readonly [string, (me: Client) => SegmentCondition, string[]][] = [
    ['a tag', ({ tagId }) => ({ about: 'tag', is: 'has', tagId }), ['Aina', 'Chong']],
    ['no such tag', ({ tagId }) => ({ about: 'tag', is: 'lacks', tagId }), ['Ben', 'Devi']],
    ['a field', () => field('equals', 'bangi'), ['Aina']],
    ['another field', () => field('differs', 'Bangi'), ['Ben', 'Chong', 'Devi']],
    ['part of a field', () => field('contains', 'aJa'), ['Ben']],
    ['no signs of a pattern', () => field('contains', 'K%G'), []],
    ['a filled field', () => field('filled'), ['Aina', 'Ben']],
    ['an empty field', () => field('empty'), ['Chong', 'Devi']],
    ['a group', ({ groupId }) => group('in', groupId), ['Chong']],
    ['no such group', ({ groupId }) => group('out', groupId), ['Aina', 'Ben', 'Devi']],
    ['nobody wrote', () => ({ about: 'written', is: 'never', days: 30 }), EVERYBODY],
    ['written to lately', () => ({ about: 'written', is: 'within', days: 30 }), []],
    ['answered', () => ({ about: 'answered', is: 'within', days: 30 }), []],
    ['never answered', () => ({ about: 'answered', is: 'never', days: 30 }), EVERYBODY],
    ['no campaign', () => ({ about: 'campaign', is: 'not_in', campaignId: 'x' }), EVERYBODY],
    ['a campaign', () => ({ about: 'campaign', is: 'reached', campaignId: 'x' }), []],
  ]
  test('each condition finds its people, and all or any of several theirs', async () => {
    const me = await newClient()
    for (const [what, condition, people] of conditions) {
      const found = await me.preview({ match: 'all', conditions: [condition(me)] })
      expect([what, found]).toEqual([what, people])
    }
    const two = [field('filled'), { about: 'tag', is: 'has', tagId: me.tagId }] as const
    expect(await me.preview({ match: 'all', conditions: [...two] })).toEqual(['Aina'])
    expect(await me.preview({ match: 'any', conditions: [...two] })).toEqual([
      'Aina',
      'Ben',
      'Chong',
    ])
  })

  test('a segment is a group among groups, and keeps itself up to date', async () => {
    const me = await newClient()
    const filter: SegmentFilter = {
      match: 'all',
      conditions: [{ about: 'tag', is: 'has', tagId: me.tagId }],
    }
    const made = await me.make(filter)
    expect(made).toMatchObject({ status: 201, body: { name: 'Segment', count: 2, filter } })
    const { _id } = made.body as ContactGroup
    const groups = (await me.call('GET', '/contact-groups')).body as ContactGroup[]
    expect(groups.map(({ name, filter }) => [name, filter !== undefined])).toEqual([
      ['Segment', true],
      ['Group', false],
    ])
    expect(await me.members(_id)).toEqual(['Aina', 'Chong'])
    await me.call('PUT', `/contacts/${me.contacts.Devi}`, { tags: ['VIP'] })
    await me.call('DELETE', `/contacts/${me.contacts.Aina}`)
    const changed = { match: 'any', conditions: [...filter.conditions, field('filled')] }
    const edited = await me.call('PUT', `/contact-segments/${_id}`, {
      groupName: 'Better',
      filter: changed,
    })
    expect(edited.body).toMatchObject({ name: 'Better', count: 3, filter: changed })
    expect(await me.members(_id)).toEqual(['Ben', 'Chong', 'Devi'])
    expect((await me.call('DELETE', `/contact-groups/${_id}`)).status).toBe(200)
    expect((await me.call('PUT', `/contact-segments/${_id}`, edited)).status).not.toBe(200)
  })

  test('a list of it is soon what it should be, without being asked again', async () => {
    const me = await newClient()
    const conditions: SegmentCondition[] = [{ about: 'tag', is: 'has', tagId: me.tagId }]
    const { _id } = (await me.make({ match: 'all', conditions })).body as ContactGroup
    await me.call('PUT', `/contacts/${me.contacts.Ben}`, { tags: ['VIP'] })
    ahead += 20_000
    await me.members(_id)
    await until('Ben is in the segment', async () => (await me.members(_id)).includes('Ben'))
  })

  test('a filter that was written by another version is filled, too', async () => {
    const me = await newClient()
    const filter: SegmentFilter = { match: 'all', conditions: [field('filled')] }
    const { _id } = (await me.make(filter)).body as ContactGroup
    await me.call('DELETE', `/contacts/${me.contacts.Aina}`)
    await me.call('PUT', `/contacts/${me.contacts.Devi}`, { fields: { city: 'Kajang' } })
    await db
      .updateTable('contact_groups')
      .set({ filter: JSON.stringify(filter, null, 1), filled_at: null })
      .where('id', '=', _id)
      .execute()
    expect(await me.members(_id)).toEqual(['Ben', 'Devi'])
    const { filled_at } = await db
      .selectFrom('contact_groups')
      .select('filled_at')
      .where('id', '=', _id)
      .executeTakeFirstOrThrow()
    expect(filled_at).not.toBeNull()
  })

  test.runIf(engine === 'SQLite')('one that cannot be filled is not there', async () => {
    const me = await newClient()
    await sql`
      create trigger no_members before insert on group_members
      begin select raise(abort, 'no room'); end
    `.execute(db)
    const filter: SegmentFilter = { match: 'all', conditions: [field('filled')] }
    expect((await me.make(filter)).status).toBe(500)
    await sql`drop trigger no_members`.execute(db)
    const groups = (await me.call('GET', '/contact-groups')).body as ContactGroup[]
    expect(groups.map(({ name }) => name)).toEqual(['Group'])
    expect((await me.make(filter)).status).toBe(201)
  })

  test('nobody is put into a segment or taken out by hand', async () => {
    const me = await newClient()
    const conditions: SegmentCondition[] = [field('filled')]
    const { _id } = (await me.make({ match: 'all', conditions })).body as ContactGroup
    const contact = { name: 'Eve', phoneNumber: '60123456705', groupId: _id }
    const refused = { status: 409, body: { code: 'group_is_segment' } }
    expect(await me.call('POST', '/contacts', contact)).toMatchObject(refused)
    const path = `/contact-groups/${_id}/contacts/${me.contacts.Aina}`
    expect(await me.call('DELETE', path)).toMatchObject(refused)
    expect(await me.make({ match: 'all', conditions })).toMatchObject({
      status: 409,
      body: { code: 'group_name_taken' },
    })
    expect((await me.call('PUT', `/contact-segments/${me.groupId}`, NEW)).status).toBe(404)
  })

  test('another user’s tags, groups and campaigns lead to nobody', async () => {
    const [me, other] = [await newClient(), await newClient()]
    const of = (condition: SegmentCondition) =>
      me.preview({ match: 'all', conditions: [condition] })
    expect(await of({ about: 'tag', is: 'has', tagId: other.tagId })).toEqual([])
    expect(await of(group('in', other.groupId))).toEqual([])
    const campaignId = await campaignOf(other)
    const row = { ...{ campaign_id: campaignId, user_id: other.session._id }, position: 1 }
    const person = { name: 'Aina', phone_number: '60123456701', state: 'read', sent_at: 1 } as const
    await db
      .insertInto('recipients')
      .values({ id: newId(), ...row, ...person })
      .execute()
    expect(await of({ about: 'campaign', is: 'reached', campaignId })).toEqual([])
  })

  test('what is another user’s, or not there any more, cannot be named anew', async () => {
    const [me, other] = [await newClient(), await newClient()]
    const { tagId, groupId } = other
    const campaignId = await campaignOf(other)
    const foreign: readonly [SegmentCondition, string, readonly unknown[]][] = [
      [{ about: 'tag', is: 'lacks', tagId }, 'contact_tag_not_found', ['tagId']],
      [group('out', groupId), 'group_not_found', ['groupIds', 0]],
      [{ about: 'campaign', is: 'not_in', campaignId }, 'campaign_not_found', ['campaignId']],
    ]
    const own: SegmentFilter = { match: 'all', conditions: [field('filled')] }
    const { _id } = (await me.make(own)).body as ContactGroup
    const put = (filter: SegmentFilter) =>
      me.call('PUT', `/contact-segments/${_id}`, { groupName: 'Segment', filter })
    for (const [condition, code, at] of foreign) {
      const filter = { ...own, conditions: [...own.conditions, condition] }
      const path = ['filter', 'conditions', 1, ...at]
      const refused = { status: 404, body: { code, issues: [{ path, code }] } }
      expect(await me.make(filter, 'Another')).toMatchObject(refused)
      expect(await put(filter)).toMatchObject(refused)
      // What it named before may have been deleted since.
      await db
        .updateTable('contact_groups')
        .set({ filter: JSON.stringify(filter) })
        .where('id', '=', _id)
        .execute()
      expect(await put({ ...filter, match: 'any' })).toMatchObject({ status: 200 })
    }
  })

  test('a campaign is estimated for, and frozen from, who is in it at that moment', async () => {
    const me = await newClient()
    const device = await linkDevice(app, me.session)
    const conditions: SegmentCondition[] = [field('filled')]
    const { _id } = (await me.make({ match: 'all', conditions })).body as ContactGroup
    await me.call('PUT', `/contacts/${me.contacts.Devi}`, { fields: { city: 'Seremban' } })
    const form = {
      campaignName: 'C',
      caption: 'From [city|here]',
      contactGroupId: _id,
      statusEnabled: 'true',
    }
    const created = await me.call('POST', `/campaigns/${device.id}`, campaignForm(form))
    const campaign = created.body as BulkCampaign
    expect(campaign).toMatchObject({ contactGroupId: _id, progress: { total: 3 } })
    const estimate = await me.call('POST', `/campaigns/${device.id}/estimate`, {
      contactGroupId: _id,
      minIntervalSeconds: 5,
      maxIntervalSeconds: 10,
      campaignScheduleType: 'anytime',
      scheduledAt: '',
    })
    expect((estimate.body as CampaignEstimate).people).toBe(3)
    const sheet = await me.call('GET', `/contacts/${me.contacts.Devi}/sheet`)
    expect(sheet.body).toMatchObject({
      groups: [{ groupName: 'Segment', isSegment: true }],
      campaigns: [{ campaignName: 'C', person: { name: 'Devi' } }],
      campaignCount: 1,
    })
    await db
      .updateTable('recipients')
      .set({ state: 'read', sent_at: Date.now() })
      .where('campaign_id', '=', campaign._id)
      .execute()
    const answered = Date.now() - 5 * DAY_MS
    await db
      .updateTable('recipients')
      .set({ answered_at: answered })
      .where('campaign_id', '=', campaign._id)
      .where('name', '=', 'Aina')
      .execute()
    const listed = (await me.call('GET', '/contacts?limit=2&sort=name')).body as Contact[]
    const sentAt = expect.stringMatching(/^20/)
    expect(listed.map(({ name, writtenAt, answeredAt }) => [name, writtenAt, answeredAt])).toEqual([
      ['Aina', sentAt, new Date(answered).toISOString()],
      ['Ben', sentAt, undefined],
    ])
    const whole = (await me.call('GET', '/contacts')).body as Contact[]
    expect(whole.flatMap(({ writtenAt }) => writtenAt ?? [])).toEqual([])
    const outcome = (is: CampaignOutcome) =>
      me.preview({
        match: 'all',
        conditions: [{ about: 'campaign', campaignId: campaign._id, is }],
      })
    expect(await outcome('reached')).toEqual(['Aina', 'Ben', 'Devi'])
    expect(await outcome('answered')).toEqual(['Aina'])
    expect(await outcome('unanswered')).toEqual(['Ben', 'Devi'])
    expect(await outcome('failed')).toEqual([])
    const timed = (about: 'answered' | 'written', is: 'within', days: number) =>
      me.preview({ match: 'all', conditions: [{ about, is, days }] })
    expect(await timed('answered', 'within', 6)).toEqual(['Aina'])
    expect(await timed('answered', 'within', 4)).toEqual([])
    expect(await timed('written', 'within', 1)).toEqual(['Aina', 'Ben', 'Devi'])
    const inIt = { about: 'campaign', campaignId: campaign._id, is: 'not_in' } as const
    expect(await me.preview({ match: 'all', conditions: [inIt] })).toEqual(['Chong'])
  })
})

const DAY_MS = 24 * 60 * 60_000
const EVERYBODY = ['Aina', 'Ben', 'Chong', 'Devi']
const NEW = {
  groupName: 'X',
  filter: { match: 'all', conditions: [{ about: 'field', key: 'x', is: 'filled' }] },
}

function field(
  is: Extract<SegmentCondition, { about: 'field' }>['is'],
  value = '',
): SegmentCondition {
  return { about: 'field', key: 'city', is, value }
}

function group(is: 'in' | 'out', id: string): SegmentCondition {
  return { about: 'group', is, groupIds: [id] }
}
