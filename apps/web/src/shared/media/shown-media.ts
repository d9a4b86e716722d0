import type { MediaFile } from '@kirim/contract/media'
import { uploadAddress } from './upload-address.ts'

/** A file of a message, stored or just chosen. */
export interface ShownMedia {
  id: string
  name: string
  /** MIME type. */
  type: string
  /** The address of the file; null while unknown. */
  src: string | null
  /** A note shown with the file. */
  note?: string
}

/** Converts a stored file. */
export function storedMedia(file: MediaFile): ShownMedia {
  return {
    id: file._id,
    name: file.originalName,
    type: file.fileType,
    src: uploadAddress(file),
  }
}
