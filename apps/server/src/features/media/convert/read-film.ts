import { type Box, boxAlong, boxesIn, boxIn } from './boxes.ts'

/** The content of an MPEG-4 file, by its boxes. */
export interface Film {
  /** Null without a video track. */
  readonly picture: { readonly isH264: boolean; readonly width: number; height: number } | null
  readonly sound: 'none' | 'aac' | 'other'
  readonly seconds: number | null
  /** Tracks of another kind, such as locations by the second. */
  readonly hasMore: boolean
  /** A phone can play it while downloading. */
  readonly startsWithIndex: boolean
}

/** Baseline, main, extended and high: 8 bits a colour, which every phone decodes. */
const PROFILES: ReadonlySet<number> = new Set([66, 77, 88, 100])
/** AAC, by its numbers in MPEG-4 and MPEG-2. */
const AAC: ReadonlySet<number> = new Set([0x40, 0x66, 0x67, 0x68])
/** Where the boxes of an entry begin, after its fixed fields. */
const PICTURE_ENTRY = 78
const SOUND_ENTRY = 28
const TRACKS_MAX = 32

/** Reads only lengths and fields; boxes that exceed the file are ignored. */
export function readFilm(bytes: Buffer): Film {
  const outer = [...boxesIn(bytes, 0, bytes.length)].slice(0, 1000)
  const index = outer.find(({ type }) => type === 'moov')
  const tracks = index
    ? [...boxesIn(bytes, index.at, index.end)]
        .filter(({ type }) => type === 'trak')
        .slice(0, TRACKS_MAX)
        .map((track) => readTrack(bytes, track))
    : []
  const picture = tracks.find(({ kind }) => kind === 'vide')
  const sound = tracks.find(({ kind }) => kind === 'soun')
  const shown = picture?.entry ? readPicture(bytes, picture.track, picture.entry) : null
  return {
    picture: shown,
    sound: sound ? soundOf(bytes, sound.entry) : 'none',
    seconds: index ? secondsOf(bytes, index) : null,
    hasMore: tracks.length > Number(Boolean(picture)) + Number(Boolean(sound)),
    startsWithIndex: outer.find(({ type }) => type === 'moov' || type === 'mdat')?.type === 'moov',
  }
}

function readTrack(bytes: Buffer, track: Box) {
  const handler = boxAlong(bytes, track, ['mdia', 'hdlr'])
  const kind = handler ? bytes.toString('latin1', handler.at + 8, handler.at + 12) : ''
  const table = boxAlong(bytes, track, ['mdia', 'minf', 'stbl', 'stsd'])
  const entry = table && [...boxesIn(bytes, table.at + 8, table.end)].at(0)
  return { track, kind, entry: entry ?? null }
}

function readPicture(bytes: Buffer, track: Box, entry: Box): Film['picture'] {
  if (entry.at + PICTURE_ENTRY > entry.end) return null
  const [width, height] = [bytes.readUInt16BE(entry.at + 24), bytes.readUInt16BE(entry.at + 26)]
  const settings = boxIn(bytes, { ...entry, at: entry.at + PICTURE_ENTRY }, 'avcC')
  const profile = settings && settings.at + 1 < settings.end ? bytes[settings.at + 1] : undefined
  const isH264 = entry.type === 'avc1' && profile !== undefined && PROFILES.has(profile)
  return isTurned(bytes, track)
    ? { isH264, width: height, height: width }
    : { isH264, width, height }
}

/** Whether the video is rotated by a quarter, as phones record it. */
function isTurned(bytes: Buffer, track: Box): boolean {
  const head = boxIn(bytes, track, 'tkhd')
  if (!head) return false
  const matrix = head.at + (bytes[head.at] === 1 ? 52 : 40)
  if (matrix + 20 > head.end) return false
  return bytes.readInt32BE(matrix) === 0 && bytes.readInt32BE(matrix + 16) === 0
}

function soundOf(bytes: Buffer, entry: Box | null): 'aac' | 'other' {
  if (entry?.type !== 'mp4a') return 'other'
  const stream = boxIn(bytes, { ...entry, at: entry.at + SOUND_ENTRY }, 'esds')
  const codec = stream && codecOf(bytes.subarray(stream.at + 4, stream.end))
  return codec !== null && AAC.has(codec) ? 'aac' : 'other'
}

/** The codec in a list of descriptors: that of the stream, and within it that of the decoder. */
function codecOf(bytes: Buffer): number | null {
  const stream = skipLength(bytes, 0, 0x03)
  if (stream === null || stream + 3 > bytes.length) return null
  const flags = bytes[stream + 2] ?? 0
  // Optional fields name other streams or URLs; no camera writes them.
  if ((flags & 0xe0) !== 0) return null
  const decoder = skipLength(bytes, stream + 3, 0x04)
  return decoder === null ? null : (bytes[decoder] ?? null)
}

/** The place after a descriptor's tag and its length, of one to four bytes. */
function skipLength(bytes: Buffer, at: number, tag: number): number | null {
  if (bytes[at] !== tag) return null
  for (let next = at + 1; next <= at + 4; next += 1) {
    if (((bytes[next] ?? 0) & 0x80) === 0) return next + 1
  }
  return null
}

function secondsOf(bytes: Buffer, index: Box): number | null {
  const head = boxIn(bytes, index, 'mvhd')
  if (!head || head.at + 32 > head.end) return null
  const isLong = bytes[head.at] === 1
  const scale = bytes.readUInt32BE(head.at + (isLong ? 20 : 12))
  const length = isLong
    ? Number(bytes.readBigUInt64BE(head.at + 24))
    : bytes.readUInt32BE(head.at + 16)
  return wholeSeconds(scale === 0 ? 0 : length / scale)
}

/** At least one; null for what cannot be a length. */
export function wholeSeconds(seconds: number): number | null {
  const isLength = seconds > 0 && seconds < 100 * 3600
  return isLength ? Math.max(1, Math.round(seconds)) : null
}
