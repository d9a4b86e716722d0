import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { isoVideo, picture } from '../testing/samples.ts'
import { blankVideo } from './blank-video.ts'
import { stripPicture } from './strip-picture.ts'

const SECRET = 'Jalan Rahsia 7'
const told = {
  exif: {
    IFD0: { Make: SECRET, Software: SECRET },
    IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '3/1 8/1 0/1', GPSLongitudeRef: 'E' },
  },
  xmp: `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description photoshop:City="${SECRET}" xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"/></rdf:RDF></x:xmpmeta>`,
}

/** A picture that says where it was taken, has a colour profile, and lies on its side. */
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
      const after = stripPicture(before, `image/${format}`, orientation) as Buffer
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

  test('that tells nothing stays as it is', async () => {
    const plain = await picture(format)
    expect(stripPicture(plain, `image/${format}`, 1)?.equals(plain)).toBe(true)
  })

  test('that was stripped once is not changed by a second time', async () => {
    const once = stripPicture(await telling(format, 6), `image/${format}`, 6) as Buffer
    expect(stripPicture(once, `image/${format}`, 6)?.equals(once)).toBe(true)
  })

  test('cut off anywhere never ends the server: it is stripped or said to be unusual', async () => {
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

test('what hangs on behind a JPEG goes, such as a second picture with its own place', async () => {
  const first = await picture('jpeg')
  const both = Buffer.concat([first, await telling('jpeg', 1)])
  expect(stripPicture(both, 'image/jpeg', 1)?.equals(first)).toBe(true)
})

test('a progressive JPEG of several scans is kept to its end', async () => {
  const progressive = await sharp(await telling('jpeg', 6))
    .keepMetadata()
    .jpeg({ progressive: true })
    .toBuffer()
  const after = stripPicture(progressive, 'image/jpeg', 6) as Buffer
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
  const after = stripPicture(frames, 'image/webp', 1) as Buffer
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
  const place = box('udta', box('\u00a9xyz', Buffer.from(`+03.1390+101.6869 ${SECRET}`)))
  const track = box('trak', box('tkhd', Buffer.alloc(84, 1)), box('udta', Buffer.from(SECRET)))
  const xmp = box('uuid', Buffer.alloc(16, 2), Buffer.from(SECRET))
  const samples = box('mdat', Buffer.from('the film itself'))

  test('loses places and names; everything else stays where it was', () => {
    const movie = box(
      'moov',
      box('mvhd', Buffer.alloc(100, 3)),
      track,
      place,
      box('meta', Buffer.from(SECRET)),
    )
    const film = Buffer.concat([isoVideo('isom', 24), movie, xmp, samples])
    const before = Buffer.from(film)
    expect(blankVideo(film)).toBe(true)
    expect(film.includes(SECRET)).toBe(false)
    expect(film.length).toBe(before.length)
    for (const kept of ['mvhd', 'tkhd', 'mdat', 'the film itself']) {
      expect(film.indexOf(kept)).toBe(before.indexOf(kept))
    }
    expect(blankVideo(film)).toBe(false)
  })

  test('that says nothing, or is cut off, stays as it is', () => {
    for (const film of [isoVideo('isom'), place.subarray(0, 20), Buffer.alloc(64), samples]) {
      const before = Buffer.from(film)
      expect(blankVideo(film)).toBe(false)
      expect(film.equals(before)).toBe(true)
    }
  })
})
