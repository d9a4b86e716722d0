/** How many bars a voice note shows. */
export const BARS = 32
/** Heights in CSS pixels. */
const LEAST = 4
const MOST = 18

/** The heights of the bars of a voice note, in CSS pixels; even while its loudness is unknown. */
export function barsOf(waveform: readonly number[]): number[] {
  if (waveform.length === 0) return Array.from({ length: BARS }, () => LEAST)
  return Array.from({ length: BARS }, (_, bar) => {
    const from = Math.floor((bar * waveform.length) / BARS)
    const to = Math.max(from + 1, Math.floor(((bar + 1) * waveform.length) / BARS))
    const loudest = Math.max(...waveform.slice(from, to))
    return Math.round(LEAST + (Math.min(100, Math.max(0, loudest)) / 100) * (MOST - LEAST))
  })
}
