import type { Orientation } from './orientation.ts'
import { UnusualLayoutError } from './part-collector.ts'
import { stripGif } from './strip-gif.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { stripWebp } from './strip-webp.ts'

const STRIPPERS: ReadonlyMap<string, (bytes: Buffer, orientation: Orientation) => Buffer> = new Map(
  [
    ['image/jpeg', stripJpeg],
    ['image/png', stripPng],
    ['image/webp', stripWebp],
    ['image/gif', stripGif],
  ],
)

/**
 * Removes metadata about location, time, camera and people, but keeps the orientation. Throws
 * `UnusualLayoutError`.
 */
export function stripPicture(bytes: Buffer, type: string, orientation: Orientation): Buffer {
  const strip = STRIPPERS.get(type)
  if (!strip) throw new UnusualLayoutError()
  return strip(bytes, orientation)
}
