import type { Readable } from 'node:stream'
import type { MessageKind } from '@kirim/contract/message-kinds'
import type { StoredFile } from '../../../platform/message-content.ts'

/** The network does not have the file any more. */
export class FileForgotten extends Error {}

/** A message with a file, as the network names it. */
export interface FileMessage {
  readonly networkId: string
  readonly chatJid: string
  readonly senderJid: string
  readonly isGroup: boolean
  readonly fromMe: boolean
  readonly mediaKey: string
}

/** The open session of a device, for files. */
export interface FileNetwork {
  isOpen(deviceId: string): boolean
  /** The file, decrypted. Throws FileForgotten. */
  download(
    deviceId: string,
    file: Pick<StoredFile, 'directPath' | 'mediaKey'>,
    kind: MessageKind,
    signal: AbortSignal,
  ): Promise<Readable>
  /** Asks the phone to upload a file again; returns its new path, null when it has none. */
  askPhone(deviceId: string, message: FileMessage, signal: AbortSignal): Promise<string | null>
}

/** A downloaded file, which is kept if it is what its message says. */
export interface ReceivedFile {
  readonly path: string
  readonly kind: MessageKind
  /** Empty for what has no name. */
  readonly fileName: string
}

/**
 * Keeps a received file among the workspace's media; null when it is not what its kind says. Throws
 * `quota_media_bytes`, `media_storage_away` or `too_much_waiting`.
 */
export type KeepReceived = (
  workspaceId: string,
  file: ReceivedFile,
) => Promise<{ readonly mediaId: string; readonly previewId: string | null } | null>
