import type { ContactField, ContactTag } from '@kirim/contract/contact-details'
import type { Contact } from '@kirim/contract/contacts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { newCaller } from '../../../testing/new-caller.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

describe.each(journeyEngines)('fields and tags of contacts on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.stop())

  async function newClient() {
    const { call } = await newCaller(app)
    return {
      call,
      async add(name: string, phoneNumber: string, changes: object = {}) {
        const { _id } = (await call('POST', '/contacts', { name, phoneNumber })).body as Contact
        return call('PUT', `/contacts/${_id}`, changes)
      },
      field: async (label: string) =>
        (await call('POST', '/contact-fields', { label })).body as ContactField,
      fields: async () => (await call('GET', '/contact-fields')).body as ContactField[],
      tags: async () => (await call('GET', '/contact-tags')).body as ContactTag[],
      names: async (query: string) =>
        ((await call('GET', `/contacts?sort=name&${query}`)).body as Contact[]).map(
          ({ name }) => name,
        ),
    }
  }

  test('a field is named in brackets by its label in lower case, and keeps that name', async () => {
    const me = await newClient()
    const field = await me.field('  Usual   Order ')
    expect(field).toMatchObject({ key: 'usual order', label: 'Usual Order' })
    const renamed = await me.call('PUT', `/contact-fields/${field.id}`, { label: 'Order' })
    expect(renamed.body).toEqual({ ...field, label: 'Order' })
    expect(await me.fields()).toEqual([{ ...field, label: 'Order' }])
  })

  test.each([
    ['City', 409, 'contact_field_taken'],
    ['Name', 400, 'contact_field_reserved'],
    ['field', 400, 'contact_field_reserved'],
    ['api.price', 400, 'contact_field_reserved'],
    ['__proto__', 400, 'contact_field_reserved'],
    ['Constructor', 400, 'contact_field_reserved'],
    ['a|b', 400, 'contact_field_unreadable'],
    ['[x]', 400, 'contact_field_unreadable'],
    ['', 400, 'validation_failed'],
    ['x'.repeat(41), 400, 'validation_failed'],
  ])('a field called %j is refused', async (label, status, code) => {
    const me = await newClient()
    await me.field('City')
    expect(await me.call('POST', '/contact-fields', { label })).toMatchObject({
      status,
      body: { code },
    })
  })

  test('thirty fields and no more', async () => {
    const me = await newClient()
    for (let n = 0; n < 30; n++) await me.field(`Field ${n}`)
    expect(await me.call('POST', '/contact-fields', { label: 'More' })).toMatchObject({
      status: 409,
      body: { code: 'contact_fields_too_many' },
    })
  })

  test('values and tags are changed one by one, and filter the list', async () => {
    const me = await newClient()
    await me.field('City')
    await me.field('Birthday')
    await me.add('Aina', '60123456701', {
      fields: { city: 'Bangi', birthday: '14 October' },
      tags: ['VIP', 'vip', 'Borong'],
    })
    const ben = await me.add('Ben', '60123456702', { fields: { city: 'BANGI' }, tags: ['Vip'] })
    await me.add('Chong', '60123456703', { fields: { city: 'Kajang' } })
    expect(ben.body).toMatchObject({ fields: { city: 'BANGI' }, tags: [{ name: 'VIP' }] })
    const { _id } = ben.body as Contact
    const changed = await me.call('PUT', `/contacts/${_id}`, { fields: { birthday: '2 March' } })
    expect(changed.body).toMatchObject({ fields: { city: 'BANGI', birthday: '2 March' } })
    const [borong, vip] = await me.tags()
    expect([borong?.name, vip?.name]).toEqual(['Borong', 'VIP'])
    expect(await me.names(`tag=${vip?.id}`)).toEqual(['Aina', 'Ben'])
    expect(await me.names(`tag=${vip?.id}&q=ain`)).toEqual(['Aina'])
    expect(await me.names('field=city&value=bangi')).toEqual(['Aina', 'Ben'])
    expect(await me.names('field=city&value=bangi&q=ben&limit=10')).toEqual(['Ben'])
    expect(await me.names('field=birthday')).toEqual(['Aina', 'Ben'])
    expect(await me.names(`tag=${vip?.id}&field=city&value=kajang`)).toEqual([])
    await me.call('PUT', `/contacts/${_id}`, { fields: { birthday: '' }, tags: [] })
    expect(await me.names('field=birthday')).toEqual(['Aina'])
    expect(await me.names(`tag=${vip?.id}`)).toEqual(['Aina'])
  })

  test('a field may be called what a database could take for a path', async () => {
    const me = await newClient()
    const { key } = await me.field('$ owed')
    await me.add('Ali', '60123456701', { fields: { [key]: '12' } })
    await me.add('Bala', '60123456702')
    expect(await me.names(new URLSearchParams({ field: key, value: '12' }).toString())).toEqual([
      'Ali',
    ])
    for (const odd of ['\\', '"', '$.a', '$']) {
      expect(await me.names(new URLSearchParams({ field: odd, value: 'x' }).toString())).toEqual([])
    }
    const conditions = [{ about: 'field', key, is: 'contains', value: '1' }]
    const filter = { match: 'all', conditions }
    expect(await me.call('POST', '/contact-segments/preview', { filter })).toMatchObject({
      status: 200,
      body: { people: 1 },
    })
  })

  test('a value of a field that nobody has is refused, and nothing changes', async () => {
    const me = await newClient()
    const { body } = await me.add('Aina', '60123456701')
    const { _id } = body as Contact
    const answer = await me.call('PUT', `/contacts/${_id}`, { fields: { town: 'X' }, tags: ['A'] })
    expect(answer).toMatchObject({ status: 404, body: { code: 'contact_field_not_found' } })
    expect(await me.tags()).toEqual([])
  })

  test('a deleted field or tag goes from every contact; its name may be used again', async () => {
    const me = await newClient()
    const city = await me.field('City')
    await me.add('Aina', '60123456701', { fields: { city: 'Bangi' }, tags: ['VIP'] })
    const [vip] = await me.tags()
    expect((await me.call('DELETE', `/contact-fields/${city.id}`)).status).toBe(200)
    expect((await me.call('DELETE', `/contact-tags/${vip?.id}`)).status).toBe(200)
    const [contact] = (await me.call('GET', '/contacts')).body as Contact[]
    expect(contact).not.toHaveProperty('fields')
    expect(contact).not.toHaveProperty('tags')
    expect(await me.fields()).toEqual([])
    expect(await me.field('CITY')).toMatchObject({ key: 'city', label: 'CITY' })
    expect(await me.names('field=city')).toEqual([])
  })

  test('a contact’s sheet says groups, segments, campaigns and consent', async () => {
    const me = await newClient()
    await me.field('City')
    const { body } = await me.add('Aina', '60123456701', { fields: { city: 'Bangi' } })
    const { _id } = body as Contact
    const conditions = [{ about: 'field', key: 'city', is: 'filled' }]
    const filter = { match: 'all', conditions }
    await me.call('POST', '/contact-segments', { groupName: 'With a city', filter })
    await me.call('POST', '/opt-outs', { phoneNumber: '60123456701', reason: 'At the counter' })
    const sheet = await me.call('GET', `/contacts/${_id}/sheet`)
    expect(sheet).toMatchObject({
      status: 200,
      body: {
        contact: { name: 'Aina', optedOut: true, fields: { city: 'Bangi' } },
        groups: [{ groupName: 'With a city', isSegment: true }],
        campaigns: [],
        campaignCount: 0,
        changes: [{ change: 'out', how: 'owner', reason: 'At the counter' }],
      },
    })
  })

  test('a tag is renamed, but not to the name of another', async () => {
    const me = await newClient()
    await me.add('Aina', '60123456701', { tags: ['A', 'B'] })
    const [a] = await me.tags()
    const rename = (name: string) => me.call('PUT', `/contact-tags/${a?.id}`, { name })
    expect(await rename('b')).toMatchObject({ status: 409, body: { code: 'contact_tag_taken' } })
    expect(await rename('C')).toMatchObject({ status: 200, body: { name: 'C' } })
  })
})
