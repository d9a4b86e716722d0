import { mkdir, mkdtemp, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeFolderId } from '../../platform/nodes/folder-id.ts'
import { createDiskMediaStore } from './disk-media-store.ts'

const NAME = `${'0a'.repeat(20)}.png`

describe('media on disk', () => {
  let root: string
  let source: string
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'kirim-disk-'))
    source = join(root, 'source')
    await writeFile(source, 'content')
  })
  afterEach(() => rm(root, { recursive: true, force: true }))
  const store = () => createDiskMediaStore(join(root, 'media'))

  test('keeps a copy under its name, and nothing else', async () => {
    await store().put(source, NAME)
    expect(await readdir(join(root, 'media'))).toEqual([NAME])
    expect(await readFile((await store().localPath(NAME)) ?? '', 'utf8')).toBe('content')
    expect(await readFile(source, 'utf8')).toBe('content')
    await store().remove(NAME)
    await store().remove(NAME)
    expect(await store().localPath(NAME)).toBeNull()
    expect(await readdir(join(root, 'media'))).toEqual([])
  })

  test('does not report an inaccessible file as missing', async () => {
    await symlink('media', join(root, 'media'))
    const away = { code: 'media_storage_away' }
    await expect(store().localPath(NAME)).rejects.toMatchObject(away)
  })

  test('refuses all calls while a shared folder is not mounted', async () => {
    const folder = join(root, 'media')
    const shared = createDiskMediaStore(folder, { isYoung: () => false, isShared: true })
    writeFolderId(folder, 'a folder')
    await shared.put(source, NAME)
    expect(await shared.localPath(NAME)).not.toBeNull()
    await rename(folder, join(root, 'elsewhere'))
    await mkdir(folder)
    const away = { code: 'media_storage_away' }
    await expect(shared.localPath(NAME)).rejects.toMatchObject(away)
    await expect(shared.put(source, NAME)).rejects.toMatchObject(away)
    await expect(shared.remove(NAME)).rejects.toMatchObject(away)
    expect(await readdir(folder)).toEqual([])
    await rm(folder, { recursive: true })
    await rename(join(root, 'elsewhere'), folder)
    await shared.remove(NAME)
    expect(await shared.localPath(NAME)).toBeNull()
  })

  test('leaves nothing behind when the source cannot be read', async () => {
    await expect(store().put(join(root, 'missing'), NAME)).rejects.toThrow('ENOENT')
    expect(await readdir(join(root, 'media'))).toEqual([])
  })

  test.each([
    '../source',
    '..',
    '',
    `../${NAME}`,
    `${NAME}/x`,
    `${NAME}.part`,
    'x.png',
    `${NAME}\0`,
  ])('knows nothing under the name %j', async (name) => {
    expect(await store().localPath(name)).toBeNull()
    await expect(store().put(source, name)).rejects.toThrow()
    await store().remove(name)
    expect(await readFile(source, 'utf8')).toBe('content')
  })
})
