import { setImmediate } from 'node:timers/promises'
import type {
  ContactSelection,
  SelectionChange,
  SelectionStep,
} from '@kirim/contract/contact-selection'
import type { Caller } from '../../../platform/caller.ts'
import type { Clock } from '../../../platform/clock.ts'
import { chunks } from '../../../platform/database/database.ts'
import { DomainError } from '../../../platform/errors.ts'
import { cleanName } from '../contact-columns.ts'
import type { ChangeOptOuts, LeaveCampaigns } from '../contacts.ports.ts'
import type { TagsRepository } from '../details/tags.repository.ts'
import type { GroupsRepository } from '../groups.repository.ts'
import { type ListDeps, listContacts } from '../list-contacts.ts'
import type { SegmentFilling } from '../segments/fill-segments.ts'
import type { SelectedRepository } from './selected.repository.ts'

/** Contacts per call, so that each call is short; a long list takes several. */
const CALL_CONTACTS = 500
/** A transaction of this size takes some tens of milliseconds at most. */
const STEP_CONTACTS = 100

export interface ChangeDeps extends Omit<ListDeps, 'tags'> {
  readonly selected: SelectedRepository
  readonly groups: GroupsRepository
  readonly tags: TagsRepository
  readonly filling: SegmentFilling
  readonly leaveCampaigns: LeaveCampaigns
  readonly changeOptOuts: ChangeOptOuts
  readonly clock: Clock
}

interface ChangeRequest {
  readonly who: ContactSelection
  readonly change: SelectionChange
  readonly cursor?: string | undefined
}

/**
 * Changes the next contacts of a selection. Throws `contact_not_found` when none of the selected
 * ids exists, and what the change throws.
 */
export async function changeContacts(
  deps: ChangeDeps,
  caller: Caller,
  { who, change, cursor }: ChangeRequest,
): Promise<SelectionStep> {
  const { ids, next } = await nextOf(deps, caller, who, cursor)
  const step = await prepareStep(deps, caller, change)
  let changed = 0
  const changedIds: string[] = []
  for (const some of chunks(ids, STEP_CONTACTS)) {
    const done = await step(some)
    if (typeof done === 'number') changed += done
    else changedIds.push(...done)
    await setImmediate()
  }
  changed += changedIds.length
  return { seen: ids.length, changed, next, ...(change.does === 'optOut' && { changedIds }) }
}

/** The next contacts, newest first, so that contacts added meanwhile are not included. */
async function nextOf(
  deps: ChangeDeps,
  caller: Caller,
  who: ContactSelection,
  cursor?: string,
): Promise<{ ids: string[]; next: string | null }> {
  const { workspaceId } = caller
  if (who.by === 'ids') {
    const ids = await deps.lists.own(workspaceId, who.ids)
    if (ids.length === 0) throw new DomainError('contact_not_found')
    return { ids, next: null }
  }
  const { groupId = null, ...list } = who.list
  if (groupId !== null) {
    await deps.groups.require(workspaceId, groupId)
    if (!cursor) await deps.filling.refresh(groupId)
  }
  const page = await listContacts(deps, caller, {
    ...list,
    groupId,
    limit: CALL_CONTACTS,
    cursor,
  })
  const ids: string[] = []
  for await (const contacts of page.pages) ids.push(...contacts.map(({ _id }) => _id))
  return { ids, next: page.next }
}

/** Returns how many contacts it changed, or their ids. */
type Step = (ids: readonly string[]) => Promise<number | readonly string[]>

/** Checks that the change is possible and returns the function that applies it to some contacts. */
async function prepareStep(
  { selected, groups, tags, leaveCampaigns, changeOptOuts, clock }: ChangeDeps,
  { workspaceId, personId }: Caller,
  change: SelectionChange,
): Promise<Step> {
  switch (change.does) {
    case 'tag': {
      const name = cleanName(change.name)
      const tagId = (await tags.ensure(workspaceId, [name], clock.now())).get(name) ?? ''
      return (ids) => selected.tag(workspaceId, ids, tagId)
    }
    case 'untag':
      return (ids) => selected.untag(workspaceId, ids, change.tagId)
    case 'join':
      await groups.requireFilledByHand(workspaceId, change.groupId)
      return (ids) => selected.join(workspaceId, ids, change.groupId)
    case 'leave':
      await groups.requireFilledByHand(workspaceId, change.groupId)
      return (ids) => selected.leave(workspaceId, ids, change.groupId)
    case 'optOut':
    case 'optIn': {
      const optOutChange = {
        change: change.does === 'optOut' ? 'out' : 'back',
        reason: change.reason,
        changedBy: personId,
      } as const
      return async (ids) => {
        const people = await selected.people(workspaceId, ids)
        const numbers = await changeOptOuts(workspaceId, people, optOutChange)
        return people.filter(({ phoneNumber }) => numbers.has(phoneNumber)).map(({ id }) => id)
      }
    }
    case 'delete':
      return async (ids) => {
        const numbers = await selected.delete(workspaceId, ids)
        // Last, so that a campaign being saved cannot add them again.
        if (change.leaveCampaigns) {
          for (const number of numbers) await leaveCampaigns(workspaceId, number)
        }
        return numbers.length
      }
  }
}
