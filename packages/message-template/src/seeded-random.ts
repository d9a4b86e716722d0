import type { RandomSource } from './render.ts'

/**
 * A repeatable source of numbers in [0, 1): the same seed gives the same sequence on every machine.
 * Spreads wordings evenly; not for secrets. (FNV-1a hash, then mulberry32.)
 */
export function seededRandom(seed: string): RandomSource {
  let state = hash(seed)
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value
}
