import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Converter } from './convert.ts'
import { isNotMade } from './convert.ts'

/** Bars of a voice note, as phones show them. */
const BARS = 64
const LOUDEST = 100

/**
 * Loudness over time of a voice note: 64 bytes of 0 to 100, in base64. Empty without a converter,
 * and for what it cannot read in time.
 */
export async function waveformOf(
  converter: Pick<Converter, 'samples'> | null,
  member: string,
  path: string,
): Promise<string> {
  if (!converter) return ''
  const folder = await mkdtemp(join(tmpdir(), 'kirim-voice-'))
  try {
    const madePath = join(folder, 'samples')
    await converter.samples(member, { path, madePath, format: 'ogg' })
    return barsOf(await readFile(madePath)).toString('base64')
  } catch (error) {
    if (isNotMade(error)) return ''
    throw error
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The mean loudness of equal parts, the loudest of which is 100. */
export function barsOf(samples: Buffer): Buffer {
  const means = Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * samples.length) / BARS)
    const to = Math.floor(((bar + 1) * samples.length) / BARS)
    let sum = 0
    for (let at = from; at < to; at += 1) sum += Math.abs(samples.readInt8(at))
    return to > from ? sum / (to - from) : 0
  })
  const loudest = Math.max(...means)
  return Buffer.from(means.map((mean) => (loudest > 0 ? (mean / loudest) * LOUDEST : 0)))
}
