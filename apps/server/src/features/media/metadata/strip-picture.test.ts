import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isoVideo, picture } from '../testing/samples.ts'
import { blankVideoMetadata } from './blank-video.ts'
import { UnusualLayoutError } from './part-collector.ts'
import { stripPicture } from './strip-picture.ts'

const SECRET = 'Jalan Rahsia 7'
const told = {
  exif: {
    IFD0: { Make: SECRET, Software: SECRET },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1', GPSLongitudeRef: 'E' },
  },
  xmp: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description photoshop:City="${SECRET}" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"/></rdf:RDF></x:xmpmeta>`,
}

/** A picture with location, a colour profile and an orientation. */
function telling(format: 'jpeg' | 'png' | 'webp', orientation: number): Promise<Buffer> {
  return sharp({
    create: {
      width: 60,
      height: 40,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .withIccProfile('p3')
    .withExif(told.exif)
    .withXmp(told.xmp)
    .withMetadata({ orientation })
    .toFormat(format)
    .toBuffer()
}

const pixels = (bytes: Buffer) => sharp(bytes).raw().toBuffer()
const upright = (bytes: Buffer) =>
  sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true })

describe.each(['jpeg', 'png', 'webp'] as const)('a %s', (format) => {
  test.each([1, 3, 6, 8])(
    'loses what it tells and keeps its pixels, colours and orientation %i',
    async (orientation) => {
      const before = await telling(format, orientation)
      expect(before.includes(SECRET)).toBe(true)
      const after = stripPicture(before, `image/${format}`, orientation)
      expect(after.includes(SECRET)).toBe(false)
      expect(after.includes('GPS')).toBe(false)
      const [was, is] = [await sharp(before).metadata(), await sharp(after).metadata()]
      expect(is.orientation ?? 1).toBe(orientation)
      expect(is.icc?.equals(was.icc as Buffer)).toBe(true)
      expect(is.xmp).toBeUndefined()
      expect(is.exif === undefined || is.exif.length < 40).toBe(true)
      expect(await pixels(after)).toEqual(await pixels(before))
      expect((await upright(after)).info.width).toBe((await upright(before)).info.width)
    },
  )

  test('without metadata is unchanged', async () => {
    const plain = await picture(format)
    expect(stripPicture(plain, `image/${format}`, 1).equals(plain)).toBe(true)
  })

  test('is unchanged by stripping twice', async () => {
    const once = stripPicture(await telling(format, 6), `image/${format}`, 6)
    expect(stripPicture(once, `image/${format}`, 6).equals(once)).toBe(true)
  })

  test('truncated anywhere is stripped or refused as unusual, and never crashes', async () => {
    const whole = await telling(format, 6)
    for (let length = 12; length < whole.length; length += 97) {
      try {
        stripPicture(whole.subarray(0, length), `image/${format}`, 6)
      } catch (error) {
        expect(['UnusualFile', 'RangeError']).toContain((error as Error).name)
      }
    }
  })
})

test('data after a JPEG is removed, such as a second picture with its own location', async () => {
  const first = await picture('jpeg')
  const both = Buffer.concat([first, await telling('jpeg', 1)])
  expect(stripPicture(both, 'image/jpeg', 1).equals(first)).toBe(true)
})

test('a progressive JPEG of several scans is kept to its end', async () => {
  const progressive = await sharp(await telling('jpeg', 6))
    .keepMetadata()
    .jpeg({ progressive: true })
    .toBuffer()
  const after = stripPicture(progressive, 'image/jpeg', 6)
  expect(after.includes(SECRET)).toBe(false)
  expect(await pixels(after)).toEqual(await pixels(progressive))
})

test('an animated WebP keeps its frames', async () => {
  const frames = await sharp(
    [
      await picture('png', 30),
      await sharp(await picture('png', 30))
        .negate()
        .png()
        .toBuffer(),
    ],
    { join: { animated: true } },
  )
    .withExif(told.exif)
    .webp({ loop: 3, delay: [80, 120] })
    .toBuffer()
  const after = stripPicture(frames, 'image/webp', 1)
  expect(after.includes(SECRET)).toBe(false)
  const meta = await sharp(after, { animated: true }).metadata()
  expect(meta).toMatchObject({ pages: 2, loop: 3, delay: [80, 120] })
})

describe('a video', () => {
  const box = (type: string, ...content: Buffer[]) => {
    const data = Buffer.concat(content)
    const head = Buffer.alloc(8)
    head.writeUInt32BE(8 + data.length)
    head.write(type, 4, 'latin1')
    return Buffer.concat([head, data])
  }
  const brand = isoVideo('isom').subarray(0, 24)
  const place = box('udta', box('\u00a9xyz', Buffer.from(`+03.1390+101.6869 ${SECRET}`)))
  const track = box('trak', box('tkhd', Buffer.alloc(84, 1)), box('udta', Buffer.from(SECRET)))
  const xmp = box('uuid', Buffer.alloc(16, 2), Buffer.from(SECRET))
  const samples = box('mdat', Buffer.from('the film itself'))

  test('loses locations and names; everything else keeps its offset', () => {
    const movie = box(
      'moov',
      box('mvhd', Buffer.alloc(100, 3)),
      track,
      place,
      box('meta', Buffer.from(SECRET)),
    )
    const film = Buffer.concat([brand, movie, xmp, samples])
    const before = Buffer.from(film)
    expect(blankVideoMetadata(film)).toBe(true)
    expect(film.includes(SECRET)).toBe(false)
    expect(film.length).toBe(before.length)
    for (const kept of ['mvhd', 'tkhd', 'mdat', 'the film itself']) {
      expect(film.indexOf(kept)).toBe(before.indexOf(kept))
    }
    expect(blankVideoMetadata(film)).toBe(false)
  })

  test('loses them below its tracks and fragments, and in padding', () => {
    const told = [
      box('udta', Buffer.from(SECRET)),
      box('meta', Buffer.from(SECRET)),
      box('free', Buffer.from(SECRET)),
      box('skip', Buffer.from(SECRET)),
    ]
    const inside = (...types: string[]) => {
      let content = Buffer.concat(told)
      for (const type of types.toReversed()) content = box(type, content)
      return content
    }
    const film = Buffer.concat([
      ...told,
      brand,
      inside('moov', 'trak', 'mdia', 'minf', 'stbl'),
      inside('moov', 'trak', 'mdia'),
      inside('moof', 'traf'),
      samples,
      ...told,
    ])
    expect(blankVideoMetadata(film)).toBe(true)
    expect(film.includes(SECRET)).toBe(false)
    expect(film.includes('the film itself')).toBe(true)
    expect(blankVideoMetadata(film)).toBe(false)
  })

  const film = box('moov', box('mvhd', Buffer.alloc(100, 3)), place)
  const sized = (size: number, whole: Buffer) => {
    const other = Buffer.from(whole)
    other.writeUInt32BE(size)
    return other
  }

  test.each([
    ['says nothing', isoVideo('isom')],
    ['has a last box up to its end', Buffer.concat([box('moov'), sized(0, samples)])],
    ['ends with zeros', Buffer.concat([box('moov', Buffer.alloc(4)), samples, Buffer.alloc(20)])],
    ['has ten thousand boxes', Buffer.concat([...Array(10_001).fill(box('free')), box('moov')])],
  ])('that %s stays as it is', (_what, bytes) => {
    const before = Buffer.from(bytes)
    expect(blankVideoMetadata(bytes)).toBe(false)
    expect(bytes.equals(before)).toBe(true)
  })

  test('after ten thousand boxes loses its locations, too', () => {
    const bytes = Buffer.concat([...Array(10_001).fill(box('free')), film])
    expect(blankVideoMetadata(bytes)).toBe(true)
    expect(bytes.includes(SECRET)).toBe(false)
  })

  test.each([
    ['is cut off', Buffer.concat([samples, film]).subarray(0, -8)],
    ['has samples that go beyond its end', Buffer.concat([sized(0xffff, samples), film])],
    ['has samples that end too early', Buffer.concat([sized(12, samples), film])],
    [
      'hides its film among its samples',
      Buffer.concat([sized(samples.length + film.length, samples), film]),
    ],
    ['has a box that is longer than what it is in', box('moov', sized(500, place), samples)],
    ['has a box inside without a length', box('moov', sized(0, place))],
    ['has a box shorter than its head', Buffer.concat([sized(4, samples), film])],
    ['has bytes behind its last box', Buffer.concat([film, Buffer.from('Jalan')])],
    [
      'has more boxes than can be walked',
      Buffer.concat([...Array(50_001).fill(box('free')), film]),
    ],
    ['has no film', samples],
    ['is empty', Buffer.alloc(64)],
  ])('that %s is refused', (_what, bytes) => {
    expect(() => blankVideoMetadata(bytes)).toThrow(UnusualLayoutError)
  })
})
