/** The `accept` attribute of file inputs; users can still choose other files. */
export const MEDIA_ACCEPT = 'image/*,video/*'

export type MediaKind = 'image' | 'video' | 'other'

/** Returns the kind of a MIME type such as `image/png`. */
export function mediaKindOf(type: string): MediaKind {
  if (type.startsWith('image/')) return 'image'
  return type.startsWith('video/') ? 'video' : 'other'
}

const KILOBYTE = 1024
const MEGABYTE = 1024 * KILOBYTE
const GIGABYTE = 1024 * MEGABYTE

/** Formats a file size (bytes) in a locale: "812 bytes", "14 kB", "2.4 MB". */
export function fileSizeText(bytes: number, locale: string): string {
  const format = (value: number, unit: string, digits: number) =>
    new Intl.NumberFormat(locale, {
      style: 'unit',
      unit,
      maximumFractionDigits: digits,
      // The short form of 'byte' has no plural.
      unitDisplay: unit === 'byte' ? 'long' : 'short',
    }).format(value)
  if (bytes < KILOBYTE) return format(bytes, 'byte', 0)
  // Sizes that would round up to 1,024 kB are shown in MB.
  if (bytes < MEGABYTE - KILOBYTE / 2) return format(bytes / KILOBYTE, 'kilobyte', 0)
  if (bytes < GIGABYTE) return format(bytes / MEGABYTE, 'megabyte', 1)
  return format(bytes / GIGABYTE, 'gigabyte', 1)
}
