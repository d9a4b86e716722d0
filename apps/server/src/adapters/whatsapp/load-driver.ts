/**
 * The driver takes half a second to load, so nobody imports it before the server answers. Throws
 * when it does not verify what it is shown: then nothing connects.
 */
export async function loadDriver() {
  const [{ verifyForReal }, { startLink }, { openSession }, { openAuthState }, { trustNetwork }] =
    await Promise.all([
      import('./genuine-signatures.ts'),
      import('./link.ts'),
      import('./session.ts'),
      import('./auth-state.ts'),
      import('./socket-config.ts'),
    ])
  verifyForReal()
  return { startLink, openSession, openAuthState, trustNetwork }
}
