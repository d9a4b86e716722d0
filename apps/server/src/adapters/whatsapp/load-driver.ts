import { setImmediate } from 'node:timers/promises'

/** The modules of the driver, the largest first. */
const PARTS = [
  () => import('baileys/WAProto/index.js'),
  () => import('whatsapp-rust-bridge'),
  () => import('baileys'),
]

/**
 * Imports the driver, a third of the server's memory, once a device needs it and the server answers
 * requests. Loads one module at a time, so that requests are not blocked. Throws if the driver does
 * not verify signatures: then nothing may connect.
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
    { openVote },
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
    import('./receive/votes.ts'),
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
    openVote,
  }
}
