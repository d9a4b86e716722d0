import type { Caller } from '../../../platform/caller.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { UploadedFile } from '../../../platform/http/multipart.ts'
import type { OutgoingContent } from '../../../platform/message-content.ts'
import type { ChatFiles } from './write.ports.ts'

/** A file that a message is sent with. */
interface Attached {
  readonly mediaId: string | null
  /** What is told of a voice note. */
  readonly voice: Pick<Extract<OutgoingContent, { type: 'message' }>, 'isVoice' | 'waveform'> | null
  /** Uploaded with the request, so that nothing else needs it. */
  readonly isUploaded: boolean
}

interface AttachForm {
  readonly mediaId?: string | undefined
  readonly isVoice: boolean
}

const NOTHING: Attached = { mediaId: null, voice: null, isUploaded: false }

/**
 * The uploaded file of a message, stored and judged by its content, or one that is stored already.
 * Throws `media_not_found` and the refusals of an upload.
 */
export async function attachFile(
  files: ChatFiles,
  { workspaceId }: Caller,
  { mediaId: storedId, isVoice }: AttachForm,
  file: UploadedFile | null,
): Promise<Attached> {
  const mediaId = file ? (await files.keepUpload(workspaceId, file))._id : (storedId ?? null)
  if (mediaId === null) return NOTHING
  const type = (await files.typesOf(workspaceId, [mediaId])).get(mediaId)
  if (type === undefined) throw new DomainError('media_not_found')
  const isRecorded = isVoice && type.startsWith('audio/ogg')
  const waveform = isRecorded ? await files.waveformOf(workspaceId, mediaId) : ''
  return {
    mediaId,
    isUploaded: file !== null,
    voice: isRecorded ? { isVoice: true, ...(waveform && { waveform }) } : null,
  }
}
