import { expressionBuilder, type Selectable } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { DeviceTable } from '../../../platform/database/schema/devices.ts'
import type { Database } from '../../../platform/database/schema.ts'
import { chatsAt } from '../new-chats/new-chat-state.ts'
import { createNewChatsRepository } from '../new-chats/new-chats.repository.ts'
import { type DeviceDay, dayOf } from '../pace/device-day.ts'
import {
  createDevicePaceRepository,
  NO_PACE,
  PACE_COLUMNS,
  type PaceColumns,
  toPace,
} from '../pace/device-pace.repository.ts'

const ownersOf = prepared((db, { id }: { id: string }) =>
  db.selectFrom('devices').select('user_id').where('id', '=', id),
)

/** Devices as other features need them, connected or not. */
export function createKnownDevices(db: Db) {
  /** Also of a removed device; undefined for one that was never linked. */
  async function columnOf<C extends keyof DeviceTable>(
    id: string,
    column: C,
  ): Promise<Selectable<DeviceTable>[C] | undefined> {
    const row = await db.selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst()
    return row?.[column]
  }

  /**
   * Until when the device begins no chat, by the network's limit or its own cap of the day; null
   * while it may.
   */
  async function newChatsFrom(tx: Db, id: string, now: number): Promise<number | null> {
    const row = await tx
      .selectFrom('devices')
      .select(['limited_until', ...PACE_COLUMNS])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) return null
    if (row.limited_until !== null && row.limited_until > now) return row.limited_until
    const { cap, used, endsAt } = dayOf(toPace(row), now)
    return cap !== null && used >= cap ? endsAt : null
  }

  return {
    newChatsFrom,

    /** The same, in a transaction that counts one more chat for today if it may begin one. */
    async beginChat(tx: Db, id: string, now: number): Promise<number | null> {
      await tx
        .updateTable('devices')
        .set((eb) => ({ used_count: eb.ref('used_count') }))
        .where('id', '=', id)
        .execute()
      const from = await newChatsFrom(tx, id, now)
      if (from === null) await createDevicePaceRepository(tx).countPerson(id, now, now)
      return from
    },

    /** Owner and name of one that is in its owner's list; null for others. */
    async listed(id: string): Promise<{ workspaceId: string; name: string } | null> {
      const row = await db
        .selectFrom('devices')
        .select(['user_id as workspaceId', 'name'])
        .where('id', '=', id)
        .where('removed', '=', 0)
        .executeTakeFirst()
      return row ?? null
    },

    /** For joins: all devices, including removed ones. */
    rows: expressionBuilder<Database>()
      .selectFrom('devices')
      .select([
        'id',
        'user_id',
        'name',
        'number',
        'logged_out',
        'removed',
        'linked_at',
        'offline_since',
        'limited_until',
        'limit_named',
        ...PACE_COLUMNS,
      ]),

    /** How many each of these workspaces has; those without any are missing. */
    async countsOf(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await db
        .selectFrom('devices')
        .select((eb) => ['user_id', eb.fn.countAll<number>().as('count')])
        .where('user_id', 'in', workspaceIds)
        .where('removed', '=', 0)
        .groupBy('user_id')
        .execute()
      return new Map(rows.map(({ user_id, count }) => [user_id, Number(count)]))
    },

    /** Whether it is in its owner's list. */
    async isListed(workspaceId: string, id: string): Promise<boolean> {
      const row = await db
        .selectFrom('devices')
        .select('id')
        .where('user_id', '=', workspaceId)
        .where('id', '=', id)
        .where('removed', '=', 0)
        .executeTakeFirst()
      return row !== undefined
    },

    /** The ids of those in the lists of these owners. */
    async idsIn(workspaceIds: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
      if (workspaceIds.length === 0) return new Map()
      const rows = await db
        .selectFrom('devices')
        .select(['id', 'user_id'])
        .where('user_id', 'in', workspaceIds)
        .where('removed', '=', 0)
        .execute()
      const byOwner = Map.groupBy(rows, (row) => row.user_id)
      return new Map([...byOwner].map(([owner, own]) => [owner, own.map(({ id }) => id)]))
    },

    /** Also for a removed device; null when it was never linked. */
    async ownerOf(id: string): Promise<string | null> {
      const [row] = await ownersOf(db, { id })
      return row?.user_id ?? null
    },

    /** What its owner calls it, also once removed; null when nobody has ever linked it. */
    nameOf: async (id: string): Promise<string | null> => (await columnOf(id, 'name')) ?? null,

    /** When it was linked last; null for an unknown device. */
    linkedAt: async (id: string): Promise<number | null> =>
      (await columnOf(id, 'linked_at')) ?? null,

    /** When the last message of a campaign was sent over it. */
    lastSentAt: async (id: string): Promise<number | null> =>
      (await columnOf(id, 'last_sent_at')) ?? null,

    /** Until when it can begin no new chats; null without a limit. */
    limitedUntil: async (id: string): Promise<number | null> =>
      (await columnOf(id, 'limited_until')) ?? null,

    /** Whether the network named the end of the limit; otherwise it is a guess. */
    isLimitNamed: async (id: string): Promise<boolean> => (await columnOf(id, 'limit_named')) === 1,

    /** Whether the limit also covers people who were written to and have never answered. */
    limitsUnanswered: async (id: string): Promise<boolean> =>
      (await columnOf(id, 'limits_unanswered')) === 1,

    /** The network refused a new chat; a limit whose end it has named itself stays. */
    limitNewChats: (tx: Db, id: string, until: number, now: number, unanswered: boolean) =>
      createNewChatsRepository(tx).guess(id, until, now, unanswered),

    /** The network accepted a new chat after the end of a limit. */
    endLimit: (id: string, now: number) => createNewChatsRepository(db).end(id, now),

    dayOf: (row: PaceColumns, at: number) => dayOf(toPace(row), at),

    /** Its days, by a moment of each, as its pace is now. */
    async daysOf(id: string): Promise<(at: number) => DeviceDay> {
      const pace = (await createDevicePaceRepository(db).find(id)) ?? NO_PACE
      return (at) => dayOf(pace, at)
    },

    /** The new chats that it may begin in the period of a moment. */
    async newChatsOf(id: string): Promise<(at: number) => ReturnType<typeof chatsAt>> {
      const quota = await createNewChatsRepository(db).quotaOf(id)
      return (at) => chatsAt(quota, at)
    },

    /** `used` is 0 for past and future days. Null for an unknown device. */
    async dayOfDevice(id: string, at: number): Promise<DeviceDay | null> {
      const pace = await createDevicePaceRepository(db).find(id)
      return pace && dayOf(pace, at)
    },

    /** Counts one more person of its campaigns, in the transaction that claims them. */
    countPerson: (tx: Db, id: string, now: number, leavesBy: number) =>
      createDevicePaceRepository(tx).countPerson(id, now, leavesBy),

    /** Called before a message is sent, with the time by which it is. */
    async markSentAt(tx: Db, id: string, at: number): Promise<void> {
      await tx.updateTable('devices').set({ last_sent_at: at }).where('id', '=', id).execute()
    },
  }
}
