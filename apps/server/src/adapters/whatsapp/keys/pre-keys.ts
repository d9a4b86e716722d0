import { generateKeyPairSync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type AuthenticationState, INITIAL_PREKEY_COUNT, type KeyPair } from 'baileys'

/** Pairs per step; a step takes a few milliseconds. */
const STEP = 50

interface DeviceCredentials {
  readonly state: AuthenticationState
  saveCreds(): Promise<void>
}

/**
 * Like the driver's own pairs, in less than half the time: exporting DER takes longer than
 * generating the key.
 */
function generateKeyPair(): KeyPair {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { private: Buffer.from(d, 'base64url'), public: Buffer.from(x, 'base64url') }
}

/**
 * Generates the one-time keys of a newly linked device in small steps, so that the event loop stays
 * responsive. The driver, which would generate all at once, finds them when it uploads.
 */
export async function preparePreKeys({ state, saveCreds }: DeviceCredentials): Promise<void> {
  const { creds, keys } = state
  const last = creds.firstUnuploadedPreKeyId + INITIAL_PREKEY_COUNT - 1
  if (creds.firstUnuploadedPreKeyId !== 1 || creds.nextPreKeyId > last) return
  while (creds.nextPreKeyId <= last) {
    const from = creds.nextPreKeyId
    const count = Math.min(STEP, last - from + 1)
    const pairs = Array.from({ length: count }, (_, index) => [from + index, generateKeyPair()])
    await keys.set({ 'pre-key': Object.fromEntries(pairs) })
    creds.nextPreKeyId = from + count
    await setImmediate()
  }
  await saveCreds()
}
