/** How a file is stored and served: its extension and content type. */
export interface MediaKind {
  readonly extension: string
  readonly type: string
}

const JPEG: MediaKind = { extension: 'jpg', type: 'image/jpeg' }
const PNG: MediaKind = { extension: 'png', type: 'image/png' }
export const MP4: MediaKind = { extension: 'mp4', type: 'video/mp4' }
export const VOICE: MediaKind = { extension: 'opus', type: 'audio/ogg; codecs=opus' }
export const M4A: MediaKind = { extension: 'm4a', type: 'audio/mp4' }

/** Images stored in their own format, by detected content type. */
const IMAGES: ReadonlyMap<string, MediaKind> = new Map([
  ['image/jpeg', JPEG],
  ['image/png', PNG],
  ['image/apng', PNG],
  ['image/gif', { extension: 'gif', type: 'image/gif' }],
  ['image/webp', { extension: 'webp', type: 'image/webp' }],
])

const VIDEOS: ReadonlyMap<string, MediaKind> = new Map([
  ['video/mp4', MP4],
  ['video/x-m4v', MP4],
  ['video/3gpp', { extension: '3gp', type: 'video/3gpp' }],
  ['video/quicktime', { extension: 'mov', type: 'video/quicktime' }],
  ['video/webm', { extension: 'webm', type: 'video/webm' }],
])

/** Audio that phones play within a chat. */
const SOUNDS: ReadonlyMap<string, MediaKind> = new Map([
  [VOICE.type, VOICE],
  ['audio/mpeg', { extension: 'mp3', type: 'audio/mpeg' }],
  ['audio/x-m4a', M4A],
  ['audio/mp4', M4A],
  ['audio/aac', { extension: 'aac', type: 'audio/aac' }],
  ['audio/amr', { extension: 'amr', type: 'audio/amr' }],
])

const OFFICE = 'application/vnd.openxmlformats-officedocument'
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument'

/** Documents with macros have types of their own and are excluded. */
const DOCUMENTS: ReadonlyMap<string, MediaKind> = new Map(
  (
    [
      ['pdf', 'application/pdf'],
      ['docx', `${OFFICE}.wordprocessingml.document`],
      ['xlsx', `${OFFICE}.spreadsheetml.sheet`],
      ['pptx', `${OFFICE}.presentationml.presentation`],
      ['odt', `${OPEN_DOCUMENT}.text`],
      ['ods', `${OPEN_DOCUMENT}.spreadsheet`],
      ['odp', `${OPEN_DOCUMENT}.presentation`],
    ] as const
  ).map(([extension, type]) => [type, { extension, type }]),
)

/** ffmpeg's name of each format, by detected content type. */
const FORMATS: ReadonlyMap<string, string> = new Map([
  ['image/gif', 'gif'],
  ...['video/mp4', 'video/x-m4v', 'video/3gpp', 'video/3gpp2', 'video/quicktime'].map(
    (type) => [type, 'mov'] as const,
  ),
  ['video/webm', 'matroska'],
  ['video/matroska', 'matroska'],
  ['video/vnd.avi', 'avi'],
  ['video/x-ms-asf', 'asf'],
  ['video/mpeg', 'mpeg'],
  ['video/MP1S', 'mpeg'],
  ['video/MP2P', 'mpeg'],
  ['video/mp2t', 'mpegts'],
  ['video/ogg', 'ogg'],
  ['video/x-flv', 'flv'],
  ['audio/mpeg', 'mp3'],
  ['audio/x-m4a', 'mov'],
  ['audio/mp4', 'mov'],
  ['audio/aac', 'aac'],
  ['audio/amr', 'amr'],
  ['audio/wav', 'wav'],
  ['audio/flac', 'flac'],
  ['audio/ogg', 'ogg'],
  ['audio/aiff', 'aiff'],
])

/** Phones show these as documents, or not at all. */
const CONVERTED = /^image\/(avif|heic|heif|tiff|webp)(-sequence)?$/

/** `format` is null for files that ffmpeg does not handle. */
export type Recognised =
  | {
      readonly as: 'image' | 'video' | 'sound' | 'document' | 'converted' | 'converted_sound'
      readonly kind: MediaKind
      readonly format: string | null
    }
  | { readonly as: 'unsupported' | 'other' }

const KEPT = [
  ['image', IMAGES],
  ['video', VIDEOS],
  ['sound', SOUNDS],
  ['document', DOCUMENTS],
] as const

/** Maps the detected content type to how a file is handled; null when none was detected. */
export function recognise(contentType: string | null): Recognised {
  if (!contentType) return { as: 'other' }
  const format = FORMATS.get(contentType) ?? null
  if (CONVERTED.test(contentType)) return { as: 'converted', kind: JPEG, format }
  for (const [as, kinds] of KEPT) {
    const kind = kinds.get(contentType)
    if (kind) return { as, kind, format }
  }
  if (format && contentType.startsWith('audio/')) {
    return { as: 'converted_sound', kind: VOICE, format }
  }
  if (format) return { as: 'video', kind: MP4, format }
  return { as: /^(image|video)\//.test(contentType) ? 'unsupported' : 'other' }
}

const TYPE_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  KEPT.flatMap(([, kinds]) => [...kinds.values()]).map(({ extension, type }) => [extension, type]),
)

/** The content type of a stored file, from the extension that `newFileName` gave it. */
export function typeOfFileName(fileName: string): string | undefined {
  return TYPE_BY_EXTENSION.get(fileName.slice(fileName.lastIndexOf('.') + 1))
}
