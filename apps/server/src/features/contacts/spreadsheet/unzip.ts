import { inflateRawSync } from 'node:zlib'
import { SheetRefused } from './refusal.ts'

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const LOCAL_ENTRY = 0x04034b50
const STORED = 0
const DEFLATED = 8
const SIZE_IN_ZIP64_FIELD = 0xffffffff

interface Entry {
  readonly name: string
  readonly method: number
  readonly packedSize: number
  readonly size: number
  readonly offset: number
}

/**
 * Unpacks the wanted entries of a ZIP archive, at most `maxBytes` together whatever the archive
 * declares. Throws `SheetRefused`: too large, or not readable. Throws RangeError on a torn archive.
 */
export function unzip(
  zip: Buffer,
  wanted: (name: string) => boolean,
  maxBytes: number,
): Map<string, Buffer> {
  const entries = directory(zip).filter((entry) => wanted(entry.name))
  const declared = entries.reduce((sum, entry) => sum + entry.size, 0)
  if (declared > maxBytes) throw new SheetRefused('spreadsheet_too_large')
  return new Map(entries.map((entry) => [entry.name, unpack(zip, entry)]))
}

/** The names in the archive's directory, in its order; empty when it has none. */
export function zipNames(zip: Buffer): string[] {
  return directory(zip).map((entry) => entry.name)
}

function directory(zip: Buffer): Entry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0 || zip.readUInt32LE(end) !== END_OF_DIRECTORY) return []
  const count = zip.readUInt16LE(end + 10)
  const entries: Entry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let n = 0; n < count; n++) {
    if (zip.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new SheetRefused('spreadsheet_unreadable')
    const nameEnd = at + 46 + zip.readUInt16LE(at + 28)
    const extraEnd = nameEnd + zip.readUInt16LE(at + 30)
    const wide = zip64Sizes(zip.subarray(nameEnd, extraEnd))
    const sizes = [zip.readUInt32LE(at + 24), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 42)]
    // The wide field holds only those that did not fit, in this order.
    const [size = 0, packedSize = 0, offset = 0] = sizes.map((value) =>
      value === SIZE_IN_ZIP64_FIELD ? (wide.shift() ?? value) : value,
    )
    const name = zip.toString('utf8', at + 46, nameEnd).replaceAll('\\', '/')
    entries.push({ name, method: zip.readUInt16LE(at + 10), packedSize, size, offset })
    at = extraEnd + zip.readUInt16LE(at + 32)
  }
  return entries
}

function zip64Sizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue
    const field = extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2))
    const sizes: number[] = []
    for (let i = 0; i + 8 <= field.length; i += 8) sizes.push(Number(field.readBigUInt64LE(i)))
    return sizes
  }
  return []
}

function unpack(zip: Buffer, entry: Entry): Buffer {
  if (zip.readUInt32LE(entry.offset) !== LOCAL_ENTRY) {
    throw new SheetRefused('spreadsheet_unreadable')
  }
  const start =
    entry.offset + 30 + zip.readUInt16LE(entry.offset + 26) + zip.readUInt16LE(entry.offset + 28)
  const packed = zip.subarray(start, start + entry.packedSize)
  if (entry.method === STORED) return packed
  if (entry.method !== DEFLATED) throw new SheetRefused('spreadsheet_unreadable')
  // Refuses an entry that holds more than it declares; an empty one needs room for at least a byte.
  return inflateRawSync(packed, { maxOutputLength: Math.max(1, entry.size) })
}
