import { generateKeyPairSync } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { type AuthenticationState, INITIAL_PREKEY_COUNT, type KeyPair } from 'baileys'

/** Made at once, in a few milliseconds. */
const STEP = 50

interface Kept {
  readonly state: AuthenticationState
  saveCreds(): Promise<void>
}

/** As the driver's own pairs are, in less than half the time: DER takes longer than the keys. */
function generateKeyPair(): KeyPair {
  const { d = '', x = '' } = generateKeyPairSync('x25519').privateKey.export({ format: 'jwk' })
  return { private: Buffer.from(d, 'base64url'), public: Buffer.from(x, 'base64url') }
}

/**
 * Makes the one-time keys of a device that has just been linked in small steps, and lets others go
 * on in between. The driver, which would make all of them at once, finds them when it uploads.
 */
export async function preparePreKeys({ state, saveCreds }: Kept): Promise<void> {
  const { creds, keys } = state
  const last = creds.firstUnuploadedPreKeyId + INITIAL_PREKEY_COUNT - 1
  if (creds.firstUnuploadedPreKeyId !== 1 || creds.nextPreKeyId > last) return
  while (creds.nextPreKeyId <= last) {
    const from = creds.nextPreKeyId
    const count = Math.min(STEP, last - from + 1)
    const made = Array.from({ length: count }, (_, index) => [from + index, generateKeyPair()])
    await keys.set({ 'pre-key': Object.fromEntries(made) })
    creds.nextPreKeyId = from + count
    await setImmediate()
  }
  await saveCreds()
}
