import { exifOf, type Orientation } from './orientation.ts'
import { createPartCollector, UnusualLayoutError } from './part-collector.ts'

const HEAD = 12
const CHUNK_HEAD = 8
const IMAGE_CHUNKS: ReadonlySet<string> = new Set([
  'VP8 ',
  'VP8L',
  'VP8X',
  'ALPH',
  'ANIM',
  'ANMF',
  'ICCP',
])
const HAS_EXIF = 0b1000
const HAS_XMP = 0b100

/**
 * Removes EXIF and XMP from a WebP; picture and frames stay bit for bit. Throws
 * `UnusualLayoutError`.
 */
export function stripWebp(bytes: Buffer, orientation: Orientation): Buffer {
  const parts = createPartCollector(bytes)
  parts.keep(0, HEAD)
  let isExtended = false
  let at = HEAD
  const stop = Math.min(bytes.length, CHUNK_HEAD + bytes.readUInt32LE(4))
  while (at + CHUNK_HEAD <= stop) {
    const type = bytes.toString('latin1', at, at + 4)
    const size = bytes.readUInt32LE(at + 4)
    const end = at + CHUNK_HEAD + size + (size % 2)
    if (IMAGE_CHUNKS.has(type)) parts.keep(at, end)
    else parts.drop()
    isExtended ||= type === 'VP8X'
    at = end
  }
  // Only the extended format has EXIF; in others, decoders ignore it.
  const exif = isExtended ? exifOf(orientation) : null
  if (exif) parts.insert(exifChunk(exif))
  const stripped = parts.all()
  stripped.writeUInt32LE(stripped.length - CHUNK_HEAD, 4)
  if (isExtended) announce(stripped, exif !== null)
  return stripped
}

/** Updates the flags of the extended header, the first chunk, which list the other chunks. */
function announce(stripped: Buffer, hasExif: boolean): void {
  const flagsAt = HEAD + CHUNK_HEAD
  if (stripped.toString('latin1', HEAD, HEAD + 4) !== 'VP8X') throw new UnusualLayoutError()
  const flags = (stripped[flagsAt] ?? 0) & ~(HAS_EXIF | HAS_XMP)
  stripped[flagsAt] = flags | (hasExif ? HAS_EXIF : 0)
}

function exifChunk(tiff: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEAD)
  head.write('EXIF', 'latin1')
  head.writeUInt32LE(tiff.length, 4)
  return Buffer.concat([head, tiff])
}
