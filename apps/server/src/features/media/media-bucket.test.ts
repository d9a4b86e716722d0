import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { MediaFile } from '@kirim/contract/media'
import { createFakeClock } from '@kirim/testing/fake-clock'
import { type S3Server, startS3Server } from '@kirim/testing/s3-server'
import { until } from '@kirim/testing/until'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { isoVideo, picture } from './testing/samples.ts'

const AWAY = { status: 503, body: { code: 'media_storage_away' } }

let bucket: S3Server
let app: TestApp
let token: string
const clock = createFakeClock()
beforeAll(async () => {
  bucket = await startS3Server()
  app = await startTestApp('SQLite', { clock, env: { ...bucket.env, LOG_LEVEL: 'silent' } })
  ;({ token } = await app.newUser())
})
afterEach(() => {
  bucket.world.weather = () => 'fine'
})
afterAll(async () => {
  await app.stop()
  await bucket.stop()
})

function send(content: Buffer, name: string) {
  const body = new FormData()
  body.append('mediaFile', new File([new Uint8Array(content)], name))
  return app.call('POST', '/media', { token, body })
}
const upload = async (content: Buffer, name: string) =>
  (await send(content, name)).body as MediaFile
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers })

/** Lets the waits between tries pass. */
async function passing<T>(work: Promise<T>): Promise<T> {
  let isOver = false
  const over = () => {
    isOver = true
  }
  work.then(over, over)
  await until('it is answered', () => {
    if (!isOver) clock.advance(500)
    return isOver
  })
  return work
}

test('serves a file from the bucket like from the folder', async () => {
  const content = isoVideo('isom', 10_000)
  const file = await upload(content, 'clip.mp4')
  expect([...bucket.objects.keys()]).toEqual([file.fileName])
  expect(readdirSync(app.dataDir)).not.toContain('media')
  const whole = await get(file.filePath)
  expect(Object.fromEntries(whole.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'x-content-type-options': 'nosniff',
    'content-disposition': `inline; filename="${file.fileName}"`,
    'cache-control': 'private, max-age=31536000, immutable',
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
  })
  expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true)
  const part = await get(file.filePath, { range: 'bytes=100-199' })
  expect(part.status).toBe(206)
  expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true)
  expect((await get(file.filePath, { range: 'bytes=20000-' })).status).toBe(416)
  const head = await fetch(`${app.url}${file.filePath}`, { method: 'HEAD' })
  expect(head.headers.get('content-length')).toBe('10000')
})

test.each(['/uploads/x.png', `/uploads/${'0'.repeat(40)}.png`, '/uploads/..%2fkirim.db'])(
  '%s is not found',
  async (path) => {
    const answer = await get(path)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  },
)

test('never sends an unsupported file to the bucket', async () => {
  const before = bucket.objects.size
  expect((await send(Buffer.from('<html>'), 'x.png')).status).toBe(415)
  expect(bucket.objects.size).toBe(before)
})

test('refuses an upload with a reason while the bucket is unavailable', async () => {
  const file = await upload(await picture('png', 8), 'known.png')
  const listed = (await app.call('GET', '/media', { token })).body
  bucket.world.weather = () => 'unavailable'
  expect(await passing(send(await picture('png', 8), 'a.png'))).toMatchObject(AWAY)
  const answer = await passing(get(file.filePath))
  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject(AWAY.body)
  expect((await app.call('GET', '/media', { token })).body).toEqual(listed)
  expect(readdirSync(join(app.dataDir, 'tmp'))).toEqual([])
  bucket.world.weather = () => 'fine'
  expect((await get(file.filePath)).status).toBe(200)
})

test('erases a file deleted during an outage once the bucket is back', async () => {
  const file = await upload(await picture('png', 8), 'gone.png')
  bucket.world.weather = () => 'unavailable'
  const deleted = await passing(app.call('DELETE', `/media/${file._id}`, { token }))
  expect(deleted.status).toBe(200)
  expect([...bucket.objects.keys()]).toContain(file.fileName)
  bucket.world.weather = () => 'fine'
  await until('it is erased', () => {
    clock.advance(60_000)
    return !bucket.objects.has(file.fileName)
  })
  expect((await get(file.filePath)).status).toBe(404)
})

test('stops without waiting for the bucket', async () => {
  const other = await startTestApp('SQLite', { clock, env: { ...bucket.env, LOG_LEVEL: 'silent' } })
  const session = await other.newUser()
  const body = new FormData()
  body.append('mediaFile', new File([new Uint8Array(await picture('png', 8))], 'a.png'))
  const asked = other.call('POST', '/media', { token: session.token, body })
  const file = (await asked).body as MediaFile
  const silent = Promise.withResolvers<void>()
  bucket.world.weather = () => {
    silent.resolve()
    return 'silent'
  }
  const deleting = other.call('DELETE', `/media/${file._id}`, { token: session.token })
  await silent.promise
  const stopping = other.stop()
  // The clock stands still: no limit ends the wait for the bucket.
  expect((await deleting).status).toBe(200)
  await passing(stopping)
})
