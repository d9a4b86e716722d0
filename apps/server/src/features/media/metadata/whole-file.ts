/** The handler of a track with sound. */
const SOUND_TRACK = Buffer.from('soun')

/** Whether an MPEG-4 file has a track with sound. */
export function hasSound(bytes: Buffer): boolean {
  for (let at = bytes.indexOf('hdlr'); at >= 0; at = bytes.indexOf('hdlr', at + 4)) {
    if (bytes.subarray(at + 12, at + 16).equals(SOUND_TRACK)) return true
  }
  return false
}
