import type { MediaFile } from '@kirim/contract/media'
import { textKey } from '#shared/i18n/text-key.ts'
import type { ListShape, Sorting } from '#shared/list/list-view.ts'

export type MediaColumn = 'name' | 'size'

/** The server lists the newest first. */
export const mediaShape: ListShape<MediaFile, MediaColumn> = {
  words: ({ originalName }) => [originalName],
  columns: {
    name: ({ originalName }) => originalName,
    size: ({ fileSize }) => fileSize,
  },
}

export const MEDIA_ORDERS = ['newest', 'name', 'size'] as const
export type MediaOrder = (typeof MEDIA_ORDERS)[number]

/** The sort options by translation key. */
export const mediaOrders: Record<
  MediaOrder,
  { label: string; sorting: Sorting<MediaColumn> | null }
> = {
  newest: { label: textKey('Newest first'), sorting: null },
  name: { label: textKey('By name'), sorting: { by: 'name', descending: false } },
  size: { label: textKey('Largest first'), sorting: { by: 'size', descending: true } },
}
