import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { type S3Server, type S3Weather, startS3Server } from '@kirim/testing/s3-server'
import { until } from '@kirim/testing/until'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createLog } from '../../platform/log.ts'
import { S3_BRIEF_LIMIT_MS, S3_LIMIT_MS } from './s3-calls.ts'
import { createS3MediaStore } from './s3-media-store.ts'

const DAY_MS = 86_400_000
const AWAY = { code: 'media_storage_away' }
const nameOf = (n: number) => `${String(n).padStart(2, '0').repeat(20)}.png`
const NAME = nameOf(1)

let server: S3Server
beforeAll(async () => {
  server = await startS3Server()
})
afterAll(() => server.stop())

let root: string
let source: string
let clock: ReturnType<typeof createFakeClock>
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'kirim-s3-'))
  source = join(root, 'source')
  await writeFile(source, 'content')
  clock = createFakeClock()
  server.world.now = () => new Date(clock.now())
})
afterEach(async () => {
  server.objects.clear()
  server.calls.length = 0
  server.world.weather = () => 'fine'
  server.world.leadsToItself = false
  await rm(root, { recursive: true, force: true })
})

function open(env: Record<string, string> = {}, copiesMaxBytes?: number, idleMs = 200) {
  const access = readConfig({ ...server.env, ...env }).mediaBucket
  if (!access) throw new Error('There is no bucket.')
  const folder = join(root, 'copies')
  const log = createLog('silent')
  const limits = copiesMaxBytes === undefined ? {} : { copiesMaxBytes }
  return createS3MediaStore({
    access,
    folder,
    youngMs: DAY_MS,
    typeOf: () => 'image/png',
    clock,
    log,
    idleMs,
    ...limits,
  })
}

/** The first calls meet this weather, the others none. */
function first(calls: number, weather: S3Weather): void {
  let met = 0
  server.world.weather = () => (++met > calls ? 'fine' : weather)
}

const copies = () => readdir(join(root, 'copies'))
const read = async (path: string | null) => path && (await readFile(path, 'utf8'))

test('stores a file under its name and reads it through one copy', async () => {
  const store = open()
  await store.put(source, NAME)
  expect([...server.objects.keys()]).toEqual([NAME])
  expect(server.objects.get(NAME)).toMatchObject({ type: 'image/png' })
  const asked = await Promise.all([store.localPath(NAME), store.localPath(NAME)])
  expect(await read(asked[0] ?? null)).toBe('content')
  expect(asked[1]).toBe(asked[0])
  expect(await store.localPath(NAME)).toBe(asked[0])
  expect(server.calls.filter((call) => call.startsWith('GET'))).toHaveLength(1)
  // Every node tells browsers the same time of it.
  expect((await stat(asked[0] ?? '')).mtimeMs).toBe(Math.floor(clock.now() / 1000) * 1000)
  expect(await copies()).toEqual([NAME])
  await store.remove(NAME)
  await store.remove(NAME)
  expect(await store.localPath(NAME)).toBeNull()
  expect(await copies()).toEqual([])
})

test('passes a large file on in parts', async () => {
  const large = Buffer.alloc(11 * 1024 * 1024, 'x')
  await writeFile(source, large)
  // A slow machine may take longer to read it.
  const store = open({}, undefined, 60_000)
  await store.put(source, NAME)
  const path = await store.localPath(NAME)
  expect(path !== null && large.equals(await readFile(path))).toBe(true)
})

test('notices within a minute what another node deletes or replaces', async () => {
  const store = open()
  await store.put(source, NAME)
  const path = await store.localPath(NAME)
  clock.advance(61_000)
  expect(await store.localPath(NAME)).toBe(path)
  await writeFile(source, 'another')
  await open().put(source, NAME)
  clock.advance(61_000)
  expect(await read(await store.localPath(NAME))).toBe('another')
  server.objects.delete(NAME)
  expect(await store.localPath(NAME)).toBe(path)
  clock.advance(61_000)
  expect(await store.localPath(NAME)).toBeNull()
})

test.each(['../source', '', `../${NAME}`, `${NAME}/x`, 'x.png', `${NAME}\0`])(
  'nothing is asked for under the name %j',
  async (name) => {
    const store = open()
    expect(await store.localPath(name)).toBeNull()
    await expect(store.put(source, name)).rejects.toThrow()
    await store.remove(name)
    expect(server.calls).toEqual([])
  },
)

test.each(['unavailable', 'silent'] as const)(
  'reads a file after two tries that are answered by %j',
  async (weather) => {
    const store = open()
    await store.put(source, NAME)
    first(2, weather)
    expect(await read(await store.localPath(NAME))).toBe('content')
    expect(await copies()).toEqual([NAME])
  },
)

test.each(['unavailable', 'silent'] as const)(
  'stores a file after two tries that are answered by %j',
  async (weather) => {
    first(2, weather)
    await open().put(source, NAME)
    expect(server.objects.get(NAME)?.content.toString()).toBe('content')
  },
)

