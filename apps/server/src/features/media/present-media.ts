import type { MediaFile } from '@kirim/contract/media'
import type { MediaRecord } from './media.repository.ts'

/** Converts a record to the API's format. */
export function presentMedia(record: MediaRecord): MediaFile {
  return {
    _id: record.id,
    originalName: record.originalName,
    fileName: record.fileName,
    filePath: `/uploads/${record.fileName}`,
    fileType: record.fileType,
    fileSize: record.fileSize,
    createdAt: new Date(record.createdAt).toISOString(),
  }
}
