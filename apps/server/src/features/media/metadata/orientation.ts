/** How a picture is to be turned to stand upright, as EXIF counts it; 1: it does already. */
export type Orientation = number

/**
 * The smallest EXIF there is: it says how the picture is to be turned and nothing else. Null for a
 * picture that stands upright.
 */
export function exifOf(orientation: Orientation): Buffer | null {
  if (!(orientation > 1 && orientation <= 8)) return null
  const tiff = Buffer.alloc(26)
  tiff.write('MM', 'latin1')
  tiff.writeUInt16BE(42, 2)
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  // One entry: tag 0x0112, an unsigned short, one of them; then no further directory.
  tiff.writeUInt16BE(0x0112, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}
