import type { MediaFile } from '@kirim/contract/media'

/** A file of the library. */
export function fileOf(id: string, given: Partial<MediaFile> = {}): MediaFile {
  return {
    _id: id,
    originalName: `${id}.png`,
    fileName: `stored-${id}.png`,
    filePath: `/uploads/stored-${id}.png`,
    fileType: 'image/png',
    fileSize: 5,
    createdAt: '2026-11-20T00:00:00.000Z',
    ...given,
  }
}

/** A file of that size on the reader's disk; its bytes are not there. */
export function diskFile(name: string, type: string, size = 5): File {
  return Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
}
