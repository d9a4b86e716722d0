import type { MediaFile } from '@kirim/contract/media'
import type { UploadedFile } from '../../platform/http/multipart.ts'

/** The media library, as chatbot items need it. */
export interface ChatbotMedia {
  /** The owner's files among these ids. */
  find(userId: string, ids: readonly string[]): Promise<readonly MediaFile[]>
  /** Keeps one uploaded file outside the library. Throws the media refusals. */
  keepUpload(userId: string, file: UploadedFile): Promise<MediaFile>
  /** Removes those of these files that nothing uses any more. */
  releaseUnused(mediaIds: readonly string[]): Promise<void>
}

/** The linked numbers' sessions. */
export interface Connections {
  isConnected(deviceId: string): boolean
}
