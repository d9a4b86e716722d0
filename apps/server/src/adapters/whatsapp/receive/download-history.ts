import type { Readable } from 'node:stream'
import { getMediaKeys, getUrlFromDirectPath, type proto } from 'baileys'
import type { ThroughProxy } from '../../../features/devices/proxy/proxy.ports.ts'
import { openSealed } from './sealed-files.ts'

/** Downloads and decrypts a history file, which the phone has uploaded to the media hosts. */
export async function downloadHistory(
  { mediaKey, directPath }: proto.Message.IHistorySyncNotification,
  dispatcher: ThroughProxy['dispatcher'] | null,
  signal: AbortSignal,
): Promise<Readable> {
  // The driver appends it to a host name.
  if (!directPath?.startsWith('/')) throw new Error('A part of the history has no path.')
  const keys = await getMediaKeys(mediaKey, 'md-msg-hist')
  return openSealed(getUrlFromDirectPath(directPath), keys, dispatcher, signal)
}
