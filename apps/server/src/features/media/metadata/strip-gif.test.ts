import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { picture } from '../testing/samples.ts'
import { UnusualLayoutError } from './part-collector.ts'
import { stripGif } from './strip-gif.ts'
import { stripPicture } from './strip-picture.ts'

const SECRET = 'Jalan Rahsia 7'
const GRAPHIC_CONTROL = 0xf9

const block = (content: Buffer | string) => {
  const data = Buffer.from(content)
  return Buffer.concat([Buffer.from([data.length]), data])
}
const extension = (label: number, ...blocks: (Buffer | string)[]) =>
  Buffer.concat([Buffer.from([0x21, label]), ...blocks.map(block), Buffer.from([0])])
const comment = extension(0xfe, SECRET, SECRET)
const control = extension(GRAPHIC_CONTROL, Buffer.from([4, 9, 0, 0]))
const plainText = extension(0x01, Buffer.alloc(12, 1), SECRET)
/**
 * XMP is stored without blocks; decoders skip it by a trailer in which every byte leads to the end.
 */
const xmp = Buffer.concat([
  Buffer.from([0x21, 0xff]),
  block('XMP DataXMP'),
  Buffer.from(`<x:xmpmeta>${SECRET}</x:xmpmeta>`),
  Buffer.from([1, ...Array.from({ length: 256 }, (_, n) => 255 - n), 0]),
])
const foreign = extension(0xff, 'ICCRGBG1012', SECRET)
const longLoop = extension(0xff, 'NETSCAPE2.0', Buffer.from([1, 0, 0]), SECRET)
const falseLoop = extension(0xff, 'NETSCAPE2.0', SECRET)

/** A GIF of two frames that loops three times. */
async function animated(): Promise<Buffer> {
  const one = await picture('png', 30)
  const other = await sharp(one).negate().png().toBuffer()
  return sharp([one, other], { join: { animated: true } })
    .gif({ loop: 3, delay: [80, 120] })
    .toBuffer()
}

/** The offset of the first extension after the palette. */
const firstExtension = (gif: Buffer) => gif.indexOf(Buffer.from([0x21, 0xff]))
const secondFrame = (gif: Buffer) => gif.lastIndexOf(Buffer.from([0x21, GRAPHIC_CONTROL, 4]))
const insert = (gif: Buffer, at: number, part: Buffer) =>
  Buffer.concat([gif.subarray(0, at), part, gif.subarray(at)])

describe('a GIF', () => {
  test.each([
    ['comments', comment],
    ['XMP', xmp],
    ['what a program of its own adds', foreign],
    ['what hangs on behind how often it is shown', longLoop],
    ['what only calls itself so', falseLoop],
    ['texts, and how they would be shown', Buffer.concat([control, plainText])],
  ])('loses %s, wherever they stand, and nothing else', async (_what, part) => {
    const gif = await animated()
    for (const at of [
      firstExtension(gif),
      secondFrame(gif),
      secondFrame(gif) + 8,
      gif.length - 1,
    ]) {
      // The graphic control belongs to the text that follows it.
      if (part.includes(plainText) && at === secondFrame(gif) + 8) continue
      const stripped = stripGif(insert(gif, at, part))
      expect(stripped.equals(gif)).toBe(true)
    }
    const meta = await sharp(stripGif(insert(gif, gif.length - 1, part)), {
      animated: true,
    }).metadata()
    expect(meta).toMatchObject({ pages: 2, loop: 3, delay: [80, 120] })
  })

  test('loses trailing data', async () => {
    const gif = await animated()
    expect(stripGif(Buffer.concat([gif, Buffer.from(SECRET)])).equals(gif)).toBe(true)
  })

  test('without metadata is unchanged', async () => {
    for (const gif of [await animated(), await picture('gif')]) {
      expect(stripGif(gif).equals(gif)).toBe(true)
      expect(stripPicture(gif, 'image/gif', 1).equals(gif)).toBe(true)
    }
  })

  test('truncated anywhere, or with foreign data inside, is refused as unusual', async () => {
    const gif = await animated()
    for (let length = 13; length < gif.length; length += 17) {
      expect(() => stripGif(gif.subarray(0, length))).toThrow(UnusualLayoutError)
    }
    const torn = insert(gif, firstExtension(gif), Buffer.from(SECRET))
    expect(() => stripGif(torn)).toThrow(UnusualLayoutError)
  })
})
