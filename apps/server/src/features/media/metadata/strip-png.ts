import { crc32 } from 'node:zlib'
import { exifOf, type Orientation } from './orientation.ts'
import { createPartCollector, UnusualLayoutError } from './part-collector.ts'

const SIGNATURE = 8
/** The bytes of length, type and checksum. */
const CHUNK_OVERHEAD = 12

/** Chunks needed to draw a picture or animation. Texts, times and private chunks are removed. */
const IMAGE_CHUNKS: ReadonlySet<number> = new Set(
  'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs acTL fcTL fdAT'
    .split(' ')
    .map(codeOf),
)
const HEADER = codeOf('IHDR')
const END = codeOf('IEND')

/**
 * Removes EXIF, texts and times from a PNG; the picture stays bit for bit. Throws
 * `UnusualLayoutError`.
 */
export function stripPng(bytes: Buffer, orientation: Orientation): Buffer {
  const parts = createPartCollector(bytes)
  parts.keep(0, SIGNATURE)
  let at = SIGNATURE
  for (;;) {
    if (at + CHUNK_OVERHEAD > bytes.length) throw new UnusualLayoutError()
    const type = bytes.readUInt32BE(at + 4)
    const end = at + CHUNK_OVERHEAD + bytes.readUInt32BE(at)
    if (IMAGE_CHUNKS.has(type)) parts.keep(at, end)
    else parts.drop()
    if (type === END) return parts.all()
    const exif = type === HEADER ? exifOf(orientation) : null
    if (exif) parts.insert(chunk('eXIf', exif))
    at = end
  }
}

function codeOf(type: string): number {
  return Buffer.from(type, 'latin1').readUInt32BE()
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const around = Buffer.alloc(8)
  around.writeUInt32BE(data.length)
  around.writeUInt32BE(crc32(typed), 4)
  return Buffer.concat([around.subarray(0, 4), typed, around.subarray(4)])
}
