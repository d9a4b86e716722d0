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

/** A minimal ISO media file of the given brand that is accepted as a movie, of `size` bytes. */
export function isoVideo(brand: 'isom' | '3gp5' | 'qt  ' | 'M4A ', size = 4096): Buffer {
  const head = Buffer.concat([
    uint32(24),
    Buffer.from(`ftyp${brand}`),
    uint32(0x200),
    Buffer.from(`isom${brand}`),
  ])
  const film = Buffer.concat([uint32(8), Buffer.from('moov')])
  const samples = Buffer.concat([uint32(size - head.length - film.length), Buffer.from('mdat')])
  return Buffer.concat([head, film, samples], size)
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
export function m4a(): Buffer {
  const box = (type: string, ...content: Buffer[]) => {
    const data = Buffer.concat(content)
    return Buffer.concat([uint32(8 + data.length), Buffer.from(type), data])
  }
  const handler = Buffer.alloc(25)
  handler.write('soun', 8, 'latin1')
  const track = box('trak', box('mdia', box('hdlr', handler)))
  const place = box('udta', Buffer.from('+03.1390+101.6869/'))
  const head = box('ftyp', Buffer.from('M4A '), uint32(0x200), Buffer.from('isomM4A '))
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

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
