import crypto, { createSecretKey } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const KEYED = ['createHmac', 'createCipheriv', 'createDecipheriv'] as const

type Keyed = (algorithm: string, key: unknown, ...rest: unknown[]) => unknown
type Crypto = Record<(typeof KEYED)[number], Keyed>

let inPlace = false

/**
 * Hands Node keys as key objects where the driver has them in bytes. Node 24 tries bytes as either
 * of its two kinds of key objects first, and throws and catches an error with a stack for each: two
 * thirds of the time of such a call, and the driver makes some fifty a message. What comes out is
 * the same. Called once per process.
 */
export function useKeyObjects(): void {
  if (inPlace) return
  inPlace = true
  takingBytes(crypto as unknown as Crypto)
  // For whoever imports one of them by its name.
  syncBuiltinESMExports()
}

export function takingBytes(made: Crypto): void {
  for (const name of KEYED) {
    const original = made[name]
    made[name] = (algorithm, key, ...rest) =>
      original(algorithm, key instanceof Uint8Array ? createSecretKey(key) : key, ...rest)
  }
}
