import { utils, write } from '@e965/xlsx'
import type { Session } from '@kirim/contract/accounts'
import { ImportResult, type RowError } from '@kirim/contract/contact-import'
import { Contact, ContactGroup } from '@kirim/contract/contacts'
import type { ErrorCode } from '@kirim/contract/errors'
import { SPREADSHEET_MAX_BYTES } from '@kirim/contract/limits'
import type { ImportProgress } from '@kirim/contract/realtime'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { chunks } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createKeyedLock } from '../../../platform/lock.ts'
import { createLog } from '../../../platform/log.ts'
import { type Engine, journeyEngines } from '../../../testing/engines.ts'
import { silentRealtime } from '../../../testing/silent-realtime.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { openBrowser } from '../../../testing/test-browser.ts'
import { importContacts } from './import-contacts.ts'
import type { ReadSheet } from './sheet-thread.ts'

function workbook(rows: unknown[][]): Buffer<ArrayBuffer> {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows))
  return write(book, { type: 'buffer', compression: true })
}

function form(file: Buffer<ArrayBuffer> | null, groupId?: string, takeNames?: boolean): FormData {
  const body = new FormData()
  if (takeNames !== undefined) body.set('takeNames', String(takeNames))
  if (groupId !== undefined) body.set('groupId', groupId)
  if (file) body.set('file', new Blob([file]), 'people.xlsx')
  return body
}

const PEOPLE = [
  ['Name', 'Phone'],
  ['Ali', '0123456711'],
  ['Abu', 60123456712],
]

async function addGroup(app: TestApp, { token }: Session, groupName = 'Customers') {
  const { body } = await app.call('POST', '/contact-groups', { token, body: { groupName } })
  return ContactGroup.parse(body)._id
}

async function listContacts(app: TestApp, { token }: Session, path = '/contacts') {
  return z.array(Contact).parse((await app.call('GET', path, { token })).body)
}

async function groupCounts(app: TestApp, { token }: Session) {
  const { body } = await app.call('GET', '/contact-groups', { token })
  return z
    .array(ContactGroup)
    .parse(body)
    .map((group) => group.contactCount)
}

/** Many steps of storing: the longest file of all is read in `read-spreadsheet.test.ts`. */
const LARGE: Record<Engine, number> = { SQLite: 25_000, PostgreSQL: 10_000 }

