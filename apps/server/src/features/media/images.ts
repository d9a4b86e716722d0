import { DomainError } from '../../platform/errors.ts'
import { createFairQueue, type FairQueue } from '../../platform/fair-queue.ts'

/** Allows the largest photos of phones, but not a small file that decompresses to gigabytes. */
const MEGAPIXELS_MAX = 80
const DECODE_SECONDS_MAX = 20
/**
 * The longest side of a converted picture in pixels; keeps it far below the size limit of media
 * files.
 */
const CONVERTED_SIDE_MAX = 4096
const CONVERTED_QUALITY = 88
const CLEANED_QUALITY = 92
/** Of small pictures, and of those that need none. */
const PREVIEW_SIDE = 480
const PREVIEW_QUALITY = 75

export interface Images {
  /**
   * Decodes the whole picture; one with location, time or camera metadata is written to `cleanPath`
   * without it, re-encoded and upright. Returns the path of the result, which is the original when
   * it has no metadata. A GIF stays as it is: no camera writes one. Throws `media_unreadable`,
   * `media_too_many_pixels` or `media_too_slow`.
   */
  clean(member: string, picture: { path: string; type: string; cleanPath: string }): Promise<string>
  /**
   * Converts the picture to an upright JPEG. Throws `media_unreadable` or, where its format may
   * need a decoder that is not here, `media_unsupported`; `media_too_many_pixels` or
   * `media_too_slow`.
   */
  convert(member: string, picture: { path: string; type: string; jpegPath: string }): Promise<void>
  /**
   * Makes a small, upright JPEG of a picture; false when the picture is small itself. Throws
   * `media_unreadable`, `media_too_many_pixels` or `media_too_slow`.
   */
  preview(member: string, picture: { path: string; jpegPath: string }): Promise<boolean>
}

/**
 * Decodes few pictures at a time, one per member, because a decoded picture may take hundreds of
 * megabytes.
 */
export function createImages(queue: FairQueue = createFairQueue()): Images {
  return {
    clean: (member, picture) => queue.run(member, () => clean(picture)),
    convert: (member, { path, type, jpegPath }) =>
      queue.run(member, async () => {
        const picture = await open(path)
        await picture
          .autoOrient()
          .resize(CONVERTED_SIDE_MAX, CONVERTED_SIDE_MAX, {
            fit: 'inside',
            withoutEnlargement: true,
          })
          .flatten({ background: '#ffffff' })
          .jpeg({ quality: CONVERTED_QUALITY })
          .toFile(jpegPath)
          .catch((error) =>
            refuse(error, type === 'image/webp' ? 'media_unreadable' : 'media_unsupported'),
          )
      }),
    preview: (member, picture) => queue.run(member, () => preview(picture)),
  }
}

async function clean(picture: { path: string; type: string; cleanPath: string }): Promise<string> {
  const { path, type, cleanPath } = picture
  const unreadable = (error: unknown) => refuse(error, 'media_unreadable')
  const opened = await open(path)
  const { exif, xmp, iptc, tifftagPhotoshop, comments, format } = await opened
    .metadata()
    .catch(unreadable)
  const hasMetadata = Boolean(exif || xmp || iptc || tifftagPhotoshop || comments)
  if (!hasMetadata || type === 'image/gif') {
    await opened.resize(16, 16).raw().toBuffer().catch(unreadable)
    return path
  }
  const whole = await open(path, { animated: true })
  await whole
    .autoOrient()
    .keepIccProfile()
    .toFormat(format, { quality: CLEANED_QUALITY })
    .toFile(cleanPath)
    .catch(unreadable)
  return cleanPath
}

async function preview({
  path,
  jpegPath,
}: {
  readonly path: string
  readonly jpegPath: string
}): Promise<boolean> {
  const unreadable = (error: unknown) => refuse(error, 'media_unreadable')
  const picture = await open(path)
  const { width, height } = await picture.metadata().catch(unreadable)
  if (Math.max(width, height) <= PREVIEW_SIDE) return false
  await picture
    .autoOrient()
    .resize(PREVIEW_SIDE, PREVIEW_SIDE, { fit: 'inside' })
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: PREVIEW_QUALITY })
    .toFile(jpegPath)
    .catch(unreadable)
  return true
}

/** Loaded with the first picture, because it takes 24 MB that many servers never need. */
async function open(path: string, options: { animated?: boolean } = {}) {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp(path, {
    failOn: 'error',
    limitInputPixels: MEGAPIXELS_MAX * 1_000_000,
    ...options,
  }).timeout({ seconds: DECODE_SECONDS_MAX })
}

function refuse(error: unknown, code: 'media_unreadable' | 'media_unsupported'): never {
  if (/pixel limit/.test(String(error))) {
    throw new DomainError('media_too_many_pixels', { megapixels: MEGAPIXELS_MAX })
  }
  if (/timeout/i.test(String(error))) throw new DomainError('media_too_slow')
  throw new DomainError(code)
}
