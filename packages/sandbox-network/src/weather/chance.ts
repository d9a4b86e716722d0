import { createHash } from 'node:crypto'

/** A deterministic number in [0, 1) for a seed and a subject. */
export function chance(seed: number, ...about: (string | number)[]): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([seed, ...about]))
    .digest()
  return digest.readUInt32BE() / 2 ** 32
}