describe.each(journeyEngines)('importing contacts on %s', (engine) => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp(engine)
  })
  afterAll(() => app.stop())

  const upload = (session: Session, body: FormData) =>
    app.call('POST', '/contacts/upload', { token: session.token, body })

  test('rows are added, merged and refused, and the answer says so', async () => {
    const me = await app.newUser()
    const group = await addGroup(app, me)
    for (const body of [
      { name: 'Known', phoneNumber: '0123456711' },
      { name: 'Wong Mei Ling', phoneNumber: '0123456714' },
    ]) {
      await app.call('POST', '/contacts', { token: me.token, body })
    }
    const rows = [
      ['Name', 'Phone'],
      ['', '0123456711'],
      ['Yusuf Chong', '0123456714'],
      ['Abu', 60123456712],
      ['Abu Bakar', '+60123456712'],
      ['', '012-345 6713'],
      ['Nobody', 'unknown'],
    ]
    const answer = await upload(me, form(workbook(rows), group))
    expect(answer).toMatchObject({
      status: 200,
      body: {
        message: '2 added, 2 known (names kept), 1 repeated, 1 refused.',
        added: 2,
        merged: 3,
        known: 2,
        repeated: 1,
        refused: 1,
        namesTaken: false,
        errors: [
          {
            row: 7,
            code: 'phone_number_invalid',
            reason: 'This is not a valid phone number.',
            name: 'Nobody',
            value: 'unknown',
          },
        ],
      },
    })
    const listed = await listContacts(app, me, `/contact-groups/${group}/contacts`)
    expect(listed.map(({ name, phoneNumber }) => [name, phoneNumber])).toEqual([
      ['60123456713', '60123456713'],
      ['Abu Bakar', '60123456712'],
      ['Wong Mei Ling', '60123456714'],
      ['Known', '60123456711'],
    ])
    expect(await groupCounts(app, me)).toEqual([4])
  })

  test('names of the file are taken when that is asked for, and where nobody gave one', async () => {
    const me = await app.newUser()
    const group = await addGroup(app, me)
    const names = async () => {
      const listed = await listContacts(app, me, '/contacts?sort=phoneNumber')
      return listed.map(({ name }) => name)
    }
    const sheet = (...people: [string, string][]) => workbook([['Name', 'Phone'], ...people])
    await upload(me, form(sheet(['Ali', '0123456711'], ['', '0123456712']), group))
    expect(await names()).toEqual(['Ali', '60123456712'])
    const kept = sheet(['Ali Baba', '0123456711'], ['Abu', '0123456712'])
    await upload(me, form(kept, group, false))
    expect(await names()).toEqual(['Ali', 'Abu'])
    const taken = sheet(['Ali Baba', '0123456711'], ['', '0123456712'])
    expect((await upload(me, form(taken, group, true))).body).toMatchObject({
      message: '0 added, 2 known (names overwritten).',
      namesTaken: true,
    })
    expect(await names()).toEqual(['Ali Baba', 'Abu'])
    const search = '/contacts?q=ali%20baba'
    expect(await listContacts(app, me, search)).toMatchObject([{ name: 'Ali Baba' }])
  })

  test('whoever has the longest of names is found by all of it, and by the number', async () => {
    const me = await app.newUser()
    const group = await addGroup(app, me)
    const korean = `${'한'.repeat(196)} 끝까지`
    const people = [
      [korean, '0123456711'],
      ['\ufdfa'.repeat(200), '0123456712'],
    ]
    await upload(me, form(workbook([['Name', 'Phone'], ...people]), group))
    const found = async (q: string) => {
      const listed = await listContacts(app, me, `/contacts?q=${encodeURIComponent(q)}`)
      return listed.map(({ phoneNumber }) => phoneNumber)
    }
    expect(await found('끝까지')).toEqual(['60123456711'])
    expect(await found(korean)).toEqual(['60123456711'])
    expect(await found('\ufdfa'.repeat(30))).toEqual(['60123456712'])
    expect(await found('012-345 6712')).toEqual(['60123456712'])
  })

  test('the same file again adds nobody', async () => {
    const me = await app.newUser()
    const group = await addGroup(app, me)
    const first = await upload(me, form(workbook(PEOPLE), group))
    expect(first.body).toMatchObject({ message: '2 added.', added: 2, merged: 0 })
    const again = await upload(me, form(workbook(PEOPLE), group))
    expect(again.body).toMatchObject({ message: '0 added, 2 known (names kept).', added: 0 })
    expect(await groupCounts(app, me)).toEqual([2])
  })

  test('numbers without a country code are of the owner’s country', async () => {
    const me = await app.newUser()
    const body = { name: me.name, defaultCountry: 'SG' }
    await app.call('PUT', '/users/profile', { token: me.token, body })
    const group = await addGroup(app, me)
    await upload(me, form(workbook([['Phone'], ['9876 5432']]), group))
    expect(await listContacts(app, me)).toMatchObject([{ phoneNumber: '6598765432' }])
  })

  test.each<[string, () => FormData, number, string, string]>([
    ['no file', () => form(null, 'x'), 400, 'no_file', 'No File Selected'],
    ['no group', () => form(workbook(PEOPLE)), 400, 'no_group', 'No Group Selected'],
    ['all groups', () => form(workbook(PEOPLE), 'All'), 400, 'no_group', 'No Group Selected'],
    [
      'an unknown group',
      () => form(workbook(PEOPLE), 'x'),
      404,
      'group_not_found',
      'Contact group not found.',
    ],
  ])('refuses %s', async (_what, body, status, code, message) => {
    const me = await app.newUser()
    expect(await upload(me, body())).toMatchObject({ status, body: { code, message } })
    expect(await listContacts(app, me)).toEqual([])
  })

  test('a file is judged by what it holds, not by its name', async () => {
    const me = await app.newUser()
    const group = await addGroup(app, me)
    const table = await upload(me, form(Buffer.from('Name,Phone\nAli,0123456711'), group))
    expect(table).toMatchObject({ status: 200, body: { added: 1 } })
    const answer = await upload(me, form(Buffer.from('Dear all,\nwelcome'), group))
    const message = 'Please select an Excel file (.xlsx or .xls)'
    expect(answer).toMatchObject({ status: 415, body: { code: 'not_excel', message } })
    const large = Buffer.alloc(SPREADSHEET_MAX_BYTES + 1)
    expect(await upload(me, form(large, group))).toMatchObject({ status: 413 })
  })

  test('somebody else’s group is not found', async () => {
    const owner = await app.newUser()
    const group = await addGroup(app, owner)
    const stranger = await app.newUser()
    expect((await upload(stranger, form(workbook(PEOPLE), group))).status).toBe(404)
    expect(await groupCounts(app, owner)).toEqual([0])
  })

  test('imports of the same numbers side by side neither double nor fail', async () => {
    const me = await app.newUser()
    const groups = [await addGroup(app, me, 'A'), await addGroup(app, me, 'B')]
    const numbers = Array.from({ length: 1500 }, (_, n) => [`Person ${n}`, 60120000000 + n])
    const files = [numbers, numbers.toReversed(), numbers.slice(500), numbers]
    const answers = await Promise.all(
      files.map((rows, n) => upload(me, form(workbook([['Name', 'HP'], ...rows]), groups[n % 2]))),
    )
    const results = answers.map((answer) => ImportResult.parse(answer.body))
    expect(results.reduce((sum, result) => sum + result.added, 0)).toBe(1500)
    expect(await listContacts(app, me)).toHaveLength(1500)
    expect(await groupCounts(app, me)).toEqual([1500, 1500])
  })

  test('a large file goes in while the server keeps answering', async () => {
    const people = LARGE[engine]
    const me = await app.newUser()
    const group = await addGroup(app, me)
    const rows = Array.from({ length: people }, (_, n) => [`Person ${n}`, 60120000000 + n])
    const file = workbook([['Name', 'HP'], ...rows])
    const browser = await openBrowser(app.url, me)
    const progress: ImportProgress[] = []
    const asked: Promise<void>[] = []
    browser.socket.on('import_progress', (event: ImportProgress) => {
      progress.push(event)
      asked.push(ask())
    })
    let changed = 0
    browser.socket.on('contacts_changed', () => changed++)

    let imported = false
    let answered = 0
    const ask = async () => {
      expect((await app.call('GET', '/health')).status).toBe(200)
      if (!imported) answered++
    }
    const uploading = upload(me, form(file, group)).finally(() => {
      imported = true
    })
    expect((await uploading).body).toEqual({
      message: `${people.toLocaleString('en')} added.`,
      errors: [],
      added: people,
      merged: 0,
      known: 0,
      repeated: 0,
      refused: 0,
      namesTaken: false,
    })
    await until('the browser is told', () => changed === 1)
    browser.close()
    await Promise.all(asked)
    expect(progress.at(-1)).toEqual({ done: people, total: people })
    expect(progress.length).toBeGreaterThan(2)
    // Requests made during a step were answered before the last step.
    expect(answered).toBeGreaterThan(progress.length / 2)
    expect(await groupCounts(app, me)).toEqual([people])
    expect(await listContacts(app, me, `/contact-groups/${group}/contacts`)).toHaveLength(people)
  })
})

