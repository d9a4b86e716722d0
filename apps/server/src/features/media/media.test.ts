import { deflateRawSync } from 'node:zlib'
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { MediaFile } from '@kirim/contract/media'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { journeyEngines } from '../../testing/engines.ts'
import { pdf, voiceNote } from '../../testing/media-files.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { bitmap, isoVideo, m4a, mp3, office, picture, webm, zip } from './testing/samples.ts'

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const WORD = `${OFFICE}.wordprocessingml.document`
const SHEET = `${OFFICE}.spreadsheetml.sheet`
const SLIDES = `${OFFICE}.presentationml.presentation`
const ODT = 'application/vnd.oasis.opendocument.text'
const MACROS = 'application/vnd.ms-word.document.macroEnabled.main+xml'

describe.each(journeyEngines)('media on %s', (engine) => {
  let app: TestApp
  let token: string

  beforeAll(async () => {
    app = await startTestApp(engine)
    token = (await app.newUser()).token
  })
  afterAll(() => app.stop())

  const send = (content: Buffer, name: string, as = token, field = 'mediaFile') => {
    const body = new FormData()
    body.append(field, new File([new Uint8Array(content)], name, { type: 'image/png' }))
    return app.call('POST', '/media', { token: as, body })
  }
  const upload = async (content: Buffer, name: string, as = token) =>
    MediaFile.parse((await send(content, name, as)).body)
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${app.url}${path}`, { headers })

  test.each([
    ['jpeg', () => picture('jpeg'), 'image/jpeg', 'jpg'],
    ['png', () => picture('png'), 'image/png', 'png'],
    ['gif', () => picture('gif'), 'image/gif', 'gif'],
    ['mp4', async () => isoVideo('isom'), 'video/mp4', 'mp4'],
    ['3gp', async () => isoVideo('3gp5'), 'video/3gpp', '3gp'],
    ['a voice note', async () => voiceNote(), 'audio/ogg; codecs=opus', 'opus'],
    ['mp3', async () => mp3(), 'audio/mpeg', 'mp3'],
    ['PDF', async () => pdf(), 'application/pdf', 'pdf'],
    [
      'PDF with bytes behind its end',
      async () => Buffer.concat([pdf(), Buffer.alloc(2000)]),
      'application/pdf',
      'pdf',
    ],
    [
      'PDF behind a line break',
      async () => Buffer.concat([Buffer.from('\r\n'), pdf()]),
      'application/pdf',
      'pdf',
    ],
    [
      'PDF behind a byte order mark',
      async () => Buffer.concat([Buffer.from('\ufeff'), pdf()]),
      'application/pdf',
      'pdf',
    ],
    ['docx', async () => office('word/document', `${WORD}.main+xml`), WORD, 'docx'],
    ['xlsx', async () => office('xl/workbook', `${SHEET}.main+xml`), SHEET, 'xlsx'],
    ['pptx', async () => office('ppt/presentation', `${SLIDES}.main+xml`), SLIDES, 'pptx'],
    ['odt', async () => zip({ mimetype: ODT, 'content.xml': '<x/>' }), ODT, 'odt'],
    [
      'odt with lists of macros, and none in them',
      async () =>
        zip({ mimetype: ODT, 'Basic/script-lc.xml': '', 'Basic/Standard/script-lb.xml': '' }),
      ODT,
      'odt',
    ],
  ])(
    'stores %s unchanged, whatever its name and claimed type',
    async (_, make, type, extension) => {
      const content = await make()
      const answer = await send(content, 'anything.txt')
      expect(answer.status).toBe(201)
      const file = MediaFile.parse(answer.body)
      expect(file).toMatchObject({ originalName: 'anything.txt', fileType: type })
      expect(file.fileName).toMatch(new RegExp(`^[0-9a-f]{40}\\.${extension}$`))
      expect(file.filePath).toBe(`/uploads/${file.fileName}`)
      expect(file.fileSize).toBe(content.length)
      const served = await get(file.filePath)
      expect(served.headers.get('content-type')).toBe(type)
      expect(Buffer.from(await served.arrayBuffer()).equals(content)).toBe(true)
    },
  )

  test('stores a photo upright, without location and camera', async () => {
    const photo = await sharp(await picture('jpeg'))
      .resize(120, 80)
      .withExif({ IFD0: { Make: 'Jalan Rahsia 7' }, IFD3: { GPSLatitudeRef: 'N' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('Jalan Rahsia 7')).toBe(true)
    const file = await upload(photo, 'photo.jpg')
    const bytes = Buffer.from(await (await get(file.filePath)).arrayBuffer())
    expect(bytes.length).toBe(file.fileSize)
    expect(bytes.includes('Jalan Rahsia 7')).toBe(false)
    const { exif, orientation, width, height } = await sharp(bytes).metadata()
    expect({ exif, orientation, width, height }).toEqual({
      ...{ exif: undefined, orientation: undefined, width: 80, height: 120 },
    })
  })

  test('removes the location from audio, and serves documents as downloads', async () => {
    const sound = m4a()
    const file = await upload(sound, 'lagu.m4a')
    expect(file).toMatchObject({ fileType: 'audio/mp4', fileSize: sound.length })
    const heard = await get(file.filePath)
    expect(heard.headers.get('content-disposition')).toMatch(/^inline/)
    expect(Buffer.from(await heard.arrayBuffer()).includes('101.6869')).toBe(false)
    const served = await get((await upload(pdf(), 'menu.pdf')).filePath)
    expect(served.headers.get('content-disposition')).toMatch(/^attachment/)
    expect(served.headers.get('x-content-type-options')).toBe('nosniff')
    expect(served.headers.get('content-security-policy')).toContain('sandbox')
  })

  test('treats an MP4 without video as audio', async () => {
    const file = await upload(m4a('isom'), 'lagu.mp4')
    expect(file).toMatchObject({ fileType: 'audio/mp4', originalName: 'lagu.mp4' })
  })

  test('checks an archive of gigabytes without unpacking it', async () => {
    const bomb = deflateRawSync(Buffer.alloc(200 * 1024 * 1024), { level: 9 })
    const file = zip({ '[Content_Types].xml': bomb, 'word/document.xml': bomb })
    // Both entries say that they are compressed.
    for (const [at, method] of [
      [file.indexOf('PK\x03\x04') + 8, 8],
      [file.lastIndexOf('PK\x03\x04') + 8, 8],
    ] as const) {
      file.writeUInt16LE(method, at)
    }
    const before = process.memoryUsage().rss
    expect(await send(file, 'x.docx')).toMatchObject({ status: 415 })
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024)
  })

  test.each(['avif', 'tiff', 'webp'] as const)('%s becomes a JPEG', async (format) => {
    const file = await upload(await picture(format), `photo.${format}`)
    expect(file).toMatchObject({ fileType: 'image/jpeg', originalName: `photo.${format}` })
    const bytes = Buffer.from(await (await get(file.filePath)).arrayBuffer())
    expect(bytes.length).toBe(file.fileSize)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 120, height: 120 })
  })

  const page = Buffer.from('<!doctype html><script>alert(1)</script>')
  const drawing = Buffer.from('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')
  const halfOf = async (format: 'jpeg' | 'png' | 'webp') => {
    const whole = await picture(format)
    return whole.subarray(0, whole.length / 2)
  }
  const bomb = () =>
    sharp({ create: { width: 9500, height: 9500, channels: 3, background: '#000' } })
      .png({ compressionLevel: 9 })
      .toBuffer()
  test.each([
    ['a page called .png', async () => page, 415, 'media_wrong_type'],
    ['an SVG', async () => drawing, 415, 'media_wrong_type'],
    ['an SVG without a declaration', async () => drawing.subarray(21), 415, 'media_wrong_type'],
    ['a PDF cut off', async () => Buffer.from('%PDF-1.7\n%âãÏÓ\n'), 415, 'media_wrong_type'],
    ['MPEG-4 for sound without any', async () => isoVideo('M4A '), 415, 'media_wrong_type'],
    [
      'a document cut off',
      async () => office('word/document', `${WORD}.main+xml`).subarray(0, -30),
      415,
      'media_wrong_type',
    ],
    [
      'a document with macros',
      async () => office('word/document', MACROS),
      415,
      'media_wrong_type',
    ],
    [
      'an archive',
      async () => zip({ 'a.html': '<script>alert(1)</script>' }),
      415,
      'media_wrong_type',
    ],
    [
      'an archive that says it is one',
      async () => zip({ mimetype: 'application/zip' }),
      415,
      'media_wrong_type',
    ],
    ['words', async () => Buffer.from('name,number\nSiti,60123456789\n'), 415, 'media_wrong_type'],
    ['a video cut off', async () => isoVideo('isom').subarray(0, -1), 422, 'media_unreadable'],
    ['QuickTime', async () => isoVideo('qt  '), 415, 'media_needs_ffmpeg'],
    ['WebM', async () => webm(), 415, 'media_needs_ffmpeg'],
    ['H.265', async () => isoVideo('isom', 4096, 'hvc1'), 415, 'media_needs_ffmpeg'],
    [
      'WAV',
      async () => Buffer.from(`RIFF${'x'.repeat(4)}WAVEfmt `),
      415,
      'media_sound_needs_ffmpeg',
    ],
    ['FLAC', async () => Buffer.from(`fLaC${'x'.repeat(40)}`), 415, 'media_sound_needs_ffmpeg'],
    ['an empty file', async () => Buffer.alloc(0), 415, 'media_wrong_type'],
    ['an image nobody can show', async () => bitmap(), 415, 'media_unsupported'],
    ['half a JPEG', () => halfOf('jpeg'), 422, 'media_unreadable'],
    ['half a PNG', () => halfOf('png'), 422, 'media_unreadable'],
    ['half a WebP', () => halfOf('webp'), 422, 'media_unreadable'],
    ['a page with a PDF in it', async () => Buffer.concat([page, pdf()]), 415, 'media_wrong_type'],
    ['a picture of 90 megapixels in a small file', bomb, 422, 'media_too_many_pixels'],
    [
      'one byte too many',
      async () => isoVideo('isom', MEDIA_MAX_BYTES + 1),
      413,
      'media_too_large',
    ],
    ['far too much', async () => isoVideo('isom', 25 * 1024 * 1024), 413, 'media_too_large'],
  ])('refuses %s', async (_, make, status, code) => {
    const before = (await app.call('GET', '/media', { token })).body
    expect(await send(await make(), 'x.png')).toMatchObject({ status, body: { code } })
    expect((await app.call('GET', '/media', { token })).body).toEqual(before)
  })

  test.each(['Basic/Standard/Module1.xml', 'Scripts/python/a.py', 'Object 1/Basic/Lib/M.xml'])(
    'refuses an OpenDocument text with %s',
    async (part) => {
      const answer = await send(zip({ mimetype: ODT, 'content.xml': '<x/>', [part]: 'x' }), 'x.odt')
      expect(answer).toMatchObject({ status: 415, body: { code: 'media_wrong_type' } })
    },
  )

  test("refuses in the specification's words", async () => {
    const message = async (body: FormData) =>
      (await app.call('POST', '/media', { token, body })).body
    const form = (content: Buffer) => {
      const body = new FormData()
      body.append('mediaFile', new File([new Uint8Array(content)], 'x.png'))
      return body
    }
    expect(await message(form(page))).toMatchObject({
      message: 'Only image or video files are allowed.',
    })
    expect(await message(form(isoVideo('isom', MEDIA_MAX_BYTES + 1)))).toMatchObject({
      message: 'File size exceeds the 10MB limit.',
    })
    expect(await message(new FormData())).toMatchObject({
      message: 'Please select a file to upload.',
    })
  })

  test('takes exactly 10 MB [9.media.size]', async () => {
    expect((await send(isoVideo('isom', MEDIA_MAX_BYTES), 'full.mp4')).status).toBe(201)
  })

  test('ignores a file in another field', async () => {
    expect(await send(await picture('png'), 'x.png', token, 'other')).toMatchObject({
      status: 400,
      body: { code: 'media_missing' },
    })
  })

  test.each([
    ['gambar ☕.png', 'gambar ☕.png'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\a\\photo.jpg', 'photo.jpg'],
    [`${'é'.repeat(300)}.png`, 'é'.repeat(200)],
  ])('keeps the name %s as %s', async (name, kept) => {
    expect((await upload(await picture('png', 8), name)).originalName).toBe(kept)
  })

  test('lists the newest files first, to their owner only', async () => {
    const [mine, other] = [(await app.newUser()).token, (await app.newUser()).token]
    const first = await upload(await picture('png', 8), 'first.png', mine)
    const second = await upload(await picture('png', 8), 'second.png', mine)
    expect((await app.call('GET', '/media', { token: mine })).body).toEqual([second, first])
    expect((await app.call('GET', '/media', { token: other })).body).toEqual([])
    const refused = await app.call('DELETE', `/media/${first._id}`, { token: other })
    expect(refused).toMatchObject({ status: 404, body: { code: 'media_not_found' } })
    expect((await get(first.filePath)).status).toBe(200)
  })

  test('removes a deleted file from the list and its address', async () => {
    const file = await upload(await picture('png'), 'gone.png')
    expect((await app.call('DELETE', `/media/${file._id}`, { token })).status).toBe(200)
    expect((await app.call('DELETE', `/media/${file._id}`, { token })).status).toBe(404)
    const answer = await get(file.filePath)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  })

  test('every call needs a sign-in', async () => {
    const body = new FormData()
    body.append('mediaFile', new File([new Uint8Array(8)], 'x.png'))
    expect((await app.call('POST', '/media', { body })).status).toBe(401)
    expect((await app.call('GET', '/media')).status).toBe(401)
  })

  describe('a served file', () => {
    let file: MediaFile
    const content = isoVideo('isom', 10_000)
    beforeAll(async () => {
      file = await upload(content, 'clip.mp4')
    })

    test('can be embedded by another host, cached for long, and cannot run scripts', async () => {
      const { headers } = await get(file.filePath)
      expect(Object.fromEntries(headers)).toMatchObject({
        'content-type': 'video/mp4',
        'x-content-type-options': 'nosniff',
        'content-disposition': `inline; filename="${file.fileName}"`,
        'cache-control': 'private, max-age=31536000, immutable',
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
      })
      const policy = headers.get('content-security-policy') ?? ''
      expect(policy).toContain("default-src 'none'")
      expect(policy.split(';')).toContain('sandbox')
      expect(policy).not.toContain('script-src')
    })

    test('supports ranges, so that a video can be seeked', async () => {
      const part = await get(file.filePath, { range: 'bytes=100-199' })
      expect(part.status).toBe(206)
      expect(part.headers.get('content-range')).toBe('bytes 100-199/10000')
      expect(part.headers.get('content-type')).toBe('video/mp4')
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(100, 200))).toBe(true)
      expect((await get(file.filePath, { range: 'bytes=20000-' })).status).toBe(416)
    })

    test('answers HEAD', async () => {
      const head = await fetch(`${app.url}${file.filePath}`, { method: 'HEAD' })
      expect(head.status).toBe(200)
      expect(head.headers.get('content-length')).toBe('10000')
    })

    test.each([
      '/uploads/',
      '/uploads/x.png',
      `/uploads/${'0'.repeat(40)}.png`,
      '/uploads/..%2fkirim.db',
      '/uploads/%2e%2e%2fkirim.db',
      '/uploads/..%5ckirim.db',
      '/uploads/%00',
    ])('%s is not found', async (path) => {
      const answer = await get(path)
      expect(answer.status).toBe(404)
      expect(await answer.json()).toMatchObject({ code: 'not_found' })
    })
  })
})
