import { type FileHandle, open } from 'node:fs/promises'

/** The end of a ZIP archive without its comment, and the longest comment. */
const ZIP_END_BYTES = 22
const ZIP_END = Buffer.from('PK\x05\x06', 'latin1')
const COMMENT_MAX_BYTES = 65_535

const ZIP_ENTRY = Buffer.from('PK\x01\x02', 'latin1')
/** An entry of the directory without its name. */
const ZIP_ENTRY_BYTES = 46
/** Some 20,000 parts; a document of hundreds of slides has a few thousand. */
const DIRECTORY_MAX_BYTES = 2 * 1024 * 1024

/** The end of a PDF is among its last bytes; servers and scanners append some thousands. */
const PDF_END_BYTES = 64 * 1024

/** OpenDocument lists macros also where there are none. */
const LIST_OF_MACROS = /^(script|dialog)-l[bc]\.xml$/

/**
 * Whether a document is there to its end and has no macros, by what its format says. Nothing is
 * unpacked.
 */
export async function isPlainDocument(path: string, type: string): Promise<boolean> {
  const file = await open(path)
  try {
    if (type === 'application/pdf') return (await lastBytes(file, PDF_END_BYTES)).includes('%%EOF')
    const names = namesIn(await directoryOf(file))
    return names !== null && !names.some(isMacro)
  } finally {
    await file.close()
  }
}

async function lastBytes(file: FileHandle, longest: number): Promise<Buffer> {
  const { size } = await file.stat()
  return bytesAt(file, Math.max(0, size - longest), Math.min(size, longest))
}

async function bytesAt(file: FileHandle, from: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, from)
  return buffer.subarray(0, bytesRead)
}

/** The directory of a ZIP archive; empty when there is none, or one that is too long. */
async function directoryOf(file: FileHandle): Promise<Buffer> {
  const { size } = await file.stat()
  const end = await lastBytes(file, ZIP_END_BYTES + COMMENT_MAX_BYTES)
  const at = end.lastIndexOf(ZIP_END)
  if (at < 0 || at + ZIP_END_BYTES > end.length) return Buffer.alloc(0)
  const length = end.readUInt32LE(at + 12)
  const from = end.readUInt32LE(at + 16)
  const isWithin = from + length <= size - end.length + at
  return isWithin && length <= DIRECTORY_MAX_BYTES ? bytesAt(file, from, length) : Buffer.alloc(0)
}

/** Null when the directory is not one to its end. */
function namesIn(directory: Buffer): string[] | null {
  const names: string[] = []
  let at = 0
  while (at < directory.length) {
    const isEntry = directory.subarray(at, at + ZIP_ENTRY.length).equals(ZIP_ENTRY)
    if (!isEntry || at + ZIP_ENTRY_BYTES > directory.length) return null
    const [name = 0, extra = 0, remark = 0] = [28, 30, 32].map((place) =>
      directory.readUInt16LE(at + place),
    )
    const nameAt = at + ZIP_ENTRY_BYTES
    names.push(directory.toString('latin1', nameAt, nameAt + name))
    at = nameAt + name + extra + remark
  }
  return at === directory.length && names.length > 0 ? names : null
}

/** Office keeps all macros in one part, OpenDocument each in a part of its own. */
function isMacro(name: string): boolean {
  const folders = name.toLowerCase().split('/')
  const part = folders.pop() ?? ''
  if (part === '' || part === 'vbaproject.bin') return part !== ''
  return folders.includes('scripts') || (folders.includes('basic') && !LIST_OF_MACROS.test(part))
}
