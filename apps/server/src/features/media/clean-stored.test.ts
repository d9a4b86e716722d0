import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { until } from '@kirim/testing/until'
import sharp from 'sharp'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskMediaStore } from '../../adapters/media/disk-media-store.ts'
import { DomainError } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { createLog } from '../../platform/log.ts'
import { createWork } from '../../platform/nodes/work.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { createCleanStored } from './clean-stored.ts'
import { newFileName } from './file-name.ts'
import { createImages } from './images.ts'
import type { MediaStore } from './media.ports.ts'
import { createMediaRepository, type MediaRepository } from './media.repository.ts'

const SECRET = 'Jalan Rahsia 7'

const telling = () =>
  sharp({ create: { width: 40, height: 30, channels: 3, background: '#a33' } })
    .withExif({ IFD0: { Make: SECRET }, IFD3: { GPSLatitudeRef: 'N' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

describe.each(engines)('files of older versions on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let folder: string
  let bytesCounted = 0

  beforeEach(async () => {
    database = await freshDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'kirim-media-'))
    await mkdir(join(folder, 'media'))
    await mkdir(join(folder, 'tmp'))
    bytesCounted = 0
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const store = () => createDiskMediaStore(join(folder, 'media'))
  const counting = {
    change: async (_tx: unknown, _userId: string, by: number) => {
      bytesCounted += by
    },
  }
  async function keepAsBefore(userId: string, bytes: Buffer | null, type: string) {
    const fileName = newFileName(type === 'image/jpeg' ? 'jpg' : 'mp4')
    if (bytes) await writeFile(join(folder, 'media', fileName), bytes)
    const row = { id: newId(), user_id: userId, original_name: 'x', file_name: fileName }
    await database.db
      .insertInto('media')
      .values({
        ...row,
        file_type: type,
        file_size: bytes?.length ?? 5,
        in_library: 1,
        created_at: 0,
        cleaned: 0,
      })
      .execute()
    return fileName
  }
  const clock = createFakeClock()
  const cleaning = (media: MediaRepository, from: MediaStore) =>
    createCleanStored({
      media,
      store: from,
      images: createImages(),
      folder: join(folder, 'tmp'),
      work: createWork(null),
      clock,
      log: createLog('silent'),
    })
  /** Runs one complete pass and waits for its end. */
  async function passThrough() {
    const media = createMediaRepository(database.db, counting, [])
    const part = cleaning(media, store())
    await part.start()
    while (await media.findToClean()) await new Promise((next) => setImmediate(next))
    await part.stop()
  }

  test('have no location and camera after a start, and count with their new size', async () => {
    const userId = await newUser()
    const before = await telling()
    const name = await keepAsBefore(userId, before, 'image/jpeg')
    const broken = await keepAsBefore(userId, before.subarray(0, 200), 'image/jpeg')
    await keepAsBefore(userId, null, 'video/mp4')
    await passThrough()
    const rows = await database.db.selectFrom('media').selectAll().orderBy('id').execute()
    const kept = await readFile(join(folder, 'media', name))
    expect(kept.includes(SECRET)).toBe(false)
    expect(await sharp(kept).metadata()).toMatchObject({ orientation: 6, width: 40, height: 30 })
    expect(rows.map((row) => [row.cleaned, row.file_size])).toEqual([
      [1, kept.length],
      [1, 200],
      [1, 5],
    ])
    expect(bytesCounted).toBe(kept.length - before.length)
    expect((await readdir(join(folder, 'media'))).sort()).toEqual([name, broken].sort())
    expect(await readdir(join(folder, 'tmp'))).toEqual([])
  })

  test.each(['localPath', 'put'] as const)(
    'are cleaned a minute after their storage was away for %s',
    async (call) => {
      const name = await keepAsBefore(await newUser(), await telling(), 'image/jpeg')
      const media = createMediaRepository(database.db, counting, [])
      let refused = 0
      const away = async () => {
        refused += 1
        throw new DomainError('media_storage_away')
      }
      const here = store()
      const part = cleaning(media, {
        ...here,
        [call]: (...asked: [string, string]) => (refused > 0 ? here[call](...asked) : away()),
      })
      await part.start()
      await until('it waits', () => clock.nextTimer() !== null)
      expect(await media.findToClean()).toMatchObject({ fileName: name })
      expect(refused).toBe(1)
      clock.advance(60_000)
      await until('it is cleaned', async () => (await media.findToClean()) === null)
      await part.stop()
      expect((await readFile(join(folder, 'media', name))).includes(SECRET)).toBe(false)
      expect(clock.nextTimer()).toBeNull()
    },
  )

  async function newUser(): Promise<string> {
    const id = newId()
    await database.db
      .insertInto('users')
      .values({
        id,
        name: 'Aisyah',
        email: 'a@example.com',
        email_key: 'a@example.com',
        password_hash: '',
        role: 'user',
        membership_plan: 'Free',
        default_country: 'MY',
        created_at: 0,
      })
      .execute()
    return id
  }
})
