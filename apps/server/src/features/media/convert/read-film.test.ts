import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { box, handler, isoVideo, uint32 } from '../testing/samples.ts'
import { type Film, readFilm } from './read-film.ts'

function table(entry: Buffer): Buffer {
  return box('minf', box('stbl', box('stsd', uint32(0), uint32(1), entry)))
}
const track = (kind: string, entry: Buffer, ...more: Buffer[]) =>
  box('trak', ...more, box('mdia', handler(kind), table(entry)))

function pictures(codec: string, profile: number, ...more: Buffer[]): Buffer {
  const facts = Buffer.alloc(78)
  facts.writeUInt16BE(64, 24)
  facts.writeUInt16BE(48, 26)
  const settings = box('avcC', Buffer.from([1, profile, 0, 30]))
  return track('vide', box(codec, facts, settings), ...more)
}

/** Sound of a codec by its number, in descriptors with lengths of one byte or of four. */
function sound(codec: number, isLong = false): Buffer {
  const length = isLong ? [0x80, 0x80, 0x80, 20] : [20]
  const stream = Buffer.from([3, ...length, 0, 1, 0, 4, ...length, codec, 0x15])
  return track('soun', box('mp4a', Buffer.alloc(28), box('esds', uint32(0), stream)))
}

/** The head of a track whose pictures are turned by a quarter. */
function turned(isLong: boolean): Buffer {
  const head = Buffer.alloc(isLong ? 96 : 84)
  head[0] = isLong ? 1 : 0
  head.writeInt32BE(0x10000, (isLong ? 52 : 40) + 4)
  head.writeInt32BE(-0x10000, (isLong ? 52 : 40) + 12)
  return box('tkhd', head)
}

function length(scale: number, duration: number, isLong = false): Buffer {
  const head = Buffer.alloc(112)
  head[0] = isLong ? 1 : 0
  head.writeUInt32BE(scale, isLong ? 20 : 12)
  if (isLong) head.writeBigUInt64BE(BigInt(duration), 24)
  else head.writeUInt32BE(duration, 16)
  return box('mvhd', head)
}

const film = (...parts: Buffer[]) => readFilm(box('moov', ...parts))
const upright = { isH264: true, width: 64, height: 48 }

test.each<[string, Buffer[], Partial<Film>]>([
  ['H.264 alone', [pictures('avc1', 100)], { picture: upright, sound: 'none', seconds: null }],
  ['colours of 10 bits', [pictures('avc1', 110)], { picture: { ...upright, isH264: false } }],
  ['H.265', [pictures('hvc1', 100)], { picture: { ...upright, isH264: false } }],
  ['AAC', [pictures('avc1', 66), sound(0x40)], { sound: 'aac', hasMore: false }],
  ['AAC with long descriptors', [sound(0x40, true)], { sound: 'aac', picture: null }],
  ['MP3 in MPEG-4', [sound(0x6b)], { sound: 'other' }],
  ['another sound', [track('soun', box('samr', Buffer.alloc(28)))], { sound: 'other' }],
  ['a track of places', [pictures('avc1', 77), track('meta', box('gpmd'))], { hasMore: true }],
  [
    'held upright',
    [pictures('avc1', 77, turned(false))],
    { picture: { ...upright, width: 48, height: 64 } },
  ],
  [
    'the same in 64 bits',
    [pictures('avc1', 77, turned(true))],
    { picture: { ...upright, width: 48, height: 64 } },
  ],
  ['2.6 seconds', [length(1000, 2600)], { seconds: 3 }],
  ['the same in 64 bits', [length(1000, 2600, true)], { seconds: 3 }],
  ['less than a second', [length(1000, 20)], { seconds: 1 }],
  ['no scale', [length(0, 20)], { seconds: null }],
  ['as long as numbers go', [length(1, 0xffff_ffff)], { seconds: null }],
])('a film with %s', (_, parts, expected) => {
  expect(film(...parts)).toMatchObject(expected)
})

test('finds whether the index comes first', () => {
  const [index, samples] = [box('moov'), box('mdat', Buffer.alloc(8))]
  expect(readFilm(Buffer.concat([box('ftyp'), index, samples])).startsWithIndex).toBe(true)
  expect(readFilm(Buffer.concat([box('ftyp'), samples, index])).startsWithIndex).toBe(false)
})

describe('bytes that are no film', () => {
  const nothing = { picture: null, sound: 'none', seconds: null, hasMore: false }
  test('yield no tracks', () => {
    expect(readFilm(Buffer.alloc(0))).toMatchObject(nothing)
    expect(readFilm(Buffer.alloc(500))).toMatchObject(nothing)
  })

  test('never throw, however they are changed', () => {
    const whole = Buffer.concat([
      isoVideo('isom'),
      box('moov', length(1, 1), pictures('avc1', 77, turned(true)), sound(0x40, true)),
    ])
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 8 }),
        fc.nat(whole.length),
        (changes, end) => {
          const bytes = Buffer.from(whole)
          for (const [at, value] of changes) bytes[at] = value
          expect(readFilm(bytes.subarray(0, end))).toBeDefined()
        },
      ),
    )
  })
})
