import { createHash } from 'node:crypto'

/** A number from 0 to below 1, always the same for a seed and what it is about. */
export function chance(seed: number, ...about: (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...about]))
    .digest()
  return digest.readUInt32BE() / 2 ** 32
}
