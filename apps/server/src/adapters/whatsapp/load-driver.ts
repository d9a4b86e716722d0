/**
 * Imports the driver, which takes half a second, so only after the server answers requests. Throws
 * when the driver does not verify signatures: then nothing must connect.
 */
export async function loadDriver() {
  const [
    { enableSignatureChecks },
    { startLink },
    { openSession },
    { openAuthState },
    { trustNetwork, PINNED_VERSION, LIVE_URL },
    { fetchLatest },
    { acknowledgePlainly },
    { preparePreKeys },
  ] = await Promise.all([
    import('./genuine-signatures.ts'),
    import('./link.ts'),
    import('./session.ts'),
    import('./auth-state.ts'),
    import('./socket-config.ts'),
    import('./fetch-version.ts'),
    import('./plain-acknowledgements.ts'),
    import('./pre-keys.ts'),
  ])
  enableSignatureChecks()
  acknowledgePlainly()
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
