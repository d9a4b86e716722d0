import type { MediaFile } from '@kirim/contract/media'

/** A library file. */
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

/** A local file that reports the given size without holding the bytes. */
export function diskFile(name: string, type: string, size = 5): File {
  return Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size })
}