describe('an import on its way', () => {
  const file = { path: 'unused', originalName: 'people.xlsx', claimedType: '', size: 1 }
  const people = Array.from({ length: 1000 }, (_, n) => ({
    name: '',
    phoneNumber: `${60120000000 + n}`,
  }))

  /** Imports into a list that refuses after `chunksStored` transactions. */
  function run(
    read: { errors: RowError[]; repeated: number },
    chunksStored: number,
    code: ErrorCode = 'group_not_found',
  ) {
    const refused = read.errors.length
    const batches = [...chunks(people, 250)].map((some) => ({
      ...{ count: some.length, rows: '[]', ids: '[]', tagged: [] },
    }))
    const sheet: ReadSheet<'people'> = {
      answer: { ...read, refused, passedOver: 0, found: people.length, tags: [] },
      ask: () => ({ take: async () => batches.shift() ?? null, end() {} }) as never,
    }
    const clock = createFakeClock()
    const events: unknown[][] = []
    let stored = 0
    const deps: Parameters<typeof importContacts>[0] = {
      clock,
      log: createLog('silent'),
      admitPlaces: async () => {},
      admitRoom: async () => {},
      reserve: async () => ({ change: async () => {}, release: async () => {} }),
      sheets: {
        withImport: (_user, _file, _mapping, use) => use(sheet),
      },
      lanes: 1,
      onImported() {},
      db: {
        transaction: () => ({ execute: async () => ({ keys: new Map(), tagIds: new Map() }) }),
      } as never,
      storeInTurn: createKeyedLock(),
      groups: { requireFilledByHand: async () => {} } as never,
      contacts: { countKnown: async () => 0, countInGroup: async () => 0 },
      importStore: {
        prepare: async () => {},
        merge: async (_owned, some) => {
          if (stored++ === chunksStored) throw new DomainError(code)
          clock.advance(60)
          return { stored: some.first.count, added: some.first.count }
        },
      },
      realtime: silentRealtime({ toWorkspace: (_user, ...event) => events.push(event) }),
    }
    return {
      events,
      result: importContacts(deps, 'user', file, {
        groupId: 'group',
        takeNames: false,
        mapping: null,
      }),
    }
  }

  test.each([
    ['group_not_found', 'import_interrupted'],
    ['storage_short', 'storage_short'],
    ['quota_group_places', 'quota_group_places'],
  ] as const)('that stops for %s says %s and how far it came', async (cause, code) => {
    const { events, result } = run({ errors: [], repeated: 0 }, 2, cause)
    await expect(result).rejects.toMatchObject({
      code,
      params: { done: 500, total: 1000 },
    })
    expect(events.at(-1)).toEqual(['contacts_changed'])
  })

  test('tells at most ten times a second, never backwards, and its end', async () => {
    const errors = [{ row: 2, code: 'x', reason: 'x', name: '', value: '' }]
    const { events, result } = run({ errors, repeated: 0 }, Number.POSITIVE_INFINITY)
    await result
    expect(events).toEqual([
      ['import_progress', { done: 1, total: 1001 }],
      ['import_progress', { done: 501, total: 1001 }],
      ['import_progress', { done: 1001, total: 1001 }],
      ['contacts_changed'],
    ])
  })

  test('counts every row once', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(50), fc.nat(50), async (refused, again) => {
        const refusal = { code: 'x', reason: 'x', name: '', value: '' }
        const errors = Array.from({ length: refused }, (_, n) => ({ ...refusal, row: n + 2 }))
        const answer = await run({ errors, repeated: again }, Number.POSITIVE_INFINITY).result
        expect(answer).toMatchObject({ added: people.length, merged: again, refused, errors })
      }),
      { numRuns: 20 },
    )
  })
})
