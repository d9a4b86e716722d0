import { readFile } from 'node:fs/promises'
import { DomainError } from '../../../platform/errors.ts'
import { cleanVideo } from '../blank-video.ts'
import { type MediaFacts, NO_FACTS } from '../media-facts.ts'
import { MP4 } from '../media-kinds.ts'
import type { PreparedFile, RecognisedUpload, Upload } from '../prepared-file.ts'
import { type Converter, isNotMade, isUnreadable } from './convert.ts'
import { type Film, readFilm } from './read-film.ts'

/** The containers that phones play; QuickTime is not one, although its boxes are the same. */
const PLAYED: ReadonlySet<string> = new Set(['video/mp4', 'video/3gpp'])
/** ffmpeg's name of formats with these boxes. */
export const BOXES = 'mov'

/**
 * A video that phones play, converted if necessary. Null for audio only. Throws
 * `media_needs_ffmpeg` without ffmpeg.
 */
export async function prepareVideo(
  converter: Converter | null,
  upload: Upload,
  { kind, format }: RecognisedUpload,
): Promise<PreparedFile | null> {
  const { path } = upload
  const { type } = kind
  if (format !== BOXES) return convertUnlessSound(converter, upload, format)
  const cleanPath = upload.place('clean')
  const cleaned = await cleanVideo({ path, type, cleanPath })
  const film = readFilm(await readFile(cleaned))
  if (!film.picture && film.sound !== 'none') return null
  if (!film.picture) throw new DomainError('media_unreadable')
  if (!isPlayed(type, film)) return convertVideo(converter, upload, { format, film })
  const isTidy = film.startsWithIndex && !film.hasMore
  if (converter && !isTidy) return convertVideo(converter, upload, { format, film })
  return { path: cleaned, kind, facts: await factsOf(converter, upload, cleaned, film) }
}

/** The video of a GIF; null for another picture, and when ffmpeg cannot convert it in time. */
export async function filmOfGif(
  converter: Converter,
  upload: Upload,
  { format }: RecognisedUpload,
): Promise<PreparedFile | null> {
  if (!format) return null
  const { member, path } = upload
  const madePath = upload.place('film')
  try {
    await converter.gif(member, { path, madePath, format })
    const made = await asMade(converter, upload, madePath)
    return { ...made, facts: { ...made.facts, isLooping: true } }
  } catch (error) {
    if (isNotMade(error)) return null
    throw error
  }
}

function isPlayed(type: string, { picture, sound }: Film): boolean {
  return PLAYED.has(type) && picture?.isH264 === true && sound !== 'other'
}

/** Null for a file without a picture: browsers record audio as WebM, too. */
async function convertUnlessSound(
  converter: Converter | null,
  upload: Upload,
  format: string | null,
): Promise<PreparedFile | null> {
  try {
    return await convertVideo(converter, upload, { format, film: null })
  } catch (error) {
    if (!converter || !format || !isUnreadable(error)) throw error
    const files = { path: upload.path, madePath: upload.place('thumbnail'), format }
    if (await converter.thumbnail(upload.member, files)) throw error
    return null
  }
}

async function convertVideo(
  converter: Converter | null,
  upload: Upload,
  { format, film }: { format: string | null; film: Film | null },
): Promise<PreparedFile> {
  if (!converter || !format) throw new DomainError('media_needs_ffmpeg')
  const { member, path } = upload
  const madePath = upload.place('film')
  await converter.video(member, { path, madePath, format }, film)
  return asMade(converter, upload, madePath)
}

/** Cleans an MP4 by ffmpeg, which writes its own name into it. */
async function asMade(
  converter: Converter,
  upload: Upload,
  madePath: string,
): Promise<PreparedFile> {
  const cleanPath = upload.place('clean')
  const path = await cleanVideo({ path: madePath, type: MP4.type, cleanPath })
  const film = readFilm(await readFile(path))
  if (!film.picture) throw new DomainError('media_unreadable')
  return { path, kind: MP4, facts: await factsOf(converter, upload, path, film) }
}

async function factsOf(
  converter: Converter | null,
  { member, place }: Upload,
  path: string,
  { picture, seconds }: Film,
): Promise<MediaFacts> {
  const files = { path, madePath: place('thumbnail'), format: BOXES }
  const thumbnail = converter && (await converter.thumbnail(member, files))
  const { width, height } = picture ?? { width: null, height: null }
  return { ...NO_FACTS, width, height, seconds, thumbnail }
}
