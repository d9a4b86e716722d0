import { readFile } from 'node:fs/promises'
import { DomainError } from '../../platform/errors.ts'
import { cleanVideo } from './blank-video.ts'
import { contentTypeOf } from './content-type.ts'
import type { Converter } from './convert/convert.ts'
import { BOXES, filmOfGif, prepareVideo } from './convert/prepare-video.ts'
import { readFilm } from './convert/read-film.ts'
import { voiceSeconds } from './convert/voice-seconds.ts'
import type { Images } from './images.ts'
import { NO_FACTS } from './media-facts.ts'
import { M4A, recognise, VOICE } from './media-kinds.ts'
import { isPlainDocument } from './plain-document.ts'
import type { PreparedFile, RecognisedUpload, Upload } from './prepared-file.ts'

export interface PrepareDeps {
  readonly images: Images
  /** Null without ffmpeg. */
  readonly converter: Converter | null
}

/**
 * Converts an upload to what phones show and play, and reads the facts that a message states.
 * Pictures and videos lose location, time and camera metadata.
 */
export async function prepareUpload(deps: PrepareDeps, upload: Upload): Promise<PreparedFile> {
  const { member, path } = upload
  const type = await contentTypeOf(path)
  const found = recognise(type)
  const unplayed = (made: string, { kind }: RecognisedUpload): PreparedFile => ({
    path: made,
    kind,
    facts: NO_FACTS,
  })
  switch (found.as) {
    case 'image': {
      const cleanPath = upload.place('picture')
      const picture = { path, type: found.kind.type, cleanPath }
      const made = unplayed(await deps.images.clean(member, picture), found)
      const film = deps.converter && (await filmOfGif(deps.converter, upload, found))
      return film ?? made
    }
    case 'video': {
      const video = await prepareVideo(deps.converter, upload, found)
      if (video) return video
      return found.format === BOXES
        ? prepareSound(deps.converter, upload, { ...found, kind: M4A })
        : convertSound(deps.converter, upload, found)
    }
    case 'sound':
      return prepareSound(deps.converter, upload, found)
    case 'converted_sound':
      return convertSound(deps.converter, upload, found)
    case 'document':
      if (await isPlainDocument(path, found.kind.type)) return unplayed(path, found)
      throw new DomainError('media_wrong_type')
    case 'converted': {
      const made = upload.place('picture')
      await deps.images.convert(member, { path, type: type ?? '', jpegPath: made })
      return unplayed(made, found)
    }
    case 'unsupported':
      throw new DomainError('media_unsupported')
    case 'other':
      throw new DomainError('media_wrong_type')
  }
}

/** Makes a voice note; without ffmpeg, audio that phones play stays as it is. */
async function prepareSound(
  converter: Converter | null,
  upload: Upload,
  { kind, format }: RecognisedUpload,
): Promise<PreparedFile> {
  const { path } = upload
  if (kind.type === 'audio/mp4' && readFilm(await readFile(path)).sound === 'none') {
    throw new DomainError('media_wrong_type')
  }
  if (kind === VOICE) return voiceOf(path)
  if (converter && format) return convertSound(converter, upload, { kind, format })
  if (kind.type !== 'audio/mp4') return { path, kind, facts: NO_FACTS }
  const cleanPath = upload.place('sound')
  // Location and device are in the same boxes as a video's; other formats have no such metadata.
  const made = await cleanVideo({ path, type: kind.type, cleanPath })
  return { path: made, kind, facts: NO_FACTS }
}

/** Throws `media_sound_needs_ffmpeg` without ffmpeg. */
async function convertSound(
  converter: Converter | null,
  { member, path, place }: Upload,
  { format }: RecognisedUpload,
): Promise<PreparedFile> {
  if (!converter || !format) throw new DomainError('media_sound_needs_ffmpeg')
  const madePath = place('voice')
  await converter.voice(member, { path, madePath, format })
  return voiceOf(madePath)
}

async function voiceOf(path: string): Promise<PreparedFile> {
  return { path, kind: VOICE, facts: { ...NO_FACTS, seconds: await voiceSeconds(path) } }
}
