import type { DeviceProblem } from '@kirim/contract/devices'
import type { MediaFile } from '@kirim/contract/media'
import type { AliasableExpression } from 'kysely'
import type { UploadedFile } from '../../platform/http/multipart.ts'

/** The media library, as chatbot items need it. */
export interface ChatbotMedia {
  /** The user's files among these ids. */
  find(userId: string, ids: readonly string[]): Promise<readonly MediaFile[]>
  /** Stores an uploaded file outside the library. Throws the media refusals. */
  keepUpload(userId: string, file: UploadedFile): Promise<MediaFile>
  /** Deletes those of these files that nothing uses any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
}

/** Linked numbers, as chatbots need them. */
export interface ChatbotDevices {
  /** For joins: all devices, including removed ones. */
  readonly rows: AliasableExpression<{
    id: string
    user_id: string
    name: string
    number: string
    logged_out: 0 | 1
    removed: 0 | 1
    linked_at: number
  }>
  ownerOf(deviceId: string): Promise<string | null>
}

/** SQL: the time zone of the newest campaign of the user in this column; null without one. */
export type NewestTimeZone = (userId: string) => AliasableExpression<string | null>

/** The linked numbers' sessions. */
export interface Connections {
  isConnected(deviceId: string): boolean
  /** Why it is not connected, when its owner should know. */
  problemOf(deviceId: string): DeviceProblem | null
}

/**
 * What the owner's list says of a number: an empty name and empty fields where it is unknown. Every
 * field that the owner has is there.
 */
export type ContactOf = (
  userId: string,
  phoneNumber: string | null,
) => Promise<{ contactName: string; fields: ReadonlyMap<string, string> }>
