import type { MediaFile } from '@kirim/contract/media'
import { uploadAddress } from './upload-address.ts'

/** A file of a message, wherever it comes from. */
export interface ShownMedia {
  id: string
  name: string
  /** MIME type. */
  type: string
  /** Where it is shown from; null while that is not known. */
  src: string | null
  /** What is to be known of it. */
  note?: string
}

/** A file that is on the server. */
export function storedMedia(file: MediaFile): ShownMedia {
  return {
    id: file._id,
    name: file.originalName,
    type: file.fileType,
    src: uploadAddress(file),
  }
}
