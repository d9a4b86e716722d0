import { exifOf, type Orientation } from './orientation.ts'
import { createPartCollector, UnusualLayoutError } from './part-collector.ts'

const MARKER = 0xff
const START_OF_IMAGE = 0xd8
const END_OF_IMAGE = 0xd9
const START_OF_SCAN = 0xda
const JFIF = 0xe0
const JFIF_BARE = 14
const EXIF = 0xe1
const ICC = 0xe2
/** The Adobe segment, which defines the colour transform. */
const ADOBE = 0xee
const COMMENT = 0xfe

/**
 * Removes EXIF, XMP, IPTC, comments, thumbnails and trailing data from a JPEG; the picture stays
 * bit for bit. Keeps the colour profile and the orientation. Throws `UnusualLayoutError`.
 */
export function stripJpeg(bytes: Buffer, orientation: Orientation): Buffer {
  if (bytes.readUInt16BE(0) !== MARKER * 256 + START_OF_IMAGE) throw new UnusualLayoutError()
  const parts = createPartCollector(bytes)
  parts.keep(0, 2)
  let exif = exifOf(orientation)
  let at = 2
  for (;;) {
    const marker = markerAt(bytes, at)
    if (exif && marker !== JFIF) {
      parts.insert(exifSegment(exif))
      exif = null
    }
    if (marker === END_OF_IMAGE) {
      parts.keep(at, at + 2)
      return parts.all()
    }
    const dataAt = at + 4
    let end = at + 2 + (bytes[at + 2] ?? 0) * 256 + (bytes[at + 3] ?? 0)
    if (end < dataAt) throw new UnusualLayoutError()
    if (marker === START_OF_SCAN) end = scanEnd(bytes, end)
    if (isPicture(marker, bytes.subarray(dataAt, end))) parts.keep(at, end)
    else parts.drop()
    at = end
  }
}

function markerAt(bytes: Buffer, at: number): number {
  const marker = bytes[at + 1]
  // Cameras and editors write no fill bytes or stand-alone markers between segments.
  const isSegment = marker !== undefined && marker >= 0xc0 && marker < MARKER && !isRestart(marker)
  if (bytes[at] !== MARKER || !isSegment || marker === START_OF_IMAGE)
    throw new UnusualLayoutError()
  return marker
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7
}

function isPicture(marker: number, data: Buffer): boolean {
  if (marker === COMMENT) return false
  if (marker < JFIF || marker > 0xef || marker === ADOBE) return true
  // A longer segment contains a thumbnail, which decoders do not need.
  if (marker === JFIF) return data.length === JFIF_BARE && data.toString('latin1', 0, 4) === 'JFIF'
  return marker === ICC && data.toString('latin1', 0, 11) === 'ICC_PROFILE'
}

function scanEnd(bytes: Buffer, from: number): number {
  for (let at = from; at < bytes.length - 1; at += 1) {
    if (bytes[at] !== MARKER) continue
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && !isRestart(next)) return at
  }
  throw new UnusualLayoutError()
}

function exifSegment(tiff: Buffer): Buffer {
  const head = Buffer.from([MARKER, EXIF, 0, 2 + 6 + tiff.length])
  return Buffer.concat([head, Buffer.from('Exif\0\0', 'latin1'), tiff])
}
