/** The EXIF orientation of a picture, 1 to 8; 1 is upright. */
export type Orientation = number

/**
 * The smallest EXIF data that contains the orientation and nothing else. Null for an upright
 * picture.
 */
export function exifOf(orientation: Orientation): Buffer | null {
  if (!(orientation > 1 && orientation <= 8)) return null
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  // One entry: tag 0x0112 (orientation), type short, count 1; no further directory.
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
