import type { CampaignMediaLibrary } from '../campaigns.ports.ts'
import type { AttachedMedia } from '../campaigns.repository.ts'
import type { SentMedia } from './compose-message.ts'

/** Says of the first file, which would carry the text, whether it is sound. */
export async function markSound(
  library: Pick<CampaignMediaLibrary, 'find'>,
  userId: string,
  attached: readonly AttachedMedia[],
): Promise<readonly SentMedia[]> {
  const [first, ...rest] = attached
  if (!first) return []
  const [file] = await library.find(userId, [first.mediaId])
  return [{ ...first, isSound: file?.fileType.startsWith('audio/') ?? false }, ...rest]
}
