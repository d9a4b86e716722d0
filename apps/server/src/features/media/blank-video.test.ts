import { describe, expect, test } from 'vitest'
import { blankVideoMetadata } from './blank-video.ts'
import { isoVideo } from './testing/samples.ts'

const SECRET = 'Jalan Rahsia 7'

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
    expect(() => blankVideoMetadata(bytes)).toThrow(
      expect.objectContaining({ code: 'media_unreadable' }),
    )
  })
})
