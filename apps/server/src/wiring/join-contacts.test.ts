import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CarryOptOut } from '../features/contacts/contacts.ports.ts'
import { createContactsRepository } from '../features/contacts/contacts.repository.ts'
import { createTagsRepository } from '../features/contacts/details/tags.repository.ts'
import { createIdentityKeeper } from '../features/contacts/identity/join-contacts.ts'
import { carryOptOut } from '../features/opt-outs/carry-opt-out.ts'
import { isOut } from '../features/opt-outs/opt-outs.repository.ts'
import { lockOptOuts, recordChange } from '../features/opt-outs/record-change.ts'
import { systemClock } from '../platform/clock.ts'
import type { Db } from '../platform/database/database.ts'
import { contactListsOn } from '../testing/contact-lists.ts'
import { engines, freshDatabase } from '../testing/engines.ts'
import { seedUser } from '../testing/seed-user.ts'
import { unbounded } from '../testing/unbounded.ts'

const LID = '98765@lid'
const [OLD, NEW] = ['60123456701', '60123456702']

describe.each(engines)('a person with number and identity on %s', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let workspaceId = ''
  let quota = 0
  beforeAll(async () => {
    ;({ db, close } = await freshDatabase(engine))
  })
  afterAll(() => close())
  beforeEach(async () => {
    workspaceId = await seedUser(db)
    quota = 0
  })

  const counted = {
    change: async (_tx: Db, _user: string, by: number) => {
      quota += by
    },
  }
  const carry: CarryOptOut = async (tx, now, before) => {
    await carryOptOut(systemClock, tx, now, before)
  }
  const contacts = () => createContactsRepository(db, { contacts: counted, groupPlaces: unbounded })
  const keeper = () =>
    createIdentityKeeper({
      db,
      quota: counted,
      carryOptOut: carry,
    })
  const learn = (phoneNumber: string) => keeper().learn({ workspaceId, phoneNumber, lid: LID })

  async function group(name: string): Promise<string> {
    const id = `${name} of ${workspaceId}`
    await db
      .insertInto('contact_groups')
      .values({
        id,
        user_id: workspaceId,
        name,
        name_key: name,
        contact_count: 0,
        created_at: 0,
        erasing: 0,
      })
      .execute()
    return id
  }
  async function add(
    phoneNumber: string,
    more: { name?: string; values?: Record<string, string>; tags?: string[] } = {},
    groups: readonly string[] = [],
  ): Promise<string> {
    const tags = await createTagsRepository(db).ensure(workspaceId, more.tags ?? [], 0)
    const person = { id: `${phoneNumber} of ${workspaceId}`, name: more.name ?? '', phoneNumber }
    for (const groupId of [null, ...groups]) await contacts().add(workspaceId, person, groupId, 0)
    const changes = { values: more.values ?? {}, tagIds: [...tags.values()] }
    await contacts().update(
      workspaceId,
      person.id,
      { name: null, phoneNumber: null, ...changes },
      async () => {},
    )
    return person.id
  }
  const list = () =>
    contactListsOn(db).list(
      workspaceId,
      { groupId: null, texts: [] },
      { order: { by: 'phoneNumber', descending: false }, after: null, limit: 10 },
    )
  const counts = async (...ids: string[]) => {
    const rows = await db
      .selectFrom('contact_groups')
      .select(['id', 'contact_count'])
      .where('id', 'in', ids)
      .execute()
    return ids.map((id) => rows.find((row) => row.id === id)?.contact_count)
  }

  test('loses the identity of a number that their owner corrects', async () => {
    const id = await add(OLD, { name: 'Ali' })
    await learn(OLD)
    const changes = { name: null, phoneNumber: NEW, values: null, tagIds: null }
    await contacts().update(workspaceId, id, changes, carry)
    const stored = db.selectFrom('contacts').select(['phone_number', 'lid']).where('id', '=', id)
    expect(await stored.executeTakeFirst()).toEqual({ phone_number: NEW, lid: null })
  })

  test('is one contact: the older stays, with what it lacked, and with the number of now', async () => {
    const [both, ofOld, ofNew] = [await group('both'), await group('old'), await group('new')]
    const id = await add(OLD, { values: { city: 'Bangi' }, tags: ['VIP'] }, [both, ofOld])
    await learn(OLD)
    const younger = { name: 'Siti', values: { city: 'Kajang', born: '2001' }, tags: ['New', 'VIP'] }
    await add(NEW, younger, [both, ofNew])
    const before = quota
    expect(await learn(NEW)).toBe(true)
    expect(quota - before).toBe(-1)
    expect(await list()).toMatchObject([
      { id, name: 'Siti', phoneNumber: NEW, values: { city: 'Bangi', born: '2001' } },
    ])
    const tags = await createTagsRepository(db).of([id])
    expect(tags.get(id)?.map(({ name }) => name)).toEqual(['New', 'VIP'])
    expect(await counts(both, ofOld, ofNew)).toEqual([1, 1, 1])
  })

  test('keeps the name of the older, where there is one', async () => {
    await add(OLD, { name: 'Siti' })
    await learn(OLD)
    await add(NEW, { name: 'Someone' })
    await learn(NEW)
    expect(await list()).toMatchObject([{ name: 'Siti', phoneNumber: NEW }])
  })

  test('is not changed by what is known already, nor a lone contact’s number', async () => {
    await add(OLD)
    expect(await learn(OLD)).toBe(false)
    expect(await learn(OLD)).toBe(false)
    expect(await learn(NEW)).toBe(false)
    expect(await list()).toMatchObject([{ name: OLD, phoneNumber: OLD }])
    expect(await learn('60123456709')).toBe(false)
  })

  test.each(['old', 'new'])('left alone under the %s number is left alone', async (which) => {
    const phoneNumber = which === 'old' ? OLD : NEW
    await add(OLD)
    await learn(OLD)
    await add(NEW)
    await db.transaction().execute(async (tx) => {
      await lockOptOuts(tx, workspaceId, 0)
      const change = { change: 'out', how: 'message', at: 7, word: 'STOP' } as const
      await recordChange(tx, { workspaceId, phoneNumber, lid: null }, change)
    })
    await learn(NEW)
    expect(await isOut(db, { workspaceId, phoneNumber: NEW, lid: null })).toBe(true)
    const changes = await db
      .selectFrom('opt_out_changes')
      .innerJoin('opt_outs', 'opt_outs.id', 'opt_out_changes.opt_out_id')
      .select(['opt_outs.phone_number', 'how', 'at', 'word', 'since'])
      .where('user_id', '=', workspaceId)
      .where('phone_number', '=', NEW)
      .execute()
    expect(changes).toEqual([{ phone_number: NEW, how: 'message', at: 7, word: 'STOP', since: 7 }])
  })

  async function change(
    which: 'out' | 'back',
    phoneNumber: string,
    lid: string | null,
    at: number,
  ) {
    await db.transaction().execute(async (tx) => {
      await lockOptOuts(tx, workspaceId, at)
      const what = { change: which, how: 'message', at, word: 'a word' } as const
      await recordChange(tx, { workspaceId, phoneNumber, lid }, what)
    })
  }
  const outUnder = (phoneNumber: string) => isOut(db, { workspaceId, phoneNumber, lid: null })

  test('who came back under the new number is not left alone again by a contact of it', async () => {
    await add(OLD)
    await learn(OLD)
    await change('out', OLD, LID, 1)
    await change('back', NEW, LID, 2)
    await add(NEW)
    await learn(NEW)
    expect(await list()).toHaveLength(1)
    expect([await outUnder(OLD), await outUnder(NEW)]).toEqual([true, false])
    await change('out', OLD, null, 3)
    expect(await outUnder(NEW)).toBe(false)
  })

  test('is left alone under the number that their owner corrects', async () => {
    const id = await add(OLD, { name: 'Ali' })
    await change('out', OLD, LID, 7)
    const changes = { name: null, phoneNumber: NEW, values: null, tagIds: null }
    await contacts().update(workspaceId, id, changes, carry)
    expect([await outUnder(OLD), await outUnder(NEW)]).toEqual([true, true])
    await change('back', NEW, null, 8)
    await contacts().update(workspaceId, id, { ...changes, phoneNumber: NEW, name: 'Ali B' }, carry)
    expect(await outUnder(NEW)).toBe(false)
  })

  test('with another identity than the number had is somebody else', async () => {
    await add(OLD, { name: 'Ali' })
    await learn(OLD)
    await add(NEW, { name: 'Siti' })
    await keeper().learn({ workspaceId, phoneNumber: NEW, lid: '4711@lid' })
    expect(await learn(NEW)).toBe(false)
    expect((await list()).map(({ name, phoneNumber }) => [name, phoneNumber])).toEqual([
      ['Ali', OLD],
      ['Siti', NEW],
    ])
  })

  test('of another owner is another person', async () => {
    await add(OLD)
    await learn(OLD)
    const other = await seedUser(db)
    await keeper().learn({ workspaceId: other, phoneNumber: NEW, lid: LID })
    expect(await list()).toHaveLength(1)
  })
})
