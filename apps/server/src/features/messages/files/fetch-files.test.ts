import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { createLog } from '../../../platform/log.ts'
import { engines, freshDatabase } from '../../../testing/engines.ts'
import { agingInbox, plainInbox } from '../../../testing/plain-inbox.ts'
import { seedDevice, seedUser } from '../../../testing/seed-user.ts'
import { createFileFetching, type FetchingDeps } from './fetch-files.ts'
import { FileForgotten } from './files.ports.ts'
import { createInboxFiles } from './inbox-files.repository.ts'

const bytes = Buffer.alloc(200_000, 'gambar')
const DAY_MS = 86_400_000
const file = {
  ...{ fileType: 'image/jpeg', fileName: '', fileSize: bytes.length, directPath: '/v/x' },
  ...{ mediaKey: 'a', fileEncSha256: '' },
  fileSha256: createHash('sha256').update(bytes).digest('base64'),
}

/** What a server that is killed comes to. */
const never = () => new Promise<never>(() => {})

describe.each(engines)('files that wait, on %s,', (engine) => {
  let db: Db
  let close: () => Promise<void>
  let deviceId: string
  let folder: string
  let released: string[]
  const clock = createFakeClock()
  beforeEach(async () => {
    ;({ db, close } = await freshDatabase(engine))
    deviceId = await seedDevice(db, await seedUser(db, 'user'))
    for (const id of ['F', 'P']) await keepMedia(id)
    folder = mkdtempSync(join(tmpdir(), 'kirim-files-'))
    released = []
  })
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true })
    await close()
  })

  const keepMedia = (id: string) =>
    db
      .insertInto('media')
      .values({
        ...{ id, user_id: 'user', original_name: 'x', file_name: id, file_type: 'image/jpeg' },
        ...{ file_size: 1, in_library: 0, created_at: 0, cleaned: 1, width: null, height: null },
        ...{ seconds: null, thumbnail: null },
      })
      .execute()

  /** A server with the device; more than one may believe to have it. */
  function server(given: Partial<FetchingDeps> = {}) {
    const settled: string[] = []
    const fetching = createFileFetching({
      files: createInboxFiles(db),
      network: {
        isOpen: () => true,
        download: async () => Readable.from([bytes.subarray(0, 9), bytes.subarray(9)]),
        askPhone: async () => null,
      },
      keepReceived: async () => ({ mediaId: 'F', previewId: 'P' }),
      releaseUnused: async (ids) => void released.push(...ids),
      admit: async () => {},
      folder,
      clock,
      log: createLog('silent'),
      onSettled: (_, { messageId }) => settled.push(messageId),
      ...given,
    })
    fetching.wake(deviceId)
    return { settled, ...fetching }
  }

  const network = (given: Partial<FetchingDeps['network']>): FetchingDeps['network'] => ({
    isOpen: () => true,
    download: async () => Readable.from([bytes]),
    askPhone: async () => null,
    ...given,
  })

  const hear = (change: object = {}, more: object = {}) =>
    plainInbox(db).keep(
      {
        ...{ deviceId, messageId: 'M', chatJid: '60131000001@s.whatsapp.net', chatLid: null },
        ...{ chat: 'individual', senderJid: '60131000001@s.whatsapp.net', username: null },
        ...{ senderNumber: '60131000001', senderName: 'Farah', kind: 'image', text: '' },
        ...{ fromMe: false, sentAt: 0, isQuiet: true, content: { file: { ...file, ...change } } },
        ...more,
      },
      clock.now(),
    )

  const row = () => db.selectFrom('inbox_files').selectAll().executeTakeFirst()
  const becomes = (state: string) =>
    until(`the file is ${state}`, async () => (await row())?.state === state)

  test('are fetched after a kill at any point, and kept once', async () => {
    await hear()
    for (const killed of [
      { network: network({ download: never }) },
      { keepReceived: never },
      { admit: never },
    ]) {
      server(killed)
    }
    const [first, second] = [server(), server()]
    await becomes('here')
    expect(await row()).toMatchObject({ media_id: 'F', preview_id: 'P' })
    await until('both are done', () => first.settled.length + second.settled.length > 0)
    expect([...first.settled, ...second.settled]).toEqual(['M'])
  })

  test('of groups wait where the number shows groups alone', async () => {
    const inGroup = { chat: 'group', chatJid: '120363000000000001@g.us' } as const
    await hear({}, inGroup)
    expect(await row()).toBeUndefined()
    await db
      .insertInto('chat_numbers')
      .values({ device_id: deviceId, history_days: 30, shows_groups: 1, marks_read: 0 })
      .execute()
    await hear({}, { ...inGroup, messageId: 'N' })
    expect(await row()).toMatchObject({ message_id: 'N', state: 'asked' })
  })

  test('whose message was erased meanwhile are erased', async () => {
    await hear()
    const forget = async () => {
      await db.deleteFrom('inbox_files').execute()
      return { mediaId: 'F', previewId: null }
    }
    server({ keepReceived: forget })
    await until('it is released', () => released.length > 0)
    expect(released).toEqual(['F'])
    await until('nothing is left behind', () => readdirSync(folder).length === 0)
  })

  test.each<[string, string, Partial<FetchingDeps>, object?]>([
    [
      'refused',
      'another hash',
      { network: network({ download: async () => Readable.from(['x']) }) },
    ],
    ['refused', 'another content', { keepReceived: async () => null }],
    [
      'away',
      'more bytes than it says',
      { network: network({ download: async () => Readable.from(endless()) }) },
    ],
    [
      'away',
      'no room in the quota',
      { keepReceived: () => Promise.reject(new DomainError('quota_media_bytes')) },
    ],
    [
      'gone',
      'been forgotten by network and phone',
      { network: network({ download: () => Promise.reject(new FileForgotten()) }) },
    ],
  ])('are %s that have %s', async (state, _what, given) => {
    await hear()
    server(given)
    await becomes(state)
    await until('nothing is left behind', () => readdirSync(folder).length === 0)
  })

  test('that the network has forgotten are asked of the phone', async () => {
    await hear()
    const download: FetchingDeps['network']['download'] = async (_, { directPath }) => {
      if (directPath !== '/v/again') throw new FileForgotten()
      return Readable.from([bytes])
    }
    server({ network: network({ download, askPhone: async () => '/v/again' }) })
    await becomes('here')
  })

  test('are tried again later when the line breaks, and given up in the end', async () => {
    await hear()
    const download = () => Promise.reject(new Error('the line is dead'))
    server({ network: network({ download }) })
    for (let tries = 1; tries < 10; tries += 1) {
      await until('it has been tried', async () => (await row())?.attempts === tries)
      clock.advance(DAY_MS)
    }
    await becomes('away')
  })

  test('are not asked for when they are large or old', async () => {
    await hear({ fileSize: 17 * 1024 * 1024 })
    expect(await row()).toBeUndefined()
  })

  test('go with their message', async () => {
    await hear()
    server()
    await becomes('here')
    const query = { before: Number.MAX_SAFE_INTEGER, now: 0, after: null, rows: 10 }
    const { mediaIds } = await db.transaction().execute((tx) => agingInbox.step(tx, query))
    expect([...mediaIds].sort()).toEqual(['F', 'P'])
    expect(await row()).toBeUndefined()
    expect(await db.selectFrom('inbox').select('content').executeTakeFirst()).toEqual({
      content: null,
    })
  })
})

async function* endless() {
  for (;;) yield Buffer.alloc(1024 * 1024)
}
