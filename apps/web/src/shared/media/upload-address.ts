import type { MediaFile } from '@kirim/contract/media'

/** Previews in the form come from the uploads path on the server's root (SPEC §2 Media Library dialog). */
export function uploadAddress({ fileName }: Pick<MediaFile, 'fileName'>): string {
  return `/uploads/${encodeURIComponent(fileName)}`
}
