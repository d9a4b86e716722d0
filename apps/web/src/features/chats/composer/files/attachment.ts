import type { MediaFile } from '@kirim/contract/media'
import { fileKindOf, type MediaKind } from '#shared/media/media-file.ts'

/** A file that leaves with the next message: of this computer, or of a saved reply. */
export type Attachment =
  | { readonly id: string; readonly file: File; readonly isVoice: boolean }
  | { readonly id: string; readonly media: MediaFile }

export interface AttachmentFacts {
  readonly name: string
  /** In bytes. */
  readonly size: number
  readonly kind: MediaKind
}

export function factsOf(attachment: Attachment): AttachmentFacts {
  if ('file' in attachment) {
    const { name, size } = attachment.file
    return { name, size, kind: fileKindOf(attachment.file) }
  }
  const { originalName, fileSize, fileType } = attachment.media
  return { name: originalName, size: fileSize, kind: fileKindOf({ type: fileType }) }
}

/** A message of several: files leave one by one, with the text on the first. */
export interface MessagePart {
  readonly text: string
  readonly attachment: Attachment | null
}

/** Sound has no words of its own: the text goes before it. */
export function partsOf(text: string, attachments: readonly Attachment[]): MessagePart[] {
  const [first, ...others] = attachments
  if (!first) return [{ text, attachment: null }]
  const rest = others.map((attachment) => ({ text: '', attachment }))
  if (text === '' || factsOf(first).kind !== 'audio') {
    return [{ text, attachment: first }, ...rest]
  }
  return [{ text, attachment: null }, { text: '', attachment: first }, ...rest]
}
