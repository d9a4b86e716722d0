import { crc32 } from 'node:zlib'
import sharp from 'sharp'

type Format = 'jpeg' | 'png' | 'gif' | 'webp' | 'avif' | 'tiff'

/** A real picture, noisy enough that truncating it damages it. */
export function picture(format: Format, side = 120): Promise<Buffer> {
  return sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .toFormat(format)
    .toBuffer()
}

/**
 * An ISO media file of the given brand, of `size` bytes, with one track of `codec` and no pictures
 * in it; the brand of sound has no track.
 */
export function isoVideo(
  brand: 'isom' | '3gp5' | 'qt  ' | 'M4A ',
  size = 4096,
  codec: 'avc1' | 'hvc1' = 'avc1',
): Buffer {
  const head = box('ftyp', Buffer.from(brand), uint32(0x200), Buffer.from(`isom${brand}`))
  const film = box('moov', ...(brand === 'M4A ' ? [] : [pictures(codec)]))
  const samples = Buffer.concat([uint32(size - head.length - film.length), Buffer.from('mdat')])
  return Buffer.concat([head, film, samples], size)
}

/** A track of 320 by 240. */
function pictures(codec: string): Buffer {
  const entry = Buffer.alloc(78)
  entry.writeUInt16BE(320, 24)
  entry.writeUInt16BE(240, 26)
  const settings = box('avcC', Buffer.from([1, 100, 0, 30]))
  const table = box('stsd', uint32(0), uint32(1), box(codec, entry, settings))
  return box('trak', box('mdia', handler('vide'), box('minf', box('stbl', table))))
}

export function handler(type: string): Buffer {
  const facts = Buffer.alloc(25)
  facts.write(type, 8, 'latin1')
  return box('hdlr', facts)
}

export function box(type: string, ...content: Buffer[]): Buffer {
  const data = Buffer.concat(content)
  return Buffer.concat([uint32(8 + data.length), Buffer.from(type), data])
}

export function webm(): Buffer {
  const docType = Buffer.concat([Buffer.from([0x42, 0x82, 0x84]), Buffer.from('webm')])
  const header = Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x80 + docType.length])
  return Buffer.concat([header, docType, Buffer.alloc(64)])
}

/** A file in an image format that is not supported. */
export function bitmap(): Buffer {
  return Buffer.concat([Buffer.from('BM'), uint32(0x3a000000), Buffer.alloc(54)])
}

/** Constant frames of MPEG layer III. */
export function mp3(): Buffer {
  const frame = Buffer.alloc(417)
  frame.writeUInt32BE(0xfffb9000)
  return Buffer.concat(Array.from({ length: 8 }, () => frame))
}

/** MPEG-4 with one track of sound. */
export function m4a(brand = 'M4A '): Buffer {
  const track = box('trak', box('mdia', handler('soun')))
  const place = box('udta', Buffer.from('+03.1390+101.6869/'))
  const head = box('ftyp', Buffer.from(brand), uint32(0x200), Buffer.from(`isom${brand}`))
  return Buffer.concat([head, box('moov', track, place), box('mdat', Buffer.alloc(512))])
}

/** A ZIP archive of stored entries, in this order. */
export function zip(entries: Readonly<Record<string, string | Buffer>>): Buffer {
  const parts: Buffer[] = []
  const directory: Buffer[] = []
  let at = 0
  for (const [name, content] of Object.entries(entries)) {
    const data = Buffer.from(content)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(data), 10)
    facts.writeUInt32LE(data.length, 14)
    facts.writeUInt32LE(data.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), data])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    const version = Buffer.from([20, 0])
    directory.push(Buffer.from('PK\x01\x02'), version, facts, place, Buffer.from(name))
    parts.push(local)
    at += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length, 4)
  end.writeUInt16LE(parts.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, list, Buffer.from('PK\x05\x06'), end])
}

/** An OOXML file whose main part has this content type, such as `word/document`. */
export function office(part: string, contentType: string): Buffer {
  const types = `<?xml version="1.0"?><Types><Override PartName="/${part}.xml" ContentType="${contentType}"/></Types>`
  return zip({ '[Content_Types].xml': types, [`${part}.xml`]: '<x/>' })
}

export function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
