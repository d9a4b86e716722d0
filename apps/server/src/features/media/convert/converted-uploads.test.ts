import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { MediaFile } from '@kirim/contract/media'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../platform/database/database.ts'
import { startTestApp, type TestApp } from '../../../testing/test-app.ts'
import { readFilm } from './read-film.ts'
import { voiceSeconds } from './voice-seconds.ts'

const run = promisify(execFile)
const PICTURES = ['-f', 'lavfi', '-i', 'testsrc=d=0.5:s=64x48:r=10']
const SOUND = ['-f', 'lavfi', '-i', 'sine=d=1.4']
const H264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p']

let app: TestApp
let db: Db
let folder: string
let token: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kirim-convert-'))
  app = await startTestApp('SQLite', { env: { FFMPEG_PATH: '' } })
  db = app.openDatabase()
  token = (await app.newUser()).token
})
afterAll(async () => {
  await db?.destroy()
  await app?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** A file that ffmpeg makes of these. */
async function made(name: string, ...output: string[]): Promise<Buffer> {
  const path = join(folder, name)
  await run('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...output, path])
  return readFile(path)
}

const send = (content: Buffer, name: string) => {
  const body = new FormData()
  body.append('mediaFile', new File([new Uint8Array(content)], name))
  return app.call('POST', '/media', { token, body })
}

async function stored(content: Buffer, name: string) {
  const answer = await send(content, name)
  expect(answer).toMatchObject({ status: 201 })
  const file = MediaFile.parse(answer.body)
  const path = join(app.dataDir, 'media', file.fileName)
  const row = await db
    .selectFrom('media')
    .select(['width', 'height', 'seconds', 'thumbnail', 'is_looping'])
    .where('id', '=', file._id)
    .executeTakeFirstOrThrow()
  return { file, path, row, bytes: await readFile(path) }
}

test.each<[string, string, string[]]>([
  ['WebM', 'a.webm', [...PICTURES, ...SOUND, '-c:v', 'libvpx', '-c:a', 'libopus']],
  ['AVI', 'a.avi', [...PICTURES, ...SOUND, '-c:v', 'mpeg4', '-c:a', 'mp3']],
  ['QuickTime', 'a.mov', [...PICTURES, ...SOUND, ...H264, '-c:a', 'aac']],
  ['MPEG-4 with other codecs', 'a.mp4', [...PICTURES, ...SOUND, '-c:v', 'mpeg4', '-c:a', 'mp3']],
  [
    'colours of 10 bits',
    'b.mp4',
    [...PICTURES, ...SOUND, '-c:v', 'libx264', '-pix_fmt', 'yuv420p10le'],
  ],
])('converts %s to a playable MP4 with its facts', async (_, name, output) => {
  const { file, bytes, row } = await stored(await made(name, ...output), name)
  expect(file).toMatchObject({
    originalName: name,
    fileType: 'video/mp4',
    fileSize: bytes.length,
  })
  expect(file.fileName).toMatch(/\.mp4$/)
  expect(readFilm(bytes)).toMatchObject({
    picture: { isH264: true, width: 64, height: 48 },
    sound: 'aac',
    startsWithIndex: true,
  })
  expect(row).toMatchObject({ width: 64, height: 48, seconds: 1, is_looping: 0 })
  const thumbnail = await sharp(Buffer.from(row.thumbnail ?? '', 'base64')).metadata()
  expect(thumbnail).toMatchObject({ format: 'jpeg', width: 64, height: 48 })
  expect(await readdir(join(app.dataDir, 'tmp'))).toEqual([])
})

test('keeps a playable MP4 as it is, unless its index is at the end', async () => {
  const film = [...PICTURES, ...SOUND, ...H264, '-c:a', 'aac', '-fflags', '+bitexact']
  const late = await made('late.mp4', ...film)
  const early = await made('early.mp4', ...film, '-movflags', '+faststart')
  expect(readFilm(late).startsWithIndex).toBe(false)
  const kept = await stored(early, 'early.mp4')
  expect(kept.bytes.length).toBe(early.length)
  expect(kept.row).toMatchObject({ width: 64, height: 48, seconds: 1 })
  expect(kept.row.thumbnail).not.toBeNull()
  const sorted = readFilm((await stored(late, 'late.mp4')).bytes)
  expect(sorted).toMatchObject({ picture: { isH264: true }, sound: 'aac', startsWithIndex: true })
})

test('reports the size of a rotated video as shown', async () => {
  const film = await made('lying.mp4', ...PICTURES, ...H264, '-movflags', '+faststart')
  await run('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-i', join(folder, 'lying.mp4'), '-c', 'copy'],
    ...['-metadata:s:v', 'rotate=90', '-movflags', '+faststart', join(folder, 'upright.mp4')],
  ])
  expect(readFilm(film).picture).toMatchObject({ width: 64, height: 48 })
  const { row } = await stored(await readFile(join(folder, 'upright.mp4')), 'upright.mp4')
  expect(row).toMatchObject({ width: 48, height: 64 })
})

test('converts a GIF to a looping video without sound', async () => {
  const { file, bytes, row } = await stored(await made('a.gif', ...PICTURES), 'a.gif')
  expect(file).toMatchObject({ originalName: 'a.gif', fileType: 'video/mp4' })
  expect(readFilm(bytes)).toMatchObject({ picture: { isH264: true }, sound: 'none' })
  expect(row).toMatchObject({ width: 64, height: 48, is_looping: 1 })
})

test('accepts a GIF of one pixel', async () => {
  const point = 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
  expect((await send(Buffer.from(point, 'base64'), 'point.gif')).status).toBe(201)
})

test.each([
  ['MP3', 'a.mp3', []],
  ['M4A', 'a.m4a', ['-c:a', 'aac']],
  ['WAV', 'a.wav', []],
  ['FLAC', 'a.flac', []],
  ['Ogg Vorbis', 'a.ogg', ['-c:a', 'libvorbis']],
  ['AIFF', 'a.aiff', []],
  ['WebM of a browser', 'a.webm', ['-c:a', 'libopus']],
  ['Matroska sound', 'a.mka', ['-c:a', 'flac']],
  ['AVI without pictures', 'sound.avi', ['-c:a', 'mp3']],
  ['MPEG without pictures', 'sound.mpg', ['-c:a', 'mp2', '-f', 'mpeg']],
])('converts %s to a voice note with its duration', async (_, name, output) => {
  const { file, path, bytes, row } = await stored(await made(name, ...SOUND, ...output), name)
  expect(file).toMatchObject({ originalName: name, fileType: 'audio/ogg; codecs=opus' })
  expect(file.fileName).toMatch(/\.opus$/)
  // One channel.
  expect(bytes[bytes.indexOf('OpusHead') + 9]).toBe(1)
  expect(row).toMatchObject({ seconds: 1, width: null, thumbnail: null })
  expect(await voiceSeconds(path)).toBe(1)
})

test('refuses files that ffmpeg cannot read', async () => {
  const film = await made('whole.webm', ...PICTURES, '-c:v', 'libvpx')
  const noise = Buffer.concat([film.subarray(0, 300), Buffer.alloc(2000, 7)])
  expect(await send(noise, 'x.webm')).toMatchObject({
    status: 422,
    body: { code: 'media_unreadable' },
  })
  expect(await readdir(join(app.dataDir, 'tmp'))).toEqual([])
})
