import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createDiskMediaStore } from '../../adapters/media/disk-media-store.ts'
import type { Db } from '../../platform/database/database.ts'
import { newId } from '../../platform/ids.ts'
import { campaignRow } from '../../testing/campaign-row.ts'
import { engines, freshDatabase } from '../../testing/engines.ts'
import { mediaNeeds } from '../../testing/media-needs.ts'
import { seedUser } from '../../testing/seed-user.ts'
import { unbounded } from '../../testing/unbounded.ts'
import { createImages } from './images.ts'
import { createMediaRepository } from './media.repository.ts'
import { deleteFromLibrary, releaseUnused, sweepMedia } from './release-media.ts'
import { type StoreUploadDeps, storeUpload } from './store-upload.ts'
import { picture } from './testing/samples.ts'

describe.each(engines)('a file used by a campaign, on %s', (engine) => {
  let database: Awaited<ReturnType<typeof freshDatabase>>
  let folder: string
  let deps: StoreUploadDeps
  let owner: { workspaceId: string; campaignId: string }

  beforeEach(async () => {
    database = await freshDatabase(engine)
    folder = await mkdtemp(join(tmpdir(), 'kirim-media-'))
    deps = {
      media: createMediaRepository(database.db, unbounded, mediaNeeds),
      store: createDiskMediaStore(join(folder, 'media')),
      images: createImages(),
      converter: null,
      clock: createFakeClock(),
    }
    owner = await insertCampaign(database.db)
  })
  afterEach(async () => {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  })

  const files = () => readdir(join(folder, 'media'))
  const libraryOf = async (workspaceId: string) => {
    const files: unknown[] = []
    for await (const page of deps.media.list(workspaceId)) files.push(...page)
    return files
  }
  const add = async (inLibrary: boolean) => {
    const path = join(folder, newId())
    const content = await picture('png', 8)
    await writeFile(path, content)
    const file = { path, originalName: 'x.png', claimedType: '', size: content.length }
    return storeUpload(deps, owner.workspaceId, file, { inLibrary })
  }
  const attach = (mediaId: string) =>
    database.db
      .insertInto('campaign_media')
      .values({ campaign_id: owner.campaignId, position: 0, media_id: mediaId, uploaded: 0 })
      .execute()

  test('is erased with its workspace', async () => {
    const file = await add(true)
    await database.db.deleteFrom('workspaces').where('id', '=', owner.workspaceId).execute()
    expect(await deps.media.doomed(10)).toEqual([file.fileName])
  })

  test('survives deletion from the library until its campaign is deleted', async () => {
    const file = await add(true)
    await attach(file.id)
    await deleteFromLibrary(deps, owner.workspaceId, file.id)
    expect(await libraryOf(owner.workspaceId)).toEqual([])
    expect(await deps.media.find(owner.workspaceId, [file.id])).toEqual([file])
    expect(await files()).toEqual([file.fileName])

    await releaseUnused(deps, [file.id])
    expect(await files()).toEqual([file.fileName])

    await database.db.deleteFrom('campaigns').execute()
    await releaseUnused(deps, [file.id])
    expect(await deps.media.find(owner.workspaceId, [file.id])).toEqual([])
    expect(await files()).toEqual([])
  })

  test('a library file is not released with a campaign', async () => {
    const file = await add(true)
    await releaseUnused(deps, [file.id])
    expect(await libraryOf(owner.workspaceId)).toEqual([file])
    expect(await files()).toEqual([file.fileName])
  })

  test('is found in the given order, by its owner only', async () => {
    const [one, two] = [await add(false), await add(true)]
    expect(await deps.media.find(owner.workspaceId, [two.id, 'unknown', one.id])).toEqual([
      two,
      one,
    ])
    expect(await deps.media.find('somebody else', [one.id])).toEqual([])
    expect(await libraryOf(owner.workspaceId)).toEqual([two])
  })

  test('erases unused rows, files without a row and half-written files at a start', async () => {
    const [library, used, forgotten] = [await add(true), await add(false), await add(false)]
    await attach(used.id)
    const orphan = `${'ab'.repeat(20)}.png`
    await writeFile(join(folder, 'media', orphan), 'x')
    await writeFile(join(folder, 'media', `${'cd'.repeat(20)}.png.part`), 'x')
    await writeFile(join(folder, 'media', 'notes.txt'), 'x')
    await sweepMedia(deps)
    expect((await files()).sort()).toEqual([library.fileName, used.fileName, 'notes.txt'].sort())
    expect(await deps.media.find(owner.workspaceId, [forgotten.id])).toEqual([])
  })

  test('a start with an empty database erases no file', async () => {
    const file = await add(true)
    await database.db.deleteFrom('media').execute()
    await sweepMedia(deps)
    expect(await files()).toEqual([file.fileName])
  })

  test('a start without a folder works', async () => {
    await sweepMedia(deps)
  })
})

async function insertCampaign(db: Db): Promise<{ workspaceId: string; campaignId: string }> {
  const [workspaceId, deviceId, campaignId] = [newId(), newId(), newId()]
  await seedUser(db, workspaceId)
  await db
    .insertInto('devices')
    .values({
      id: deviceId,
      user_id: workspaceId,
      number: '60123456789',
      name: 'Phone',
      wanted: 1,
      logged_out: 0,
      removed: 0,
      linked_at: 0,
      lid: null,
      connected_at: null,
      last_sent_at: null,
    })
    .execute()
  await db
    .insertInto('campaigns')
    .values(campaignRow({ id: campaignId, user_id: workspaceId, device_id: deviceId }))
    .execute()
  return { workspaceId, campaignId }
}
