import type { MediaFile } from '@kirim/contract/media'
import type { UploadedFile } from '../../platform/http/multipart.ts'
import type { OutgoingMessage, SendOutcome } from '../../platform/outgoing-message.ts'
import type { Quota } from '../../platform/quota.ts'

/** Sends over a device's open session. */
export interface MessageSender {
  /** The network's identity for a number; null when the number is not on the network. Throws when not connected. */
  resolve(deviceId: string, phoneNumber: string): Promise<string | null>
  /** Sending the same id again is harmless: the receiver drops an id it has seen. */
  send(deviceId: string, message: OutgoingMessage): Promise<SendOutcome>
}

/** A message sent earlier, to answer a receiver who could not read it. */
export interface SentMessages {
  find(deviceId: string, messageId: string): Promise<OutgoingMessage | null>
}

/** What bounds the campaigns of a user. */
export interface CampaignQuotas {
  readonly campaigns: Quota
  readonly peopleWaiting: Quota
}

/** The media library, as campaigns need it. */
export interface CampaignMediaLibrary {
  /** The owner's files among these ids, in the order asked for. */
  find(userId: string, ids: readonly string[]): Promise<readonly MediaFile[]>
  /** Puts files into the library that were kept outside. */
  keepInLibrary(userId: string, mediaIds: readonly string[]): Promise<void>
  /** Keeps one uploaded file outside the library. Throws the media refusals. */
  keepUpload(userId: string, file: UploadedFile): Promise<MediaFile>
  /** Removes files that are in no library and in no campaign any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
  /** Where the bytes are; null when they are gone. */
  localPath(fileName: string): string | null
}
