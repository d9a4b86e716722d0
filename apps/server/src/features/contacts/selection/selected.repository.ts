import type { Db } from '../../../platform/database/database.ts'
import { isSqlite } from '../../../platform/database/text-search.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { ContactQuotas } from '../contacts.ports.ts'
import { giveTags } from '../details/tags.repository.ts'
import { addToCount, addToGroup, takeFromGroup } from '../group-members.ts'

/** A contact that is locked until the transaction ends. */
interface LockedContact {
  readonly id: string
  readonly phoneNumber: string
}

/**
 * Changes several contacts of an owner in one transaction; ids of other owners and of deleted
 * contacts are skipped. Locks in the order of the contacts repository.
 */
export function createSelectedRepository(db: Db, quotas: ContactQuotas) {
  function changeLocked<T>(
    workspaceId: string,
    ids: readonly string[],
    change: (tx: Db, there: readonly LockedContact[]) => Promise<T>,
  ): Promise<T> {
    return db.transaction().execute(async (tx) => change(tx, await lock(tx, workspaceId, ids)))
  }

  return {
    /** The contacts that still exist. */
    async people(workspaceId: string, ids: readonly string[]) {
      return db
        .selectFrom('contacts')
        .select(['id', 'name', 'phone_number as phoneNumber'])
        .where('user_id', '=', workspaceId)
        .where('id', 'in', ids)
        .execute()
    },
    /** Returns how many are newly tagged. Throws `contact_tag_not_found`. */
    tag: (workspaceId: string, ids: readonly string[], tagId: string): Promise<number> =>
      changeLocked(workspaceId, ids, async (tx, there) => {
        await requireTag(tx, workspaceId, tagId)
        return giveTags(
          tx,
          there.map(({ id }) => ({ contactId: id, tagIds: [tagId] })),
        )
      }),

    /** Returns how many had the tag. Throws `contact_tag_not_found`. */
    untag: (workspaceId: string, ids: readonly string[], tagId: string): Promise<number> =>
      changeLocked(workspaceId, ids, async (tx, there) => {
        await requireTag(tx, workspaceId, tagId)
        const { numDeletedRows } = await tx
          .deleteFrom('tag_members')
          .where('tag_id', '=', tagId)
          .where('contact_id', 'in', idsOf(there))
          .executeTakeFirstOrThrow()
        return Number(numDeletedRows)
      }),

    /** Returns how many are new to the group. Throws `group_not_found` and `quota_group_places`. */
    join: (workspaceId: string, ids: readonly string[], groupId: string): Promise<number> =>
      changeLocked(workspaceId, ids, (tx, there) =>
        addToGroup(tx, quotas.groupPlaces, workspaceId, groupId, idsOf(there)),
      ),

    /** Returns how many were in the group. Throws `group_not_found`. */
    leave: (workspaceId: string, ids: readonly string[], groupId: string): Promise<number> =>
      changeLocked(workspaceId, ids, (tx, there) =>
        takeFromGroup(tx, workspaceId, groupId, idsOf(there)),
      ),

    /** Deletes contacts from the list and from every group. Returns their numbers. */
    delete: (workspaceId: string, ids: readonly string[]): Promise<string[]> =>
      changeLocked(workspaceId, ids, async (tx, there) => {
        if (there.length === 0) return []
        const groups = await tx
          .selectFrom('group_members')
          .select(['group_id', (eb) => eb.fn.countAll<number>().as('members')])
          .where('contact_id', 'in', idsOf(there))
          .groupBy('group_id')
          .orderBy('group_id')
          .execute()
        for (const { group_id, members } of groups) {
          await addToCount(tx, workspaceId, group_id, -Number(members))
        }
        await tx
          .deleteFrom('contacts')
          .where('user_id', '=', workspaceId)
          .where('id', 'in', idsOf(there))
          .execute()
        await quotas.contacts.change(tx, workspaceId, -there.length)
        return there.map(({ phoneNumber }) => phoneNumber)
      }),
  }
}

export type SelectedRepository = ReturnType<typeof createSelectedRepository>

async function lock(tx: Db, workspaceId: string, ids: readonly string[]): Promise<LockedContact[]> {
  const rows = await tx
    .selectFrom('contacts')
    .select(['id', 'phone_number'])
    .where('user_id', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('phone_number')
    .$if(!isSqlite(tx), (query) => query.forUpdate())
    .execute()
  return rows.map(({ id, phone_number }) => ({ id, phoneNumber: phone_number }))
}

function idsOf(contacts: readonly LockedContact[]): string[] {
  return contacts.map(({ id }) => id)
}

async function requireTag(tx: Db, workspaceId: string, tagId: string): Promise<void> {
  const tag = await tx
    .selectFrom('contact_tags')
    .select('id')
    .where('id', '=', tagId)
    .where('user_id', '=', workspaceId)
    .where('erasing', '=', 0)
    .executeTakeFirst()
  if (!tag) throw new DomainError('contact_tag_not_found')
}
