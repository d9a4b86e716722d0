import { chmodSync, statSync } from 'node:fs'

/** Files 0600, folders 0700. */
export const OWNER_ONLY_UMASK = 0o077
const OTHERS = 0o077

/**
 * Removes the access of other users to the data directory, and so to all that is in it, that an
 * earlier version, a restored backup or a permissive umask left. False when it cannot.
 */
export function restrictToOwner(dataDir: string): boolean {
  try {
    if ((statSync(dataDir).mode & OTHERS) !== 0) chmodSync(dataDir, 0o700)
    return true
  } catch {
    return false
  }
}
