import { utils, write } from '@e965/xlsx'
import type { ImportMapping, ImportResult, SheetColumns } from '@kirim/contract/contact-import'
import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

const CSV = [
  'Nama Penuh;No. Tel;Bandar;Hari Jadi;Label',
  'Nurul Huda;012-345 6711;Bangi;14/10;VIP, Borong',
  'Tan Wei Jie;0123456712;;02/03;',
  'Kak Ton;12ab;Kajang;;',
  'Nurul H;0123456711;Kajang;;vip;x',
].join('\r\n')
const MAPPING: ImportMapping = {
  fromRow: 2,
  columns: [
    { column: 0, as: 'name' },
    { column: 1, as: 'phone' },
    { column: 2, as: 'field', label: 'City' },
    { column: 3, as: 'field', label: 'Birthday' },
    { column: 4, as: 'tags' },
  ],
}

describe.each(journeyEngines)('importing with a mapping on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.stop())

  async function newClient() {
    const { token } = await app.newUser()
    const call = (method: string, path: string, body?: unknown) =>
      app.call(method, path, { token, ...(body !== undefined && { body }) })
    const group = (await call('POST', '/contact-groups', { groupName: 'G' })).body as ContactGroup
    return {
      call,
      columns: (file: Buffer<ArrayBuffer>) => {
        const body = new FormData()
        body.set('file', new Blob([file]), 'people.csv')
        return call('POST', '/contacts/upload/columns', body)
      },
      upload: (file: Buffer<ArrayBuffer>, mapping: object | null, fields: object = {}) => {
        const body = new FormData()
        body.set('groupId', group._id)
        if (mapping) body.set('mapping', JSON.stringify(mapping))
        for (const [name, value] of Object.entries(fields)) body.set(name, String(value))
        body.set('file', new Blob([file]), 'people.csv')
        return call('POST', '/contacts/upload', body)
      },
      contacts: async () =>
        ((await call('GET', '/contacts?sort=phoneNumber')).body as Contact[]).map(
          ({ name, phoneNumber, fields, tags }) => ({
            name,
            phoneNumber,
            fields,
            tags: tags?.map((tag) => tag.name),
          }),
        ),
    }
  }

  test('says what stands in the columns of a .csv file, and how it was read', async () => {
    const me = await newClient()
    const { status, body } = await me.columns(Buffer.from(CSV, 'latin1'))
    expect(status).toBe(200)
    const { columns, ...rest } = body as SheetColumns
    expect(rest).toMatchObject({
      rows: 4,
      fromRow: 2,
      phone: 1,
      name: 0,
      otherPhones: [],
      countryCode: null,
      csv: { encoding: 'utf-8', separator: ';' },
      text: { encoding: 'utf-8', unreadable: 0 },
    })
    expect(columns.slice(0, 3)).toEqual([
      {
        column: 0,
        heading: 'Nama Penuh',
        samples: ['Nurul Huda', 'Tan Wei Jie', 'Kak Ton'],
        filled: 4,
        phones: 0,
      },
      {
        column: 1,
        heading: 'No. Tel',
        samples: ['012-345 6711', '0123456712', '12ab'],
        filled: 4,
        phones: 3,
      },
      { column: 2, heading: 'Bandar', samples: ['Bangi', '', 'Kajang'], filled: 3, phones: 0 },
    ])
    expect(columns.map(({ heading }) => heading)).toHaveLength(6)
  })

  test('rows become people with their fields and tags; others are refused by number', async () => {
    const me = await newClient()
    const { body } = await me.upload(Buffer.from(CSV), MAPPING)
    expect(body).toMatchObject({
      added: 2,
      repeated: 1,
      refused: 1,
      errors: [{ row: 4, code: 'phone_number_invalid', name: 'Kak Ton', value: '12ab' }],
    })
    expect(await me.contacts()).toEqual([
      {
        name: 'Nurul H',
        phoneNumber: '60123456711',
        fields: { city: 'Kajang', birthday: '14/10' },
        tags: ['Borong', 'VIP'],
      },
      {
        name: 'Tan Wei Jie',
        phoneNumber: '60123456712',
        fields: { birthday: '02/03' },
        tags: undefined,
      },
    ])
  })

  test('known people keep names and what the file leaves empty; tags are added', async () => {
    const me = await newClient()
    await me.upload(Buffer.from(CSV), MAPPING)
    const again = 'x;0123456711;;15/10;Baru\r\ny;0123456712;Seremban;;'
    const result = (await me.upload(Buffer.from(again), { ...MAPPING, fromRow: 1 }))
      .body as ImportResult
    expect(result).toMatchObject({ added: 0, known: 2 })
    expect(await me.contacts()).toEqual([
      {
        name: 'Nurul H',
        phoneNumber: '60123456711',
        fields: { city: 'Kajang', birthday: '15/10' },
        tags: ['Baru', 'Borong', 'VIP'],
      },
      {
        name: 'Tan Wei Jie',
        phoneNumber: '60123456712',
        fields: { birthday: '02/03', city: 'Seremban' },
        tags: undefined,
      },
    ])
  })

  test('dates of a workbook are read as dates', async () => {
    const me = await newClient()
    const book = utils.book_new()
    const rows = [
      ['Name', 'Phone', 'Birthday', 'Member'],
      ['Ali', '0123456711', new Date(2001, 9, 14), true],
    ]
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows, { cellDates: true }))
    const file = write(book, { type: 'buffer' })
    expect(((await me.columns(file)).body as SheetColumns).columns[2]).toMatchObject({
      heading: 'Birthday',
      samples: ['2001-10-14'],
      phones: 0,
    })
    const columns = [
      { column: 1, as: 'phone' },
      { column: 2, as: 'field', label: 'Birthday' },
      { column: 3, as: 'field', label: 'Member' },
    ]
    await me.upload(file, { fromRow: 2, columns })
    expect(await me.contacts()).toMatchObject([
      { fields: { birthday: '2001-10-14', member: 'TRUE' } },
    ])
  })

  test('a row without a number takes that of the next column, with the code beside it', async () => {
    const me = await newClient()
    const rows = [
      'Nama;Kod Negara;Phone;Mobile',
      'Ali;62;;81234567890',
      'Abu;+60;03-2161 2345;-',
      'Mei;60;0321612346;0123456712',
      'Siti;60;;0123456713 / 0123456714',
    ]
    const file = Buffer.from(rows.join('\n'))
    const sheet = (await me.columns(file)).body as SheetColumns
    expect(sheet).toMatchObject({ name: 0, countryCode: 1, otherPhones: [2], phone: 3 })
    const columns = [
      { column: 0, as: 'name' },
      { column: 1, as: 'countryCode' },
      { column: 2, as: 'otherPhone' },
      { column: 3, as: 'phone' },
    ]
    expect((await me.upload(file, { fromRow: 2, columns })).body).toMatchObject({
      added: 3,
      errors: [{ row: 5, code: 'phone_numbers_two', name: 'Siti' }],
    })
    expect(await me.contacts()).toMatchObject([
      { name: 'Mei', phoneNumber: '60123456712' },
      { name: 'Abu', phoneNumber: '60321612345' },
      { name: 'Ali', phoneNumber: '6281234567890' },
    ])
  })

  test.each([
    ['two country codes', withCodes(), 400],
    ['no column of numbers', { fromRow: 1, columns: [{ column: 0, as: 'name' }] }, 400],
    ['nothing of a mapping', [], 400],
    ['a name that means something else', withField('name'), 400],
    ['a name that cannot stand in brackets', withField('[x]'), 400],
    ['rows below the last', { ...MAPPING, fromRow: 99 }, 422],
  ])('a mapping with %s is refused before anything is stored', async (_what, mapping, status) => {
    const me = await newClient()
    expect((await me.upload(Buffer.from(CSV), mapping)).status).toBe(status)
    expect(await me.contacts()).toEqual([])
  })

  test('without a mapping only Excel files are read, as before', async () => {
    const me = await newClient()
    expect(await me.upload(Buffer.from(CSV), null)).toMatchObject({
      status: 415,
      body: { code: 'not_excel' },
    })
  })

  test('more tags than are left are refused, and no field of the file is made', async () => {
    const me = await newClient()
    const rowOf = (n: number, tags: readonly string[]) => `012345${6000 + n};x;"${tags.join(',')}"`
    const twenty = (n: number) => Array.from({ length: 20 }, (_, tag) => `t${n * 20 + tag}`)
    const columns = [
      { column: 0, as: 'phone' },
      { column: 2, as: 'tags' },
    ]
    const full = Array.from({ length: 25 }, (_, n) => rowOf(n, twenty(n)))
    const first = await me.upload(Buffer.from(['a;b;c', ...full].join('\n')), {
      fromRow: 2,
      columns,
    })
    expect(first.body).toMatchObject({ added: 25 })
    const second = await me.upload(Buffer.from(`a;b;c\n${rowOf(99, ['one more'])}`), {
      fromRow: 2,
      columns: [...columns, { column: 1, as: 'field', label: 'City' }],
    })
    expect(second.body).toMatchObject({ code: 'contact_tags_too_many' })
    expect((await me.call('GET', '/contact-fields')).body).toEqual([])
  })

  test('more tags than an account may have are refused before anything is stored', async () => {
    const me = await newClient()
    const rows = Array.from({ length: 501 }, (_, n) => `${60123450000 + n};tag ${n}`)
    const columns = [
      { column: 0, as: 'phone' },
      { column: 1, as: 'tags' },
    ]
    expect(await me.upload(Buffer.from(rows.join('\n')), { fromRow: 1, columns })).toMatchObject({
      status: 409,
      body: { code: 'contact_tags_too_many' },
    })
    expect(await me.contacts()).toEqual([])
  })
})

function withField(label: string): ImportMapping {
  return {
    fromRow: 2,
    columns: [
      { column: 1, as: 'phone' },
      { column: 2, as: 'field', label },
    ],
  }
}

function withCodes(): ImportMapping {
  return {
    fromRow: 2,
    columns: [
      { column: 1, as: 'phone' },
      { column: 2, as: 'countryCode' },
      { column: 3, as: 'countryCode' },
    ],
  }
}
