import { setImmediate } from 'node:timers/promises'

/** What the driver is made of, the largest first. */
const PARTS = [
  () => import('baileys/WAProto/index.js'),
  () => import('whatsapp-rust-bridge'),
  () => import('baileys'),
]

/**
 * Imports the driver, a third of the server's memory: only once a device needs it, and after the
 * server answers requests. Part by part, because all of it at once would hold them up. Throws when
 * the driver does not verify signatures: then nothing must connect.
 */
export async function loadDriver() {
  for (const load of PARTS) {
    await load()
    await setImmediate()
  }
  const [
    { enableSignatureChecks },
    { startLink },
    { openSession },
    { openAuthState },
    { trustNetwork, fetchLatest, PINNED_VERSION, LIVE_URL },
    { acknowledgePlainly },
    { preparePreKeys },
    { useKeyObjects },
    { keepStepsApart },
  ] = await Promise.all([
    import('./driver/genuine-signatures.ts'),
    import('./link/link.ts'),
    import('./session/session.ts'),
    import('./keys/auth-state.ts'),
    import('./connection/socket-config.ts'),
    import('./receive/plain-acknowledgements.ts'),
    import('./keys/pre-keys.ts'),
    import('./driver/signal-crypto.ts'),
    import('./driver/signal-steps.ts'),
  ])
  enableSignatureChecks()
  acknowledgePlainly()
  useKeyObjects()
  keepStepsApart()
  return {
    startLink,
    openSession,
    openAuthState,
    preparePreKeys,
    trustNetwork,
    fetchLatest,
    PINNED_VERSION,
    LIVE_URL,
  }
}
