import type { ContactTag } from '@kirim/contract/contact-details'
import type {
  ContactSelection,
  SelectionChange,
  SelectionStep,
} from '@kirim/contract/contact-selection'
import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import type { OptOutPage } from '@kirim/contract/opt-outs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { journeyEngines } from '../../../testing/engines.ts'
import { newCaller } from '../../../testing/new-caller.ts'
import { seedGroup } from '../../../testing/seed-group.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { campaignForm, linkDevice } from '../../../testing/test-browser.ts'

/** More than one call takes. */
const MANY = 620

describe.each(journeyEngines)('several contacts at once on %s', (engine) => {
  let app: TestApp
  let db: Db
  beforeAll(async () => {
    app = await startTestApp(engine)
    db = app.openDatabase()
  })
  afterAll(async () => {
    await db.destroy()
    await app.stop()
  })

  async function newClient() {
    const { session, call } = await newCaller(app)
    const read = async <T>(path: string) => (await call('GET', path)).body as T
    return {
      session,
      call,
      read,
      add: async (name: string, number: number) =>
        (
          (await call('POST', '/contacts', { name, phoneNumber: `6012345670${number}` }))
            .body as Contact
        )._id,
      group: async (groupName: string) =>
        ((await call('POST', '/contact-groups', { groupName })).body as ContactGroup)._id,
      counts: async () =>
        (await read<ContactGroup[]>('/contact-groups')).map(({ contactCount }) => contactCount),
      tags: () => read<ContactTag[]>('/contact-tags'),
      names: async (path: string) =>
        (await read<Contact[]>(`${path}sort=name`)).map(({ name }) => name),
      change: (who: ContactSelection, change: SelectionChange, cursor?: string) =>
        call('POST', '/contacts/changes', { who, change, ...(cursor && { cursor }) }),
      /** Calls until everybody had their turn. */
      async changeAll(who: ContactSelection, change: SelectionChange) {
        const steps: SelectionStep[] = []
        do {
          const answer = await this.change(who, change, steps.at(-1)?.next ?? undefined)
          expect(answer.status).toBe(200)
          steps.push(answer.body as SelectionStep)
        } while (steps.at(-1)?.next)
        return {
          seen: steps.map(({ seen }) => seen),
          changed: steps.reduce((sum, { changed }) => sum + changed, 0),
        }
      },
    }
  }
  const named = (...ids: string[]): ContactSelection => ({ by: 'ids', ids })
  const listed = (list: Extract<ContactSelection, { by: 'list' }>['list'] = {}) =>
    ({ by: 'list', list }) satisfies ContactSelection
  const deletion = (leaveCampaigns = false): SelectionChange => ({ does: 'delete', leaveCampaigns })

  test('those named get a tag and lose it; who has it already is not counted', async () => {
    const me = await newClient()
    const [aina, ben, chong] = [
      await me.add('Aina', 1),
      await me.add('Ben', 2),
      await me.add('Chong', 3),
    ]
    const tag: SelectionChange = { does: 'tag', name: ' VIP ' }
    expect((await me.change(named(aina), tag)).body).toEqual({ seen: 1, changed: 1, next: null })
    expect((await me.change(named(aina, ben), tag)).body).toMatchObject({ seen: 2, changed: 1 })
    const [vip] = await me.tags()
    expect(vip).toMatchObject({ name: 'VIP' })
    expect(await me.names(`/contacts?tag=${vip?.id}&`)).toEqual(['Aina', 'Ben'])
    const untag: SelectionChange = { does: 'untag', tagId: vip?.id ?? '' }
    expect((await me.change(named(ben, chong), untag)).body).toMatchObject({ seen: 2, changed: 1 })
    expect(await me.names(`/contacts?tag=${vip?.id}&`)).toEqual(['Aina'])
  })

  test('a tag that nobody has any more finds nobody', async () => {
    const me = await newClient()
    const aina = await me.add('Aina', 1)
    const groupId = await me.group('Group')
    await me.change(named(aina), { does: 'tag', name: 'VIP' })
    const [vip] = await me.tags()
    const tagId = vip?.id ?? ''
    await me.change(named(aina), { does: 'untag', tagId })
    expect(await me.names(`/contacts?tag=${tagId}&`)).toEqual([])
    expect(await me.names(`/contact-groups/${groupId}/contacts?tag=${tagId}&`)).toEqual([])
    for (const format of ['csv', 'xlsx']) {
      const { status } = await me.call('GET', `/contacts/export.${format}?tag=${tagId}`)
      expect(status).toBe(200)
    }
    for (const change of [
      { does: 'untag', tagId },
      { does: 'join', groupId },
      deletion(),
    ] as const) {
      const { body } = await me.change(listed({ tag: tagId }), change)
      expect(body).toEqual({ seen: 0, changed: 0, next: null })
    }
  })

  test('those named join a group and leave it, which counts its people', async () => {
    const me = await newClient()
    const [aina, ben] = [await me.add('Aina', 1), await me.add('Ben', 2)]
    const groupId = await me.group('Group')
    await me.change(named(aina), { does: 'join', groupId })
    const joined = await me.change(named(aina, ben), { does: 'join', groupId })
    expect(joined.body).toMatchObject({ seen: 2, changed: 1 })
    expect(await me.counts()).toEqual([2])
    const left = await me.change(named(ben), { does: 'leave', groupId })
    expect(left.body).toMatchObject({ seen: 1, changed: 1 })
    expect(await me.names(`/contact-groups/${groupId}/contacts?`)).toEqual(['Aina'])
    expect(await me.counts()).toEqual([1])
  })

  test('everybody a search or a filter finds is meant, whatever is added meanwhile', async () => {
    const me = await newClient()
    await me.add('Aina', 1)
    await me.add('Ben', 2)
    await me.change(listed({ q: 'ain' }), { does: 'tag', name: 'VIP' })
    const [vip] = await me.tags()
    expect(await me.names(`/contacts?tag=${vip?.id}&`)).toEqual(['Aina'])
    await me.change(listed({ tag: vip?.id }), deletion())
    expect(await me.names('/contacts?')).toEqual(['Ben'])
  })

  test('a list of any length takes several calls, each of a part of it', async () => {
    const me = await newClient()
    const numbers = Array.from({ length: MANY }, (_, n) => `6011${String(1_000_000 + n)}`)
    const groupId = await seedGroup(db, me.session._id, 'Many', numbers)
    const other = await me.group('Other')
    const joined = await me.changeAll(listed({ groupId }), { does: 'join', groupId: other })
    expect(joined).toEqual({ seen: [500, MANY - 500], changed: MANY })
    const left = await me.changeAll(listed({ groupId }), { does: 'leave', groupId })
    expect(left).toEqual({ seen: [500, MANY - 500], changed: MANY })
    expect((await me.changeAll(listed({ groupId: other }), deletion())).changed).toBe(MANY)
    expect(await me.counts()).toEqual([0, 0])
    expect(await me.names('/contacts?')).toEqual([])
  })

  test('who is deleted leaves campaigns only when asked for', async () => {
    const me = await newClient()
    const device = await linkDevice(app, me.session)
    const contactGroupId = await me.group('Group')
    const [aina, ben] = [await me.add('Aina', 1), await me.add('Ben', 2)]
    await me.change(named(aina, ben), { does: 'join', groupId: contactGroupId })
    const fields = { campaignName: 'C', caption: 'C', contactGroupId, statusEnabled: 'false' }
    const saved = await me.call('POST', `/campaigns/${device.id}`, campaignForm(fields))
    const { id } = saved.body as { id: string }
    const queued = async () => {
      const { body } = await me.call('GET', `/ledger/${id}/people?state=queued`)
      return (body as { items: { name: string }[] }).items.map(({ name }) => name)
    }
    await me.change(named(aina), deletion())
    expect(await queued()).toEqual(['Aina', 'Ben'])
    await me.change(named(ben), deletion(true))
    expect(await queued()).toEqual(['Aina'])
  })

  test('those named are left alone with a reason, and come back only from their owner’s hand', async () => {
    const me = await newClient()
    const other = await newClient()
    const [aina, ben, chong] = [
      await me.add('Aina', 1),
      await me.add('Ben', 2),
      await me.add('Chong', 3),
    ]
    const optOut: SelectionChange = { does: 'optOut', reason: ' At the counter ' }
    await me.call('POST', '/opt-outs', { phoneNumber: '60123456702' })
    expect((await me.change(named(aina, ben), optOut)).body).toEqual({
      seen: 2,
      changed: 1,
      changedIds: [aina],
      next: null,
    })
    const out = async () =>
      (await me.read<OptOutPage>('/opt-outs')).items
        .filter(({ standing }) => standing !== 'back')
        .map(({ name, last }) => [name, last.reason])
    expect(await out()).toEqual([
      ['Aina', 'At the counter'],
      ['Ben', ''],
    ])
    expect(await other.read('/opt-outs')).toMatchObject({ items: [] })
    const file = new FormData()
    file.set('file', new Blob(['Name,Phone\nChong,60123456703\n']), 'out.csv')
    expect((await me.call('POST', '/opt-outs/import', file)).body).toMatchObject({ added: 1 })
    const optIn: SelectionChange = { does: 'optIn', reason: 'Undone' }
    const back = await me.change(named(aina, chong), optIn)
    expect(back.body).toEqual({ seen: 2, changed: 1, next: null })
    expect((await out()).map(([name]) => name).sort()).toEqual(['Ben', 'Chong'])
    for (const reason of ['', ' ']) {
      expect(await me.change(named(aina), { does: 'optIn', reason })).toMatchObject({ status: 400 })
    }
  })

  test('a segment takes nobody in by hand, and can be selected', async () => {
    const me = await newClient()
    const aina = await me.add('Aina', 1)
    await me.change(named(aina), { does: 'tag', name: 'VIP' })
    const [vip] = await me.tags()
    const filter = { match: 'all', conditions: [{ about: 'tag', is: 'has', tagId: vip?.id }] }
    const { body } = await me.call('POST', '/contact-segments', { groupName: 'S', filter })
    const groupId = (body as ContactGroup)._id
    for (const does of ['join', 'leave'] as const) {
      expect(await me.change(named(aina), { does, groupId })).toMatchObject({
        status: 409,
        body: { code: 'group_is_segment' },
      })
    }
    expect((await me.change(listed({ groupId }), deletion())).body).toMatchObject({ changed: 1 })
  })

  test.each<[string, ContactSelection, SelectionChange, number, string]>([
    ['nobody', named(), deletion(), 400, 'validation_failed'],
    ['nobody there', named('x'), deletion(), 404, 'contact_not_found'],
    ['an unknown tag', listed(), { does: 'untag', tagId: 'x' }, 404, 'contact_tag_not_found'],
    ['an unknown group', listed(), { does: 'join', groupId: 'x' }, 404, 'group_not_found'],
    ['a list of no group', listed({ groupId: 'x' }), deletion(), 404, 'group_not_found'],
    ['no tag', listed(), { does: 'tag', name: ' ' }, 400, 'validation_failed'],
  ])('%s is refused', async (_what, who, change, status, code) => {
    const me = await newClient()
    await me.add('Aina', 1)
    expect(await me.change(who, change)).toMatchObject({ status, body: { code } })
    expect(await me.names('/contacts?')).toEqual(['Aina'])
  })

  test('those named are exported, nobody else, and nobody of another user', async () => {
    const me = await newClient()
    const other = await newClient()
    const [aina] = [await me.add('Aina', 1), await me.add('Ben', 2)]
    const ids = [aina, await other.add('Chong', 3)]
    const { body } = await me.call('POST', '/contacts/export', { ids, format: 'csv' })
    expect(String(body).trim().split('\n')).toHaveLength(2)
    expect(String(body)).toContain('Aina')
  })
})
