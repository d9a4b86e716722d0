import { chosenMedia, type ShownMedia, storedMedia } from '#shared/media/shown-media.ts'
import { useObjectUrl } from '#shared/media/use-object-url.ts'
import type { Attachment } from '../item-form-values.ts'

/** The attached file for display; none or one. */
export function useAttachedMedia(attachment: Attachment): readonly ShownMedia[] {
  const src = useObjectUrl(attachment.kind === 'upload' ? attachment.file : null)
  if (attachment.kind === 'none') return []
  if (attachment.kind === 'kept') return [storedMedia(attachment.file)]
  return [chosenMedia(attachment.file, src)]
}