test('reports an unavailable storage, not a missing file, and leaves no partial copy', async () => {
  const store = open()
  await store.put(source, NAME)
  server.world.weather = () => 'cut'
  await expect(store.localPath(NAME)).rejects.toMatchObject(AWAY)
  expect(await copies()).toEqual([])
  server.world.weather = () => 'unchanged'
  await expect(store.localPath(NAME)).rejects.toMatchObject(AWAY)
  server.world.weather = () => 'unavailable'
  await expect(store.put(source, nameOf(2))).rejects.toMatchObject(AWAY)
  await expect(store.remove(NAME)).rejects.toMatchObject(AWAY)
  expect([...server.objects.keys()]).toEqual([NAME])
})

test('uses a copy while the storage is unavailable', async () => {
  const store = open()
  await store.put(source, NAME)
  const path = await store.localPath(NAME)
  server.world.weather = () => 'unavailable'
  clock.advance(61_000)
  expect(await store.localPath(NAME)).toBe(path)
})

test.each([
  ['an upload', S3_LIMIT_MS, () => open().put(source, NAME)],
  ['a deletion', S3_BRIEF_LIMIT_MS, () => open().remove(NAME)],
] as const)('%s fails after its limit', async (_what, limitMs, act) => {
  server.world.weather = () => 'silent'
  const call = act()
  await until('it is called', () => server.calls.length > 0)
  clock.advance(limitMs)
  await expect(call).rejects.toMatchObject(AWAY)
})

test('accepts a file of unknown length when its MD5 matches', async () => {
  const store = open()
  await store.put(source, NAME)
  await store.put(source, nameOf(2))
  const { md5: _, ...untold } = server.objects.get(nameOf(2)) ?? expect.fail()
  server.objects.set(nameOf(2), untold)
  server.world.weather = () => 'chunked'
  expect(await read(await store.localPath(NAME))).toBe('content')
  await expect(store.localPath(nameOf(2))).rejects.toMatchObject(AWAY)
})

test('frees the connection when an HTML page comes in place of a file', async () => {
  const store = open()
  await store.put(source, nameOf(8))
  server.world.weather = () => 'page'
  for (let n = 1; n <= 7; n += 1) {
    await expect(store.localPath(nameOf(n))).rejects.toMatchObject(AWAY)
  }
  server.world.weather = () => 'fine'
  expect(await read(await store.localPath(nameOf(8)))).toBe('content')
})

test('uses a copy at once after the storage was silent', async () => {
  const store = open()
  await store.put(source, NAME)
  const path = await store.localPath(NAME)
  clock.advance(61_000)
  server.world.weather = () => 'silent'
  expect(await store.localPath(NAME)).toBe(path)
  const calls = server.calls.length
  expect(await store.localPath(NAME)).toBe(path)
  expect(server.calls).toHaveLength(calls)
})

test('stops at a list that refers to itself', async () => {
  const store = open()
  for (let n = 1; n <= 4; n += 1) await store.put(source, nameOf(n))
  server.world.leadsToItself = true
  expect(await store.keepOnly(async (names) => new Set(names))).toBe(0)
})

test.each([
  [{ MEDIA_S3_SECRET_ACCESS_KEY: 'another' }],
  [{ MEDIA_S3_ACCESS_KEY_ID: 'another' }],
  [{ MEDIA_S3_REGION: 'us-east-1' }],
  [{ MEDIA_S3_BUCKET: 'another-bucket' }],
])('with %j, stores nothing and reports no file as missing', async (env) => {
  await open().put(source, NAME)
  const store = open(env)
  await expect(store.put(source, nameOf(2))).rejects.toMatchObject(AWAY)
  await expect(store.localPath(NAME)).rejects.toMatchObject(AWAY)
  expect([...server.objects.keys()]).toEqual([NAME])
})

test('evicts the oldest copies above the limit', async () => {
  const store = open({}, 20)
  for (let n = 1; n <= 5; n += 1) await store.put(source, nameOf(n))
  await store.localPath(nameOf(1))
  clock.advance(11 * 60_000)
  await store.localPath(nameOf(2))
  await store.localPath(nameOf(3))
  expect((await copies()).sort()).toEqual([nameOf(2), nameOf(3)])
  // These may still be opened, so there are more than usual, but never twice as many.
  for (let n = 4; n <= 5; n += 1) await store.localPath(nameOf(n))
  await store.put(source, nameOf(6))
  await store.localPath(nameOf(6))
  expect((await copies()).sort()).toEqual([2, 3, 4, 5, 6].map(nameOf))
  await store.put(source, nameOf(7))
  await store.localPath(nameOf(7))
  expect((await copies()).sort()).toEqual([3, 4, 5, 6, 7].map(nameOf))
})

test('removes files without a row, page by page, except young and foreign ones', async () => {
  const store = open()
  for (let n = 1; n <= 7; n += 1) await store.put(source, nameOf(n))
  server.objects.set('notes.txt', { content: Buffer.from('x'), type: '', modifiedAt: new Date(0) })
  clock.advance(2 * DAY_MS)
  await store.put(source, nameOf(8))
  const rows = new Set([nameOf(2), nameOf(5)])
  const known = async (names: string[]) => new Set(names.filter((name) => rows.has(name)))
  expect(await store.keepOnly(async () => new Set())).toBe(0)
  expect(await store.keepOnly(known)).toBe(5)
  expect([...server.objects.keys()].sort()).toEqual(
    [nameOf(2), nameOf(5), nameOf(8), 'notes.txt'].sort(),
  )
})
