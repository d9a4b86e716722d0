import { readFile, writeFile } from 'node:fs/promises'
import { DomainError } from '../../../platform/errors.ts'
import { UnusualLayoutError } from './part-collector.ts'

const BOX_HEAD = 8
const LONG_BOX_HEAD = 16
/**
 * Boxes that hold nothing but others, down to where samples are described,
 * of a film and its fragments.
 */
const CONTAINER_BOXES: ReadonlySet<string> = new Set(
  'moov trak mdia minf stbl dinf edts mvex moof traf mfra'.split(' '),
)
/** Where cameras note places, names and models, and editors their XMP. */
const METADATA_BOXES: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid'])
/** Empty space, of which players read nothing: programs leave in it what they once wrote there. */
const SPACE: ReadonlySet<string> = new Set(['free', 'skip', 'wide'])
const TYPE = /^[\x20-\x7e\xa9]{4}$/
/** An hour in fragments of a second has half as many; more would take too long to walk. */
const BOXES_MAX = 50_000

/**
 * Blanks what an MP4, MOV or 3GP file says about itself, in place: the boxes become empty space, so
 * that everything else stays where it was and nothing is encoded anew. Answers whether there was
 * any. Throws `UnusualFile` where the boxes are not laid out as the format says or describe no
 * film: what is not found cannot be blanked.
 */
export function blankVideoMetadata(bytes: Buffer): boolean {
  let blanked = false
  let isFilm = false
  const open = [{ at: 0, end: bytes.length, isFile: true }]
  for (let boxes = 0; open.length > 0; boxes += 1) {
    if (boxes > BOXES_MAX) throw new UnusualLayoutError()
    const place = open.at(-1)
    if (!place || isPadding(bytes, place)) {
      open.pop()
      continue
    }
    const box = boxAt(bytes, place)
    place.at = box.end
    isFilm ||= box.type === 'moov'
    if (CONTAINER_BOXES.has(box.type)) open.push({ at: box.dataAt, end: box.end, isFile: false })
    else if (
      METADATA_BOXES.has(box.type) ||
      (SPACE.has(box.type) && !isEmpty(bytes, box.dataAt, box.end))
    ) {
      bytes.write('free', box.at + 4, 'latin1')
      bytes.fill(0, box.dataAt, box.end)
      blanked = true
    }
  }
  // A length that is wrong may hide it in what passes for samples.
  if (!isFilm) throw new UnusualLayoutError()
  return blanked
}

interface Place {
  at: number
  readonly end: number
  readonly isFile: boolean
}

/** Nothing is left, or, as QuickTime ends its lists, zeros alone. */
function isPadding(bytes: Buffer, { at, end }: Place): boolean {
  const isNoBox = end - at < BOX_HEAD || bytes[at + 4] === 0
  return isNoBox && isEmpty(bytes, at, end)
}

function isEmpty(bytes: Buffer, at: number, end: number): boolean {
  return bytes.subarray(at, end).equals(Buffer.alloc(end - at))
}

function boxAt(bytes: Buffer, { at, end: limit, isFile }: Place) {
  if (at + BOX_HEAD > limit) throw new UnusualLayoutError()
  const size = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + BOX_HEAD)
  const dataAt = at + (size === 1 ? LONG_BOX_HEAD : BOX_HEAD)
  if (dataAt > limit || !TYPE.test(type)) throw new UnusualLayoutError()
  const long = size === 1 ? Number(bytes.readBigUInt64BE(at + BOX_HEAD)) : size
  // Only the file's last box may leave out how long it is.
  const end = size === 0 && isFile ? limit : at + long
  if (end < dataAt || end > limit) throw new UnusualLayoutError()
  return { type, at, dataAt, end }
}

/**
 * Writes a video that says something about itself into `cleanPath`, blanked; answers where it is.
 * WebM stays as it is. Throws `media_unreadable`.
 */
export async function cleanVideo(video: {
  path: string
  type: string
  cleanPath: string
}): Promise<string> {
  if (video.type === 'video/webm') return video.path
  const bytes = await readFile(video.path)
  if (!blanked(bytes)) return video.path
  await writeFile(video.cleanPath, bytes, { mode: 0o600 })
  return video.cleanPath
}

function blanked(bytes: Buffer): boolean {
  try {
    return blankVideoMetadata(bytes)
  } catch (error) {
    throw error instanceof UnusualLayoutError ? new DomainError('media_unreadable') : error
  }
}
