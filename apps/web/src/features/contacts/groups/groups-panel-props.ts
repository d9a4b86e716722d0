import type { ContactGroup } from '@kirim/contract/contacts'

export interface GroupsPanelProps {
  /** Undefined while loading. */
  groups: readonly ContactGroup[] | undefined
  /** Loading failed; the page shows this. */
  failed: boolean
  /** The number of all contacts; undefined while it is loading. */
  total: number | undefined
  /** The selected group; null for all contacts. */
  selected: ContactGroup | null
  onSelect: (groupId: string | null) => void
  onCreate: () => void
  onRename: (group: ContactGroup) => void
  /** A new segment, or the conditions of one. */
  onSegment: (segment: ContactGroup | 'new') => void
  /** Opens the fields and tags of contacts. */
  onDetails: () => void
  onDelete: (group: ContactGroup) => void
}
