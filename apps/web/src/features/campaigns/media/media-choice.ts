import type { BulkCampaign } from '@kirim/contract/campaigns'
import { CAMPAIGN_MEDIA_MAX } from '@kirim/contract/limits'
import type { MediaFile } from '@kirim/contract/media'

/** What a campaign attaches: library items or one file, never both [4.media]. */
export type MediaChoice =
  | { kind: 'none' }
  | { kind: 'library'; ids: readonly string[] }
  /** Chosen now, sent along when the campaign is saved. */
  | { kind: 'upload'; file: File }
  /** Uploaded with the campaign earlier. */
  | { kind: 'kept'; file: MediaFile }

export const NO_MEDIA: MediaChoice = { kind: 'none' }

export function mediaChoiceOf(campaign: BulkCampaign): MediaChoice {
  if (campaign.mediaFile) return { kind: 'kept', file: campaign.mediaFile }
  return chooseFromLibrary(NO_MEDIA, campaign.mediaAttachments)
}

/** A confirmed selection replaces a file; an empty one takes nothing but a selection away. */
export function chooseFromLibrary(before: MediaChoice, ids: readonly string[]): MediaChoice {
  if (ids.length > 0) return { kind: 'library', ids }
  return before.kind === 'library' ? NO_MEDIA : before
}

/** The library items of a choice; none when a file is attached. */
export function libraryIds(choice: MediaChoice): readonly string[] {
  return choice.kind === 'library' ? choice.ids : []
}

/**
 * Adds or takes away one item, in the order they were picked;
 * null when there are as many as may be.
 */
export function toggleItem(ids: readonly string[], id: string): readonly string[] | null {
  if (ids.includes(id)) return ids.filter((known) => known !== id)
  return ids.length < CAMPAIGN_MEDIA_MAX ? [...ids, id] : null
}
