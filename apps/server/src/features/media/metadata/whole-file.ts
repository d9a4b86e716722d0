import { open } from 'node:fs/promises'

/** The end of a ZIP archive without its comment, and the longest comment. */
const ZIP_END_BYTES = 22
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const ZIP_ENTRY = Buffer.from('PK\x01\x02', 'latin1')
const COMMENT_MAX_BYTES = 65_535

/** Readers look for the end of a PDF in so many of its last bytes. */
const PDF_END_BYTES = 1024

/**
 * Whether a document is there to its end, by what its format puts there. Only the end is read, and
 * nothing is unpacked.
 */
export async function isWholeDocument(path: string, type: string): Promise<boolean> {
  const isPdf = type === 'application/pdf'
  const longest = isPdf ? PDF_END_BYTES : ZIP_END_BYTES + COMMENT_MAX_BYTES
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const from = Math.max(0, size - longest)
    const end = Buffer.alloc(size - from)
    await file.read(end, 0, end.length, from)
    if (isPdf) return end.includes('%%EOF')
    const at = end.lastIndexOf(ZIP_END)
    if (at < 0 || at + ZIP_END_BYTES > end.length) return false
    const directory = end.readUInt32LE(at + 16)
    if (end.readUInt32LE(at + 12) + directory > from + at) return false
    const head = Buffer.alloc(ZIP_ENTRY.length)
    await file.read(head, 0, head.length, directory)
    return head.equals(ZIP_ENTRY)
  } finally {
    await file.close()
  }
}

/** The handler of a track with sound. */
const SOUND_TRACK = Buffer.from('soun')

/** Whether an MPEG-4 file has a track with sound. */
export function hasSound(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('hdlr'); at >= 0; at = bytes.indexOf('hdlr', at + 4)) {
    if (bytes.subarray(at + 12, at + 16).equals(SOUND_TRACK)) return true
  }
  return false
}
