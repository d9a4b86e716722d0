import type { BulkCampaign } from '@kirim/contract/campaigns'
import { CAMPAIGN_MEDIA_MAX } from '@kirim/contract/limits'
import type { MediaFile } from '@kirim/contract/media'

/** The media of a campaign: library items or one file, never both [4.media]. */
export type MediaChoice =
  | { kind: 'none' }
  | { kind: 'library'; ids: readonly string[] }
  /** A chosen file, uploaded when the campaign is saved. */
  | { kind: 'upload'; file: File }
  /** The file stored with the campaign. */
  | { kind: 'kept'; file: MediaFile }

export const NO_MEDIA: MediaChoice = { kind: 'none' }

export function mediaChoiceOf(campaign: BulkCampaign): MediaChoice {
  if (campaign.mediaFile) return { kind: 'kept', file: campaign.mediaFile }
  return chooseFromLibrary(NO_MEDIA, campaign.mediaAttachments)
}

/**
 * Applies a library selection: it replaces a file; an empty one only clears an earlier selection.
 */
export function chooseFromLibrary(before: MediaChoice, ids: readonly string[]): MediaChoice {
  if (ids.length > 0) return { kind: 'library', ids }
  return before.kind === 'library' ? NO_MEDIA : before
}

/** The selected library items; empty when a file is attached. */
export function libraryIds(choice: MediaChoice): readonly string[] {
  return choice.kind === 'library' ? choice.ids : []
}

/** Adds or removes an item, keeping the order of selection; null at the maximum. */
export function toggleItem(ids: readonly string[], id: string): readonly string[] | null {
  if (ids.includes(id)) return ids.filter((known) => known !== id)
  return ids.length < CAMPAIGN_MEDIA_MAX ? [...ids, id] : null
}
