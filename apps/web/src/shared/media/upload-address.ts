import type { MediaFile } from '@kirim/contract/media'

/** Previews in the form come from the uploads path on the server's root [2.library.previews]. */
export function uploadAddress({ fileName }: Pick<MediaFile, 'fileName'>): string {
  return `/uploads/${encodeURIComponent(fileName)}`
}
