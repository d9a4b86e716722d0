import { errors } from '@kirim/contract/errors'
import { MEDIA_MAX_BYTES } from '@kirim/contract/limits'
import { fileKindOf } from './media-file.ts'

/** Why a file cannot be uploaded, or null [5.media]. The server also checks the content. */
export function mediaFileProblem(file: {
  size: number
  type: string
  name?: string
}): string | null {
  if (fileKindOf(file) === 'other') return errors.media_wrong_type.text
  return file.size > MEDIA_MAX_BYTES ? errors.media_too_large.text : null
}
