import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
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
