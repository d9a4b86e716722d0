import { DomainError } from '../../platform/errors.ts'
import { createLock } from '../../platform/lock.ts'

/** A phone's largest photos fit; a small file that unfolds into gigabytes does not. */
const MEGAPIXELS_MAX = 80
const DECODE_SECONDS_MAX = 20
/** Longest side of a converted picture: keeps it far below the limit of a media file. */
const CONVERTED_SIDE_MAX = 4096
const CONVERTED_QUALITY = 88

export interface Images {
  /** Decodes the whole picture. Throws `media_unreadable` or `media_too_many_pixels`. */
  check(path: string): Promise<void>
  /** Writes the picture as a JPEG, upright. Throws `media_unsupported` or `media_too_many_pixels`. */
  convert(path: string, jpegPath: string): Promise<void>
}

/** Looks into pictures one at a time: a decoded picture may take hundreds of megabytes. */
export function createImages(): Images {
  const inTurn = createLock()

  return {
    check: (path) =>
      inTurn(async () => {
        const picture = await open(path)
        await picture
          .resize(16, 16)
          .raw()
          .toBuffer()
          .catch((error) => refuse(error, 'media_unreadable'))
      }),
    convert: (path, jpegPath) =>
      inTurn(async () => {
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
          .catch((error) => refuse(error, 'media_unsupported'))
      }),
  }
}

/** Loaded when the first picture comes: it costs 24 MB that many servers never need. */
async function open(path: string) {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp(path, { failOn: 'error', limitInputPixels: MEGAPIXELS_MAX * 1_000_000 }).timeout({
    seconds: DECODE_SECONDS_MAX,
  })
}

function refuse(error: unknown, code: 'media_unreadable' | 'media_unsupported'): never {
  if (/pixel limit/.test(String(error))) {
    throw new DomainError('media_too_many_pixels', { megapixels: MEGAPIXELS_MAX })
  }
  throw new DomainError(code)
}
