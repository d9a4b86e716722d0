import { open } from 'node:fs/promises'
import { wholeSeconds } from './read-film.ts'

/** Opus counts samples at this rate, whatever the recording's. */
const SAMPLES_PER_SECOND = 48_000
/** A page of Ogg is shorter. */
const LONGEST_PAGE = 65_536
/** The offset of a page's sample position. */
const PLAYED_AT = 6
const HEAD_LENGTH = 27

/** The duration of a voice note, by its first and last page; null when unknown. */
export async function voiceSeconds(path: string): Promise<number | null> {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const first = await read(0, Math.min(size, 256))
    const end = await read(Math.max(0, size - LONGEST_PAGE), Math.min(size, LONGEST_PAGE))
    const opus = first.indexOf('OpusHead')
    const last = end.lastIndexOf('OggS')
    if (opus < 0 || opus + 12 > first.length) return null
    if (last < 0 || last + HEAD_LENGTH > end.length) return null
    const played = Number(end.readBigInt64LE(last + PLAYED_AT))
    return wholeSeconds((played - first.readUInt16LE(opus + 10)) / SAMPLES_PER_SECOND)
  } finally {
    await file.close()
  }

  async function read(at: number, length: number): Promise<Buffer> {
    const bytes = Buffer.alloc(length)
    const { bytesRead } = await file.read(bytes, 0, length, at)
    return bytes.subarray(0, bytesRead)
  }
}
