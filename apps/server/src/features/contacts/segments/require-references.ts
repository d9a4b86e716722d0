import type { SegmentCondition, SegmentFilter } from '@kirim/contract/segment-filter'
import type { Sight } from '../../../platform/caller.ts'
import { refusedField } from '../../../platform/errors.ts'
import type { CampaignsAmong } from '../contacts.ports.ts'
import type { TagsRepository } from '../details/tags.repository.ts'
import type { GroupsRepository } from '../groups.repository.ts'

export interface ReferenceDeps {
  readonly tags: TagsRepository
  readonly groups: GroupsRepository
  readonly campaignsAmong: CampaignsAmong
}

/** An object that a condition refers to by id. */
interface Reference {
  readonly id: string
  readonly path: (string | number)[]
  /** Thrown when it does not exist. */
  readonly code: 'contact_tag_not_found' | 'group_not_found' | 'campaign_not_found'
}

/**
 * Requires that everything is there, and seen, that the filter refers to, except references that
 * were already in `before`. Throws `contact_tag_not_found`, `group_not_found` and
 * `campaign_not_found`.
 */
export async function requireReferences(
  { tags, groups, campaignsAmong }: ReferenceDeps,
  sight: Sight,
  filter: SegmentFilter,
  before: SegmentFilter | null = null,
): Promise<void> {
  const known = new Set(before === null ? [] : referencesIn(before).map(({ id }) => id))
  const fresh = referencesIn(filter).filter(({ id }) => !known.has(id))
  const ownersAmong = [
    ['contact_tag_not_found', tags.among],
    ['group_not_found', groups.filledByHandAmong],
    [
      'campaign_not_found',
      (_workspaceId: string, ids: readonly string[]) => campaignsAmong(sight, ids),
    ],
  ] as const
  for (const [code, among] of ownersAmong) {
    const references = fresh.filter((named) => named.code === code)
    if (references.length === 0) continue
    const own = await among(
      sight.workspaceId,
      references.map(({ id }) => id),
    )
    const missing = references.find(({ id }) => !own.has(id))
    if (missing) throw refusedField(code, missing.path)
  }
}

function referencesIn({ conditions }: SegmentFilter): Reference[] {
  return conditions.flatMap((condition, place) => {
    const path = ['filter', 'conditions', place]
    return referencesOf(condition).map((named) => ({ ...named, path: [...path, ...named.path] }))
  })
}

function referencesOf(condition: SegmentCondition): Reference[] {
  switch (condition.about) {
    case 'tag':
      return [{ id: condition.tagId, path: ['tagId'], code: 'contact_tag_not_found' }]
    case 'group':
      return condition.groupIds.map((id, place) => ({
        id,
        path: ['groupIds', place],
        code: 'group_not_found',
      }))
    case 'campaign':
      return [{ id: condition.campaignId, path: ['campaignId'], code: 'campaign_not_found' }]
    default:
      return []
  }
}
