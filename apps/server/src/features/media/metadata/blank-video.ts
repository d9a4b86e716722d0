import { readFile, writeFile } from 'node:fs/promises'

const BOX_HEAD = 8
const LONG_BOX_HEAD = 16
/** Boxes that hold others in which people are named or places are noted. */
const OPENED: ReadonlySet<string> = new Set(['moov', 'trak'])
/** Where cameras note places, names and models, and editors their XMP. */
const TOLD: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid'])
/** No camera writes as many; a file that does is left alone from there on. */
const BOXES_MAX = 10_000

/**
 * Blanks what an MP4, MOV or 3GP file says about itself, in place: the boxes become empty space, so that
 * everything else stays where it was and nothing is encoded anew. Answers whether there was any.
 */
export function blankVideo(bytes: Buffer): boolean {
  let blanked = false
  const open = [{ at: 0, end: bytes.length }]
  for (let boxes = 0; boxes < BOXES_MAX; boxes += 1) {
    const place = open.at(-1)
    if (!place) break
    const box = place.at + BOX_HEAD <= place.end ? boxAt(bytes, place) : null
    if (!box) {
      open.pop()
      continue
    }
    place.at = box.end
    if (OPENED.has(box.type)) open.push({ at: box.dataAt, end: box.end })
    else if (TOLD.has(box.type)) {
      bytes.write('free', box.at + 4, 'latin1')
      bytes.fill(0, box.dataAt, box.end)
      blanked = true
    }
  }
  return blanked
}

/** Null where no whole box stands. */
function boxAt(bytes: Buffer, { at, end: limit }: { at: number; end: number }) {
  const size = bytes.readUInt32BE(at)
  const isLong = size === 1 && at + LONG_BOX_HEAD <= limit
  const dataAt = at + (isLong ? LONG_BOX_HEAD : BOX_HEAD)
  const long = isLong ? Number(bytes.readBigUInt64BE(at + BOX_HEAD)) : size
  const end = size === 0 ? limit : at + long
  if (end < dataAt || end > limit) return null
  return { type: bytes.toString('latin1', at + 4, at + 8), at, dataAt, end }
}

/** Writes a video that says something about itself into `cleanPath`, blanked; answers where it is. */
export async function blankVideoFile(path: string, cleanPath: string): Promise<string> {
  const bytes = await readFile(path)
  if (!blankVideo(bytes)) return path
  await writeFile(cleanPath, bytes, { mode: 0o600 })
  return cleanPath
}
