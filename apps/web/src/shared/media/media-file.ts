/** The documents that a library accepts: file extension and MIME type. */
const DOCUMENTS = [
  ['.pdf', 'application/pdf'],
  ['.docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['.xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['.pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['.odt', 'application/vnd.oasis.opendocument.text'],
  ['.ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['.odp', 'application/vnd.oasis.opendocument.presentation'],
] as const

/** The `accept` attribute of file inputs; users can still choose other files. */
export const MEDIA_ACCEPT = [
  'image/*',
  'video/*',
  'audio/*',
  ...DOCUMENTS.map(([ending]) => ending),
].join(',')

export type MediaKind = 'image' | 'video' | 'audio' | 'document' | 'other'

/** Returns the kind of a MIME type such as `image/png`. */
export function mediaKindOf(type: string): MediaKind {
  const [kind] = type.split('/')
  if (kind === 'image' || kind === 'video' || kind === 'audio') return kind
  return DOCUMENTS.some(([, own]) => own === type) ? 'document' : 'other'
}

/** The kind of a chosen file; some systems do not know the MIME types of documents. */
export function fileKindOf({ type, name = '' }: { type: string; name?: string }): MediaKind {
  const kind = mediaKindOf(type)
  if (kind !== 'other') return kind
  return typeByName(name) ? 'document' : 'other'
}

/** The type of a document by its name; '' for another file. */
export function typeByName(name: string): string {
  return DOCUMENTS.find(([ending]) => name.toLowerCase().endsWith(ending))?.[1] ?? ''
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
