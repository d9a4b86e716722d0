import { fetchLatestWaWebVersion } from 'baileys'
import {
  type ClientVersion,
  isClientVersion,
} from '../../../features/devices/client-version.ports.ts'

const TIMEOUT_MS = 10_000

/** What the network's own web client calls itself. Rejects when it does not answer. */
export async function fetchLatest(): Promise<ClientVersion> {
  const { version, isLatest, error } = await fetchLatestWaWebVersion({
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  if (!isLatest || !isClientVersion(version))
    throw new Error('The version could not be read.', { cause: error })
  return version
}
