import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { onlySeen } from '../../platform/database/in-sight.ts'
import { inSteps } from '../../platform/database/in-steps.ts'

const BATCH_SIZE = 250

/** A chat that belongs to nobody again. */
export interface ReturnedChat {
  readonly workspaceId: string
  readonly deviceId: string
  readonly chatId: string
}

/** Chats that a person of the workspace answers; `onReturned` hears of those they gave back. */
export function createAssignedChats(
  db: Db,
  onReturned: (personId: string, chats: readonly ReturnedChat[]) => void = () => {},
) {
  return {
    /** How many of those that are seen each person has. */
    async assignedIn(sight: Sight): Promise<ReadonlyMap<string, number>> {
      const { workspaceId, personId, ownChatsOnly } = sight
      const rows = await db
        .selectFrom('chats')
        .select((eb) => ['assigned_to', eb.fn.countAll<number>().as('chats')])
        .where('user_id', '=', workspaceId)
        .where('assigned_to', 'is not', null)
        .$call(onlySeen(sight, 'device_id'))
        .$if(ownChatsOnly, (query) => query.where('assigned_to', '=', personId))
        .groupBy('assigned_to')
        .execute()
      return new Map(rows.map((row) => [row.assigned_to ?? '', Number(row.chats)]))
    },

    /** Gives the chats of a person back, in short transactions. */
    async unassign(workspaceId: string, personId: string): Promise<void> {
      await inSteps(async () => {
        const rows = await db
          .updateTable('chats')
          .set({ assigned_to: null })
          .where('id', 'in', (eb) =>
            eb
              .selectFrom('chats')
              .select('id')
              .where('user_id', '=', workspaceId)
              .where('assigned_to', '=', personId)
              .limit(BATCH_SIZE),
          )
          .returning(['id as chatId', 'device_id as deviceId'])
          .execute()
        onReturned(
          personId,
          rows.map((row) => ({ ...row, workspaceId })),
        )
        return rows.length === BATCH_SIZE
      })
    },
  }
}
