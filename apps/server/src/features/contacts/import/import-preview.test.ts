import { type BookType, read, utils, type WorkSheet, write } from '@e965/xlsx'
import type { ImportMapping, ImportResult, SheetColumns } from '@kirim/contract/contact-import'
import type { Contact, ContactGroup } from '@kirim/contract/contacts'
import type { OptOutPage } from '@kirim/contract/opt-outs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../../testing/engines.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'

type Sheets = Record<string, WorkSheet | unknown[][]>

function workbook(sheets: Sheets, bookType: BookType = 'xlsx'): Buffer<ArrayBuffer> {
  const book = utils.book_new()
  for (const [name, sheet] of Object.entries(sheets)) {
    utils.book_append_sheet(book, Array.isArray(sheet) ? utils.aoa_to_sheet(sheet) : sheet, name)
  }
  return write(book, { type: 'buffer', bookType })
}

const NAME_AND_PHONE: ImportMapping = {
  fromRow: 2,
  columns: [
    { column: 0, as: 'name' },
    { column: 1, as: 'phone' },
  ],
}

describe.each(journeyEngines)('what an import says before it writes on %s', (engine) => {
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
    const form = (file: Buffer<ArrayBuffer>, fields: Record<string, object | string>) => {
      const body = new FormData()
      for (const [name, value] of Object.entries(fields)) {
        body.set(name, typeof value === 'string' ? value : JSON.stringify(value))
      }
      body.set('file', new Blob([file]), 'people.xlsx')
      return body
    }
    return {
      call,
      preview: async (file: Buffer<ArrayBuffer>, fields: Record<string, object> = {}) =>
        (await call('POST', '/contacts/upload/columns', form(file, fields))).body as SheetColumns,
      upload: async (file: Buffer<ArrayBuffer>, mapping: ImportMapping | null) => {
        const fields = { groupId: group._id, ...(mapping && { mapping }) }
        return (await call('POST', '/contacts/upload', form(file, fields))).body as ImportResult
      },
      refused: async (file: Buffer<ArrayBuffer>, mapping: ImportMapping) => {
        const answer = await fetch(`${app.url}/api/contacts/upload/refused`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}` },
          body: form(file, { mapping }),
        })
        const { Sheets } = read(await answer.arrayBuffer())
        return utils.sheet_to_json<string[]>(Sheets.Kirim ?? {}, { header: 1, defval: '' })
      },
      leaveAlone: (file: Buffer<ArrayBuffer>, fields: Record<string, object> = {}) =>
        call('POST', '/opt-outs/import', form(file, fields)),
      numbers: async () =>
        ((await call('GET', '/contacts?sort=phoneNumber')).body as Contact[]).map(
          ({ name, phoneNumber }) => [name, phoneNumber],
        ),
    }
  }

  test('how many of which countries, who is known, who asked to be left alone, who is refused', async () => {
    const me = await newClient()
    await me.call('POST', '/contacts', { name: 'Ali', phoneNumber: '0123456001' })
    await me.call('POST', '/opt-outs', { phoneNumber: '0123456002' })
    const file = workbook({
      People: [
        ['Name', 'Phone'],
        ['Ali', '0123456001'],
        ['Mei Ling', '012-345 6002'],
        ['Tan', '+65 9876 5432'],
        ['Tan again', '6598765432'],
        ['Nobody', '12ab'],
      ],
    })
    const { preview } = await me.preview(file)
    expect(preview).toEqual({
      people: 3,
      repeated: 1,
      refused: 1,
      errors: [expect.objectContaining({ row: 6, code: 'phone_number_invalid', name: 'Nobody' })],
      countries: [
        { country: 'MY', people: 2 },
        { country: 'SG', people: 1 },
      ],
      samples: [
        { name: 'Ali', phoneNumber: '60123456001' },
        { name: 'Mei Ling', phoneNumber: '60123456002' },
        { name: 'Tan again', phoneNumber: '6598765432' },
      ],
      known: 1,
      out: 1,
    })
    expect(await me.numbers()).toEqual([['Ali', '60123456001']])
  })

  test('by the columns that were chosen, and nothing while none has numbers', async () => {
    const me = await newClient()
    const file = workbook({
      A: [
        ['x', 'y'],
        ['Ali', 'Ipoh'],
        ['0123456001', 'Abu'],
      ],
    })
    expect((await me.preview(workbook({ A: [['x'], ['Ali']] }))).preview).toBeNull()
    const columns = [
      { column: 0, as: 'phone' },
      { column: 1, as: 'name' },
    ]
    const mapping = { fromRow: 2, columns }
    expect((await me.preview(file, { mapping })).preview).toMatchObject({
      people: 1,
      refused: 1,
      samples: [{ name: 'Abu', phoneNumber: '60123456001' }],
    })
  })

  const SHEETS: Sheets = {
    Guide: [['How to fill this in'], ['One person a row']],
    Members: [
      ['Name', 'Phone'],
      ['Ali', '0123456001'],
    ],
    Guests: [
      ['Name', 'Phone'],
      ['Abu', '0123456002'],
    ],
  }

  test('the first sheet with numbers is read, and another can be chosen', async () => {
    const me = await newClient()
    const file = workbook(SHEETS)
    expect(await me.preview(file)).toMatchObject({
      sheet: 1,
      sheets: [
        { index: 0, name: 'Guide', rows: 2, hasNumbers: false },
        { index: 1, name: 'Members', rows: 2, hasNumbers: true },
        { index: 2, name: 'Guests', rows: 2, hasNumbers: true },
      ],
    })
    const guests = await me.preview(file, { reading: { sheet: 2 } })
    expect(guests).toMatchObject({ sheet: 2, preview: { samples: [{ name: 'Abu' }] } })
    expect(await me.upload(file, { ...NAME_AND_PHONE, sheet: 2 })).toMatchObject({ added: 1 })
    expect(await me.upload(file, null)).toMatchObject({ added: 1 })
    expect(await me.numbers()).toEqual([
      ['Ali', '60123456001'],
      ['Abu', '60123456002'],
    ])
  })

  test('a sheet that is not there is refused', async () => {
    const me = await newClient()
    const answer = await me.upload(workbook(SHEETS), { ...NAME_AND_PHONE, sheet: 7 })
    expect(answer).toMatchObject({ code: 'spreadsheet_empty' })
  })

  function filtered(): Buffer<ArrayBuffer> {
    const sheet = utils.aoa_to_sheet([
      ['Name', 'Phone'],
      ['Ali', '0123456001'],
      ['Abu', '0123456002'],
    ])
    sheet['!rows'] = [{}, { hidden: true }]
    return workbook({ People: sheet })
  }

  test('hidden rows are counted, and left out unless they are asked for', async () => {
    const me = await newClient()
    expect(await me.preview(filtered())).toMatchObject({ hiddenRows: 1, preview: { people: 1 } })
    expect(await me.preview(filtered(), { reading: { hiddenRows: true } })).toMatchObject({
      hiddenRows: 1,
      preview: { people: 2 },
    })
    expect(await me.upload(filtered(), null)).toMatchObject({ added: 1, refused: 0 })
    expect(await me.upload(filtered(), { ...NAME_AND_PHONE, hiddenRows: true })).toMatchObject({
      added: 1,
      known: 1,
    })
  })

  test('whoever a filter hides in a list of opt-outs is left alone, too', async () => {
    const me = await newClient()
    expect((await me.leaveAlone(filtered())).body).toMatchObject({ added: 2 })
    const other = await newClient()
    const mapping = { ...NAME_AND_PHONE, hiddenRows: false }
    expect((await other.leaveAlone(filtered(), { mapping })).body).toMatchObject({ added: 1 })
  })

  const VCARDS = ['0123456001', '012-345 6002', 'ask Ali'].map((number) => `TEL:${number}`)

  test.each([
    [
      'a sheet',
      workbook({
        A: [
          ['Name', 'Phone', 'Phone 2'],
          ['Ali', '0123456001', '0123456002'],
          ['Abu', '0123456001', '0123456002'],
          ['Mei Ling', '0123456003', '12ab'],
          ['Nobody', '12ab', ''],
        ],
      }),
      { people: 3, repeated: 1, refused: 1 },
    ],
    [
      'a vCard',
      Buffer.from(['BEGIN:VCARD', 'FN:Ali', ...VCARDS, 'END:VCARD'].join('\n')),
      { people: 2, repeated: 0, refused: 0 },
    ],
  ])('whoever stands in %s of opt-outs is left alone on every number', async (_, file, counts) => {
    const me = await newClient()
    const { preview, ...found } = await me.preview(file, { reading: { everyNumber: true } })
    expect(preview).toMatchObject(counts)
    const mapping = {
      fromRow: found.fromRow,
      columns: [
        { column: found.phone, as: 'phone' },
        ...found.otherPhones.map((column) => ({ column, as: 'otherPhone' })),
      ],
    }
    const imported = { added: counts.people, known: 0, refused: counts.refused }
    expect((await me.leaveAlone(file, { mapping })).body).toMatchObject(imported)
    const again = { added: 0, known: counts.people, refused: counts.refused }
    expect((await me.leaveAlone(file)).body).toMatchObject(again)
    const { items } = (await me.call('GET', '/opt-outs')).body as OptOutPage
    const ali = items.filter(({ phoneNumber }) => /600[12]$/.test(phoneNumber ?? ''))
    expect(ali).toHaveLength(2)
  })

  test('a text is read in the encoding that was chosen', async () => {
    const me = await newClient()
    const big5 = Buffer.concat([
      Buffer.from('Name,Phone\n'),
      Buffer.from('b3afa470a9fa', 'hex'),
      Buffer.from(',0123456001\n'),
    ])
    expect((await me.preview(big5)).text).toEqual({ encoding: 'windows-1252', unreadable: 0 })
    const reading = { encoding: 'big5' } as const
    expect((await me.preview(big5, { reading })).preview?.samples[0]?.name).toBe('陳小明')
    await me.upload(big5, { ...NAME_AND_PHONE, ...reading })
    expect(await me.numbers()).toEqual([['陳小明', '60123456001']])
  })

  test.each<[BookType, string]>([
    ['ods', 'OpenDocument'],
    ['xlml', 'Excel in XML'],
    ['html', 'a web page'],
  ])('a file as .%s is imported in one step (%s)', async (kind) => {
    const me = await newClient()
    await me.upload(
      workbook(
        {
          A: [
            ['Name', 'Phone'],
            ['Ali', '0123456001'],
          ],
        },
        kind,
      ),
      null,
    )
    expect(await me.numbers()).toEqual([['Ali', '60123456001']])
  })

  test('vCards are imported in one step', async () => {
    const me = await newClient()
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ali\nTEL;TYPE=CELL:0123456001\nEND:VCARD\n'
    expect(await me.upload(Buffer.from(card), null)).toMatchObject({ added: 1 })
    expect(await me.numbers()).toEqual([['Ali', '60123456001']])
  })

  test('refused rows come as a file with the reasons, which can be mended and imported', async () => {
    const me = await newClient()
    const file = workbook({
      People: [
        ['Name', 'Phone', 'City'],
        ['Ali', '0123456001', 'Ipoh'],
        ['Abu', '12ab', 'Kajang'],
        ['=Siti', null, 'Bangi'],
      ],
    })
    const rows = await me.refused(file, NAME_AND_PHONE)
    expect(rows).toEqual([
      ['Name', 'Phone', 'City', 'Why it was refused'],
      ['Abu', '12ab', 'Kajang', 'This is not a valid phone number.'],
      ['=Siti', '', 'Bangi', 'There is no phone number in this row.'],
    ])
    const mended = rows.map((row, n) => (n > 0 ? row.with(1, `012345600${n + 1}`) : row))
    expect(await me.upload(workbook({ A: mended }), null)).toMatchObject({ added: 2, refused: 0 })
    expect(await me.numbers()).toEqual([
      ['Abu', '60123456002'],
      ['=Siti', '60123456003'],
    ])
  })
})
