/** How a file is stored and served: its extension and content type. */
export interface MediaKind {
  readonly extension: string
  readonly type: string
}

const JPEG: MediaKind = { extension: 'jpg', type: 'image/jpeg' }
const PNG: MediaKind = { extension: 'png', type: 'image/png' }
const MP4: MediaKind = { extension: 'mp4', type: 'video/mp4' }

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

const CONVERTED = /^image\/(avif|heic|heif|tiff)(-sequence)?$/

export type Recognised =
  | { readonly as: 'image' | 'video' | 'converted'; readonly kind: MediaKind }
  | { readonly as: 'unsupported' | 'other' }

/** Maps the detected content type to how a file is handled; null when none was detected. */
export function recognise(contentType: string | null): Recognised {
  if (!contentType) return { as: 'other' }
  const image = IMAGES.get(contentType)
  if (image) return { as: 'image', kind: image }
  const video = VIDEOS.get(contentType)
  if (video) return { as: 'video', kind: video }
  if (CONVERTED.test(contentType)) return { as: 'converted', kind: JPEG }
  return { as: /^(image|video)\//.test(contentType) ? 'unsupported' : 'other' }
}

const TYPE_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  [...IMAGES.values(), ...VIDEOS.values()].map((kind) => [kind.extension, kind.type]),
)

/** The content type of a stored file, from the extension that `newFileName` gave it. */
export function typeOfFileName(fileName: string): string | undefined {
  return TYPE_BY_EXTENSION.get(fileName.slice(fileName.lastIndexOf('.') + 1))
}
