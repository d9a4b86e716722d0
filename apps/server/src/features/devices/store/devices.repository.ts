import type { Selectable } from 'kysely'
import type { SecretBox } from '../../../platform/crypto/secret-box.ts'
import { type Db, flag } from '../../../platform/database/database.ts'
import type { DeviceTable } from '../../../platform/database/schema/devices.ts'
import type { CredentialPiece, LinkedIdentity } from '../devices.ports.ts'
import type { NewChatState } from '../new-chats/new-chat-state.ts'
import { toNewChats } from '../new-chats/new-chats.repository.ts'
import type { StoredPace } from '../pace/device-day.ts'
import { toPace } from '../pace/device-pace.repository.ts'
import { insertPieces } from './credentials.repository.ts'

export interface LinkedDevice {
  readonly id: string
  readonly workspaceId: string
  readonly number: string
  readonly name: string
  /** Whether its owner wants it connected. */
  readonly wanted: boolean
  readonly loggedOut: boolean
  readonly linkedAt: number
  readonly connectedAt: number | null
  /** According to the database; the message of the other node may not have arrived yet. */
  readonly isConnectedElsewhere: boolean
  readonly newChats: NewChatState
  readonly pace: StoredPace
}

export function createDevicesRepository(db: Db, box: SecretBox, nodeId: string) {
  const listed = () => db.selectFrom('devices').selectAll().where('removed', '=', 0)

  return {
    async list(workspaceId: string): Promise<LinkedDevice[]> {
      const rows = await listed()
        .where('user_id', '=', workspaceId)
        // Ids sort by when a number was first linked; linked again, it keeps its place.
        .orderBy('id')
        .execute()
      return rows.map((row) => toDevice(row, nodeId))
    },

    async find(workspaceId: string, id: string): Promise<LinkedDevice | null> {
      const row = await listed()
        .where('user_id', '=', workspaceId)
        .where('id', '=', id)
        .executeTakeFirst()
      return row ? toDevice(row, nodeId) : null
    },

    async ownerOf(id: string): Promise<string | null> {
      const row = await db
        .selectFrom('devices')
        .select('user_id')
        .where('id', '=', id)
        .executeTakeFirst()
      return row?.user_id ?? null
    },

    /**
     * Stores a new link in one transaction: reuses the number's old row, or creates one with
     * `newId`, and replaces its credentials. This node has it then, under a new lease. `isNew` is
     * true for a new row.
     */
    async saveLink(
      link: { newId: string; workspaceId: string; identity: LinkedIdentity; now: number },
      credentials: readonly CredentialPiece[],
    ): Promise<{ device: LinkedDevice; isNew: boolean; lease: number }> {
      const { newId, workspaceId, identity, now } = link
      return db.transaction().execute(async (tx) => {
        const row = await tx
          .insertInto('devices')
          .values({
            id: newId,
            user_id: workspaceId,
            number: identity.number,
            lid: identity.lid,
            name: identity.name || identity.number,
            wanted: 1,
            logged_out: 0,
            removed: 0,
            linked_at: now,
            connected_at: null,
            last_sent_at: null,
            leased_to: nodeId,
            lease: 1,
          })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'number']).doUpdateSet((eb) => ({
              lid: eb.ref('excluded.lid'),
              ...(identity.name && { name: eb.ref('excluded.name') }),
              wanted: 1 as const,
              logged_out: 0 as const,
              removed: 0 as const,
              removing: 0 as const,
              linked_at: eb.ref('excluded.linked_at'),
              leased_to: nodeId,
              lease: eb('devices.lease', '+', 1),
            })),
          )
          .returningAll()
          .executeTakeFirstOrThrow()
        await tx.deleteFrom('device_credentials').where('device_id', '=', row.id).execute()
        await insertPieces(tx, box, row.id, credentials)
        return { device: toDevice(row, nodeId), isNew: row.id === newId, lease: row.lease }
      })
    },

    async markConnected(id: string, now: number, name: string): Promise<void> {
      await db
        .updateTable('devices')
        .set({ connected_at: now, offline_since: null, ...(name && { name }) })
        .where('id', '=', id)
        .execute()
    },

    /** Sets the time when it went offline, unless it is set. */
    async markOffline(id: string, now: number): Promise<void> {
      await db
        .updateTable('devices')
        .set({ offline_since: now })
        .where('id', '=', id)
        .where('offline_since', 'is', null)
        .execute()
    },

    async rename(id: string, name: string): Promise<void> {
      await db.updateTable('devices').set({ name }).where('id', '=', id).execute()
    },

    async setWanted(id: string, wanted: boolean): Promise<void> {
      await db
        .updateTable('devices')
        .set({ wanted: flag(wanted) })
        .where('id', '=', id)
        .execute()
    },

    /** Called when the link has ended; deletes its credentials. */
    async markLoggedOut(id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('devices')
          .set({ logged_out: 1, wanted: 0 })
          .where('id', '=', id)
          .execute()
        await tx.deleteFrom('device_credentials').where('device_id', '=', id).execute()
      })
    },

    /** Its removal begins: it is not connected any more, also after a restart. */
    async markRemoving(id: string): Promise<void> {
      await db.updateTable('devices').set({ wanted: 0, removing: 1 }).where('id', '=', id).execute()
    },

    /** Removes the device from the list; its row stays for the ledgers that reference it. */
    async markRemoved(id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await tx
          .updateTable('devices')
          .set({ removed: 1, removing: 0, logged_out: 1, wanted: 0 })
          .where('id', '=', id)
          .execute()
        await tx.deleteFrom('device_credentials').where('device_id', '=', id).execute()
      })
    },
  }
}

export type DevicesRepository = ReturnType<typeof createDevicesRepository>

function toDevice(row: Selectable<DeviceTable>, nodeId: string): LinkedDevice {
  return {
    id: row.id,
    workspaceId: row.user_id,
    number: row.number,
    name: row.name,
    wanted: row.wanted === 1,
    loggedOut: row.logged_out === 1,
    linkedAt: row.linked_at,
    connectedAt: row.connected_at,
    isConnectedElsewhere:
      row.leased_to !== null &&
      row.leased_to !== nodeId &&
      row.connected_at !== null &&
      row.offline_since === null,
    newChats: toNewChats(row),
    pace: toPace(row),
  }
}
