import { readFile, writeFile } from 'node:fs/promises'
import { DomainError } from '../../platform/errors.ts'

const BOX_HEAD = 8
const LONG_BOX_HEAD = 16
/** Container boxes of a movie and its fragments, down to the sample tables. */
const CONTAINER_BOXES: ReadonlySet<string> = new Set(
  'moov trak mdia minf stbl dinf edts mvex moof traf mfra'.split(' '),
)
/** Boxes where cameras store location, names and models, and editors XMP. */
const METADATA_BOXES: ReadonlySet<string> = new Set(['udta', 'meta', 'uuid'])
/** Padding, which players ignore but which may contain remains of old data. */
const SPACE: ReadonlySet<string> = new Set(['free', 'skip', 'wide'])
const TYPE = /^[\x20-\x7e\xa9]{4}$/
/** An hour in one-second fragments has half as many; more would take too long to walk. */
const BOXES_MAX = 50_000

/**
 * Blanks the metadata of an MP4, MOV or 3GP file in place: its boxes become padding, so that
 * offsets stay valid and nothing is re-encoded. Returns whether there was any. Throws
 * `media_unreadable` when the boxes violate the format or contain no movie, because metadata
 * could be missed.
 */
export function blankVideoMetadata(bytes: Buffer): boolean {
  let blanked = false
  let isFilm = false
  const open = [{ at: 0, end: bytes.length, isFile: true }]
  for (let boxes = 0; open.length > 0; boxes += 1) {
    if (boxes > BOXES_MAX) throw new DomainError('media_unreadable')
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
  // A wrong length may hide the movie inside sample data.
  if (!isFilm) throw new DomainError('media_unreadable')
  return blanked
}

interface Place {
  at: number
  readonly end: number
  readonly isFile: boolean
}

/** Whether the rest is empty or only zeros, which end QuickTime lists. */
function isPadding(bytes: Buffer, { at, end }: Place): boolean {
  const isNoBox = end - at < BOX_HEAD || bytes[at + 4] === 0
  return isNoBox && isEmpty(bytes, at, end)
}

function isEmpty(bytes: Buffer, at: number, end: number): boolean {
  return bytes.subarray(at, end).equals(Buffer.alloc(end - at))
}

function boxAt(bytes: Buffer, { at, end: limit, isFile }: Place) {
  if (at + BOX_HEAD > limit) throw new DomainError('media_unreadable')
  const size = bytes.readUInt32BE(at)
  const type = bytes.toString('latin1', at + 4, at + BOX_HEAD)
  const dataAt = at + (size === 1 ? LONG_BOX_HEAD : BOX_HEAD)
  if (dataAt > limit || !TYPE.test(type)) throw new DomainError('media_unreadable')
  const long = size === 1 ? Number(bytes.readBigUInt64BE(at + BOX_HEAD)) : size
  // Only the last box of the file may omit its length.
  const end = size === 0 && isFile ? limit : at + long
  if (end < dataAt || end > limit) throw new DomainError('media_unreadable')
  return { type, at, dataAt, end }
}

/**
 * Writes a video that has metadata to `cleanPath`, blanked; returns the path of the result. WebM is
 * left as it is. Throws `media_unreadable`.
 */
export async function cleanVideo(video: {
  path: string
  type: string
  cleanPath: string
}): Promise<string> {
  if (video.type === 'video/webm') return video.path
  const bytes = await readFile(video.path)
  if (!blankVideoMetadata(bytes)) return video.path
  await writeFile(video.cleanPath, bytes, { mode: 0o600 })
  return video.cleanPath
}
