import type { UploadedFile } from '../../platform/http/multipart.ts'

/** A message as it leaves, its id chosen and stored beforehand. */
export interface OutgoingMessage {
  readonly messageId: string
  /** The identity the network resolved the recipient's number to. */
  readonly jid: string
  readonly text: string
  readonly media: OutgoingMedia | null
}

export interface OutgoingMedia {
  readonly path: string
  readonly fileType: string
  readonly originalName: string
}

export type SendOutcome =
  /** The network has taken the message. */
  | { readonly kind: 'accepted' }
  /** The network said no; trying again would not help. `code` is the network's own. */
  | { readonly kind: 'refused'; readonly code: string }
  /** The connection went before an answer came: whether it arrived is not known. */
  | { readonly kind: 'unknown' }

/** Sends over a device's open session. */
export interface MessageSender {
  /** The network's identity for a number; null when the number is not on the network. Throws when not connected. */
  resolve(deviceId: string, phoneNumber: string): Promise<string | null>
  /** Sending the same id again is harmless: the receiver drops an id it has seen. */
  send(deviceId: string, message: OutgoingMessage): Promise<SendOutcome>
}

/** What the network later says of a sent message. */
export interface MessageReceipt {
  readonly deviceId: string
  readonly messageId: string
  readonly status: 'sent' | 'delivered' | 'read' | 'failed'
}

/** A message sent earlier, to answer a receiver who could not read it. */
export interface SentMessages {
  find(deviceId: string, messageId: string): Promise<OutgoingMessage | null>
}

export interface CampaignMedia {
  readonly id: string
  readonly originalName: string
  readonly fileName: string
  readonly fileType: string
  readonly fileSize: number
  readonly createdAt: number
}

/** The media library, as campaigns need it. */
export interface CampaignMediaLibrary {
  /** The owner's files among these ids, in the order asked for. */
  find(userId: string, ids: readonly string[]): Promise<readonly CampaignMedia[]>
  /** Keeps one uploaded file outside the library. Throws the media refusals. */
  keepUpload(userId: string, file: UploadedFile): Promise<CampaignMedia>
  /** Removes files that are in no library and in no campaign any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
  /** Where the bytes are; null when they are gone. */
  localPath(fileName: string): string | null
}
