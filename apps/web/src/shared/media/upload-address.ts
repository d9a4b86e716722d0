import type { MediaFile } from '@kirim/contract/media'

/** The preview address of an uploaded file, under the server's root [2.library.previews]. */
export function uploadAddress({ fileName }: Pick<MediaFile, 'fileName'>): string {
  return `/uploads/${encodeURIComponent(fileName)}`
}
