import { buffer } from 'node:stream/consumers'
import { inflateRawSync } from 'node:zlib'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { SheetRefused } from './refusal.ts'

export interface Archive {
  /** In the order of the archive's directory. */
  readonly names: readonly string[]
  /**
   * The content of the wanted entries, by name. Throws `SheetRefused` when they declare more than
   * `maxBytes` together, and any other error for an entry that is damaged or larger than declared.
   */
  unpack(wanted: (name: string) => boolean, maxBytes: number): Promise<Map<string, Buffer>>
}

/** A workbook of a thousand sheets with a picture and a chart on each has fewer. */
const ENTRIES_MAX = 10_000

const DEFLATED = 8

/** Opens a ZIP archive; throws `SheetRefused` when it has too many entries or is damaged. */
export async function openArchive(file: Buffer): Promise<Archive> {
  // The library would decode names, and refuse those that start with a slash.
  const options = { lazyEntries: true, autoClose: false, decodeStrings: false }
  const zip = await fromBufferPromise(file, options)
  if (zip.entryCount > ENTRIES_MAX) throw new SheetRefused('spreadsheet_too_large')
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(nameOf(entry), entry)
  return {
    names: [...entries.keys()],
    async unpack(wanted, maxBytes) {
      const chosen = [...entries].filter(([name]) => wanted(name))
      const declared = chosen.reduce((sum, [, entry]) => sum + entry.uncompressedSize, 0)
      if (declared > maxBytes) throw new SheetRefused('spreadsheet_too_large')
      const unpacked = new Map<string, Buffer>()
      for (const [name, entry] of chosen) {
        unpacked.set(name, await contentOf(zip, entry))
      }
      return unpacked
    },
  }
}

/** Unpacked at once: in a thread that waits for it, that takes half of the stream's time. */
async function contentOf(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (!entry.canDecodeFileData()) throw new Error('An entry is encrypted or packed in another way.')
  const packed = await buffer(await zip.openReadStreamPromise(entry, { decodeFileData: false }))
  const { uncompressedSize } = entry
  const content =
    entry.compressionMethod === DEFLATED
      ? inflateRawSync(packed, { maxOutputLength: Math.max(uncompressedSize, 1) })
      : packed
  if (content.length === uncompressedSize) return content
  throw new Error('An entry is of another size than it says.')
}

function nameOf(entry: Entry): string {
  return entry.fileNameRaw.toString('utf8').replaceAll('\\', '/')
}
