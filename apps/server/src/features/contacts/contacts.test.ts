import { NEXT_CURSOR_HEADER, TOTAL_COUNT_HEADER } from '@kirim/contract/call'
import { BulkCampaign } from '@kirim/contract/campaigns'
import { Contact, ContactGroup, ContactSort } from '@kirim/contract/contacts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { engines } from '../../testing/engines.ts'
import { newCaller } from '../../testing/new-caller.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { campaignForm, linkDevice, makeGroup } from '../../testing/test-browser.ts'

describe.each(engines)('contacts on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.stop())

  /** A new user's contacts, as seen by one client of the API. */
  async function newClient() {
    const { call } = await newCaller(app)
    return {
      call,
      add: (name: string, phoneNumber: string, groupId?: string) =>
        call('POST', '/contacts', { name, phoneNumber, ...(groupId && { groupId }) }),
      async group(groupName: string) {
        return ContactGroup.parse((await call('POST', '/contact-groups', { groupName })).body)._id
      },
      async list(path = '/contacts') {
        return z.array(Contact).parse((await call('GET', path)).body)
      },
      async groups() {
        return z.array(ContactGroup).parse((await call('GET', '/contact-groups')).body)
      },
    }
  }
  const idOf = (answer: { body: unknown }) => Contact.parse(answer.body)._id

  test('a contact is added with its number made international', async () => {
    const me = await newClient()
    const answer = await me.add('  Aisyah\nbinti  Ali ', '012-345 6711')
    expect(answer).toMatchObject({
      status: 201,
      body: { name: 'Aisyah binti Ali', phoneNumber: '60123456711' },
    })
    expect(await me.list()).toMatchObject([{ _id: idOf(answer), name: 'Aisyah binti Ali' }])
  })

  test('a number already known is merged: same contact, same name, in the group', async () => {
    const me = await newClient()
    const group = await me.group('Friends')
    const first = await me.add('Ali', '0123456711')
    const again = await me.add('Ali Baba', '+60 12-345 6711', group)
    expect(again).toMatchObject({
      status: 201,
      body: { _id: idOf(first), name: 'Ali', known: true },
    })
    expect(first.body).toMatchObject({ known: false })
    await me.add('Ali Baba', '60123456711', group)
    expect(await me.list()).toHaveLength(1)
    expect(await me.list('/contacts?q=baba')).toEqual([])
    expect(await me.list(`/contact-groups/${group}/contacts`)).toHaveLength(1)
    expect(await me.groups()).toMatchObject([{ contactCount: 1, count: 1, name: 'Friends' }])
  })

  test.each([
    [{ name: 'Ali', phoneNumber: 'rubbish' }, 400, 'phone_number_invalid'],
    [{ name: ' ', phoneNumber: '0123456711' }, 400, 'validation_failed'],
    [{ name: 'Ali', phoneNumber: '' }, 400, 'validation_failed'],
    [{ name: 'Ali' }, 400, 'validation_failed'],
    [{ name: 'Ali', phoneNumber: '0123456711', groupId: 'nobodys' }, 404, 'group_not_found'],
  ])('refuses to add %j', async (body, status, code) => {
    const me = await newClient()
    expect(await me.call('POST', '/contacts', body)).toMatchObject({ status, body: { code } })
    expect(await me.list()).toEqual([])
  })

  test('a contact is changed: its name, its number, and where they are found', async () => {
    const me = await newClient()
    const id = idOf(await me.add('Ali', '0123456711'))
    const named = await me.call('PUT', `/contacts/${id}`, { name: ' Siti\n Aminah ' })
    const siti = { _id: id, name: 'Siti Aminah', phoneNumber: '60123456711' }
    expect(named).toMatchObject({ status: 200, body: siti })
    const numbered = await me.call('PUT', `/contacts/${id}`, { phoneNumber: '012-345 6712' })
    expect(numbered).toMatchObject({ status: 200, body: { ...siti, phoneNumber: '60123456712' } })
    expect(await me.call('PUT', `/contacts/${id}`, {})).toEqual({
      ...numbered,
      headers: expect.anything(),
    })
    for (const q of ['siti', '6712']) expect(await me.list(`/contacts?q=${q}`)).toHaveLength(1)
    for (const q of ['ali', '6711']) expect(await me.list(`/contacts?q=${q}`)).toHaveLength(0)
    await me.add('Ali again', '0123456711')
    expect(await me.list()).toHaveLength(2)
  })

  test.each([
    [{ phoneNumber: '0123456712' }, 409, 'contact_number_taken'],
    [{ name: 'X', phoneNumber: '12ab' }, 400, 'phone_number_invalid'],
    [{ name: ' ' }, 400, 'validation_failed'],
    [{ name: 'x'.repeat(201) }, 400, 'validation_failed'],
    [{ phoneNumber: '' }, 400, 'validation_failed'],
  ])('refuses to change a contact to %j', async (body, status, code) => {
    const me = await newClient()
    const id = idOf(await me.add('Ali', '0123456711'))
    await me.add('Abu', '0123456712')
    expect(await me.call('PUT', `/contacts/${id}`, body)).toMatchObject({ status, body: { code } })
    expect(await me.list('/contacts?sort=oldest')).toMatchObject([
      { name: 'Ali', phoneNumber: '60123456711' },
      { name: 'Abu', phoneNumber: '60123456712' },
    ])
  })

  test('two contacts changed to one number side by side: one gets it', async () => {
    const me = await newClient()
    const ids = [await me.add('A', '0123456711'), await me.add('B', '0123456712')].map(idOf)
    const body = { phoneNumber: '0123456719' }
    const answers = await Promise.all(ids.map((id) => me.call('PUT', `/contacts/${id}`, body)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('a group is renamed, by the rules of its creation', async () => {
    const me = await newClient()
    const group = await me.group('Friends')
    await me.group('Family')
    await me.add('Ali', '0123456711', group)
    const rename = (groupName?: string) => me.call('PUT', `/contact-groups/${group}`, { groupName })
    for (const empty of ['', ' \t', undefined]) {
      expect(await rename(empty)).toMatchObject({
        status: 400,
        body: { code: 'group_name_empty', message: 'Group name cannot be empty.' },
      })
    }
    expect(await rename('p'.repeat(201))).toMatchObject({ status: 400 })
    expect(await rename('FAMILY')).toMatchObject({
      status: 409,
      body: { code: 'group_name_taken' },
    })
    expect(await rename('FRIENDS')).toMatchObject({ status: 200, body: { groupName: 'FRIENDS' } })
    const renamed = await rename(' Old  friends ')
    expect(renamed).toMatchObject({ status: 200, body: { _id: group, contactCount: 1 } })
    expect((await me.groups()).map(({ groupName }) => groupName)).toEqual(['Family', 'Old friends'])
    await me.call('DELETE', `/contact-groups/${group}`)
    expect((await rename('Again')).status).toBe(404)
  })

  test.each([[{}], [{ phoneNumber: ' ' }], [{ phoneNumber: 5 }]])(
    'says that a contact needs a number: %j',
    async (body) => {
      const me = await newClient()
      expect(await me.call('POST', '/contacts', { name: 'Ali', ...body })).toMatchObject({
        status: 400,
        body: { message: 'Phone number is required.' },
      })
    },
  )

  test.each([[{ groupName: ' \t ' }], [{ groupName: '\u200b' }], [{ groupName: '' }], [{}]])(
    'a group needs a name: %j',
    async (body) => {
      const me = await newClient()
      expect(await me.call('POST', '/contact-groups', body)).toMatchObject({
        status: 400,
        body: { code: 'group_name_empty', message: 'Group name cannot be empty.' },
      })
    },
  )

  test('a group name has at most 200 characters, gaps around it not counted', async () => {
    const me = await newClient()
    const refused = await me.call('POST', '/contact-groups', { groupName: 'p'.repeat(201) })
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'A group name may have at most 200 characters.' },
    })
    const made = await me.call('POST', '/contact-groups', { groupName: ` ${'p'.repeat(200)} ` })
    expect(made).toMatchObject({ status: 201, body: { groupName: 'p'.repeat(200) } })
  })

  test('a group name is taken whatever its case, by its owner only', async () => {
    const me = await newClient()
    const other = await newClient()
    await me.group(' Pelanggan ÄB ')
    expect(await me.call('POST', '/contact-groups', { groupName: 'PELANGGAN äb' })).toMatchObject({
      status: 409,
      body: { code: 'group_name_taken' },
    })
    await other.group('pelanggan äb')
    expect(await me.groups()).toMatchObject([{ groupName: 'Pelanggan ÄB', contactCount: 0 }])
  })

  test('deleting a group keeps its contacts', async () => {
    const me = await newClient()
    const group = await me.group('Friends')
    await me.add('Ali', '0123456711', group)
    expect(await me.call('DELETE', `/contact-groups/${group}`)).toMatchObject({ status: 200 })
    expect(await me.groups()).toEqual([])
    expect(await me.list()).toHaveLength(1)
  })

  test('a campaign outlives its group and its people', async () => {
    const session = await app.newUser()
    const { token } = session
    const device = await linkDevice(app, session)
    const people = [{ name: 'Ali', phoneNumber: '0123456711' }]
    const contactGroupId = await makeGroup(app, session, 'Friends', people)
    const form = campaignForm({
      campaignName: 'Later',
      caption: 'Hello',
      contactGroupId,
      scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
    })
    const made = await app.call('POST', `/campaigns/${device.id}`, { token, body: form })
    expect(made.status).toBe(201)
    const path = `/campaigns/${device.id}/${BulkCampaign.parse(made.body).id}`
    const before = BulkCampaign.parse((await app.call('GET', path, { token })).body)
    const contacts = z.array(Contact).parse((await app.call('GET', '/contacts', { token })).body)
    for (const { _id } of contacts) await app.call('DELETE', `/contacts/${_id}`, { token })
    await app.call('DELETE', `/contact-groups/${contactGroupId}`, { token })
    const after = await app.call('GET', path, { token })
    expect(after).toMatchObject({ status: 200, body: { ...before, contactGroupId: null } })
  })

  test('what belongs to somebody else is not found, and stays as it was', async () => {
    const owner = await newClient()
    const stranger = await newClient()
    const group = await owner.group('Friends')
    const contact = idOf(await owner.add('Ali', '0123456711', group))
    const ownGroup = await stranger.group('Mine')
    const own = idOf(await stranger.add('Ali', '0123456711', ownGroup))
    const attempts = [
      stranger.call('DELETE', `/contacts/${contact}`),
      stranger.call('PUT', `/contacts/${contact}`, { name: 'Mine' }),
      stranger.call('PUT', `/contact-groups/${group}`, { groupName: 'Theirs' }),
      stranger.call('DELETE', `/contact-groups/${group}`),
      stranger.call('GET', `/contact-groups/${group}/contacts`),
      stranger.call('GET', `/contact-groups/${group}/contacts?limit=5`),
      stranger.call('DELETE', `/contact-groups/${group}/contacts/${contact}`),
      stranger.call('DELETE', `/contact-groups/${group}/contacts/${own}`),
      stranger.call('DELETE', `/contact-groups/${ownGroup}/contacts/${contact}`),
      stranger.add('Ali', '0123456711', group),
    ]
    for (const attempt of attempts) expect((await attempt).status).toBe(404)
    expect(await owner.groups()).toMatchObject([{ contactCount: 1, groupName: 'Friends' }])
    expect(await owner.list()).toMatchObject([{ name: 'Ali' }])
    expect(await owner.list(`/contact-groups/${group}/contacts`)).toHaveLength(1)
    expect(await stranger.groups()).toMatchObject([{ contactCount: 1 }])
  })

  test.each([
    ['ali', ['Ali 100%', 'Alíyah']],
    ['ALIYAH', ['Alíyah']],
    ['100%', ['Ali 100%']],
    ['%', ['Ali 100%']],
    ['_', ['under_score']],
    ['\\', ['back\\slash']],
    ['3456', ['Ali 100%']],
    ['+60 12-345', ['Ali 100%']],
    ['(012) 345', ['Ali 100%']],
    ['6598765432', ['back\\slash']],
    ['nobody', []],
  ])('searching for %s', async (q, names) => {
    const me = await newClient()
    await me.add('Ali 100%', '0123456711')
    await me.add('Alíyah', '0198887777')
    await me.add('under_score', '0177777777')
    await me.add('back\\slash', '+6598765432')
    const query = `q=${encodeURIComponent(q)}`
    const found = await me.list(`/contacts?${query}`)
    expect(found.map((contact) => contact.name).sort()).toEqual([...names].sort())
    const page = await me.call('GET', `/contacts?limit=1&${query}`)
    expect(page.headers.get(TOTAL_COUNT_HEADER)).toBe(String(names.length))
  })

  test('pages put together are the whole list, newest first', async () => {
    const me = await newClient()
    const group = await me.group('Some')
    for (let n = 0; n < 23; n++) {
      await me.add(`Person ${n}`, `01234567${10 + n}`, n % 3 ? group : undefined)
    }
    const ordered = (await me.list()).map((contact) => contact.name)
    expect(ordered).toEqual(Array.from({ length: 23 }, (_, n) => `Person ${22 - n}`))
    const place = fc.constantFrom('/contacts', `/contact-groups/${group}/contacts`)
    const search = fc.constantFrom('', '1', 'person 2', 'nobody')
    await fc.assert(
      fc.asyncProperty(place, search, fc.integer({ min: 1, max: 25 }), async (path, q, limit) => {
        const all = await me.list(`${path}?q=${q}`)
        const paged: Contact[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const answer = await me.call('GET', `${path}?q=${q}&limit=${limit}&cursor=${cursor}`)
          const page = z.array(Contact).parse(answer.body)
          cursor = answer.headers.get(NEXT_CURSOR_HEADER)
          expect(answer.headers.get(TOTAL_COUNT_HEADER)).toBe(String(all.length))
          if (cursor !== null) expect(page).toHaveLength(limit)
          paged.push(...page)
        }
        expect(paged).toEqual(all)
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    ['', ['Ádam 10', 'zoe', 'adam 9', 'Bala']],
    ['newest', ['Ádam 10', 'zoe', 'adam 9', 'Bala']],
    ['oldest', ['Bala', 'adam 9', 'zoe', 'Ádam 10']],
    ['name', ['adam 9', 'Ádam 10', 'Bala', 'zoe']],
    ['-name', ['zoe', 'Bala', 'Ádam 10', 'adam 9']],
    ['phoneNumber', ['zoe', 'Bala', 'Ádam 10', 'adam 9']],
    ['-phoneNumber', ['adam 9', 'Ádam 10', 'Bala', 'zoe']],
  ])('sorted by %j', async (sort, names) => {
    const me = await newClient()
    await me.add('Bala', '0123456712')
    const adam = idOf(await me.add('Adam', '0123456714'))
    await me.add('zoe', '0123456711')
    await me.add('Ádam 10', '0123456713')
    await me.call('PUT', `/contacts/${adam}`, { name: 'adam 9' })
    const listed = await me.list(`/contacts${sort && `?sort=${sort}`}`)
    expect(listed.map(({ name }) => name)).toEqual(names)
  })

  test('pages of any order put together are the whole list, though contacts go away between them', async () => {
    const me = await newClient()
    const group = await me.group('Some')
    for (let n = 0; n < 15; n++) {
      // Equal names, and names that differ only after what is sorted by.
      const name = ['Same', 'x'.repeat(150), `P ${n}`][n % 3] ?? ''
      await me.add(name, `01234567${25 - n}`, n % 4 ? group : undefined)
    }
    const place = fc.constantFrom('/contacts', `/contact-groups/${group}/contacts`)
    const sort = fc.constantFrom(...ContactSort.options)
    const gone = '0123456799'
    await fc.assert(
      fc.asyncProperty(place, sort, fc.integer({ min: 1, max: 16 }), async (path, by, limit) => {
        const all = await me.list(`${path}?sort=${by}`)
        const id = idOf(await me.add('Same', gone, group))
        const paged: Contact[] = []
        for (let cursor: string | null = ''; cursor !== null; ) {
          const query = `sort=${by}&limit=${limit}&cursor=${cursor}`
          const answer = await me.call('GET', `${path}?${query}`)
          const page = z.array(Contact).parse(answer.body)
          cursor = answer.headers.get(NEXT_CURSOR_HEADER)
          paged.push(...page)
          // The last one of a page may be the one its cursor was made of.
          if (page.at(-1)?._id === id) await me.call('DELETE', `/contacts/${id}`)
        }
        await me.call('DELETE', `/contacts/${id}`)
        expect(paged.filter((contact) => contact._id !== id)).toEqual(all)
      }),
      { numRuns: 25 },
    )
  })

  test.each([
    'sort=age',
    'sort=name&cursor=0',
    'sort=name&cursor=zz.0',
    'cursor=0.0',
    'limit=0',
    'limit=x',
    'limit=5000',
    'cursor=zzz',
    'limit=2&cursor=%00',
  ])('a page that cannot be is refused: %s', async (query) => {
    const me = await newClient()
    expect((await me.call('GET', `/contacts?${query}`)).status).toBe(400)
  })

  /** The expected contacts of a user, changed by the same operations as the real ones. */
  async function newModel() {
    const me = await newClient()
    const groups = [await me.group('A'), await me.group('B'), await me.group('C')]
    const known = new Map<string, string>()
    const members = new Map(groups.map((id) => [id, new Set<string>()]))
    const expectStatus = (answer: { status: number }, fine: boolean | undefined, good = 200) =>
      expect(answer.status).toBe(fine ? good : 404)

    const operations = {
      async add(number: string) {
        known.set(number, idOf(await me.add('X', number)))
      },
      async join(number: string, group: string) {
        const answer = await me.add('X', number, group)
        expectStatus(answer, members.has(group), 201)
        if (answer.status === 201) known.set(number, idOf(answer))
        members.get(group)?.add(number)
      },
      async leave(number: string, group: string) {
        const id = known.get(number) ?? 'none'
        const answer = await me.call('DELETE', `/contact-groups/${group}/contacts/${id}`)
        expectStatus(answer, members.get(group)?.delete(number))
      },
      async delete(number: string) {
        const answer = await me.call('DELETE', `/contacts/${known.get(number) ?? 'none'}`)
        expectStatus(answer, known.delete(number))
        for (const set of members.values()) set.delete(number)
      },
      async drop(_number: string, group: string) {
        const answer = await me.call('DELETE', `/contact-groups/${group}`)
        expectStatus(answer, members.delete(group))
      },
    }
    return { me, groups, known, members, operations }
  }

  test('counts of groups hold after any operations', async () => {
    const action = fc.record({
      what: fc.constantFrom('add', 'join', 'join', 'join', 'leave', 'delete', 'drop'),
      who: fc.nat(4),
      group: fc.nat(2),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 20 }), async (actions) => {
        const { me, groups, known, members, operations } = await newModel()
        for (const { what, who, group } of actions) {
          await operations[what](`6012345671${who}`, groups[group] ?? '')
        }
        const shown = new Map((await me.groups()).map((group) => [group._id, group.contactCount]))
        expect(shown).toEqual(new Map([...members].map(([id, set]) => [id, set.size])))
        expect(await me.list()).toHaveLength(known.size)
        for (const [id, set] of members) {
          const listed = await me.list(`/contact-groups/${id}/contacts`)
          expect(listed.map((contact) => contact.phoneNumber).sort()).toEqual([...set].sort())
        }
      }),
      { numRuns: 15 },
    )
  })

  test('changes side by side neither fail nor miscount', async () => {
    const me = await newClient()
    const groups = [await me.group('A'), await me.group('B')]
    const ids = await Promise.all(
      Array.from({ length: 10 }, (_, n) => me.add('X', `6012345672${n}`, groups[n % 2]).then(idOf)),
    )
    const mixed = ids.flatMap((id, n) => [
      me.add('Y', `6012345672${n}`, groups[0]),
      me.add('Y', `6012345673${n}`, groups[n % 2]),
      n % 3 === 0 ? me.call('DELETE', `/contacts/${id}`) : me.add('Z', `6012345672${n}`, groups[1]),
    ])
    for (const answer of await Promise.all(mixed)) expect(answer.status).toBeLessThan(300)
    for (const group of await me.groups()) {
      const listed = await me.list(`/contact-groups/${group._id}/contacts`)
      expect(listed).toHaveLength(group.contactCount)
    }
  })
})
