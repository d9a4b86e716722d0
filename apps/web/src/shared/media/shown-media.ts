import type { MediaFile } from '@kirim/contract/media'
import { typeByName } from './media-file.ts'
import { uploadAddress } from './upload-address.ts'

/** A file of a message, stored or just chosen. */
export interface ShownMedia {
  id: string
  name: string
  /** MIME type. */
  type: string
  /** The address of the file; null while unknown. */
  src: string | null
  /** In bytes, where it is known. */
  size?: number
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
    size: file.fileSize,
  }
}

/** Converts a file that was just chosen; `src` is its object URL. */
export function chosenMedia(file: File, src: string | null): ShownMedia {
  const { name, type, size } = file
  return { id: 'upload', name, type: type || typeByName(name), src, size }
}
