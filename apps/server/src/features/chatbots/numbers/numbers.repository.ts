import type { Sight } from '../../../platform/caller.ts'
import { type Db, flag } from '../../../platform/database/database.ts'
import { onlySeen } from '../../../platform/database/in-sight.ts'
import { DomainError } from '../../../platform/errors.ts'
import type { ChatbotDevices } from '../chatbots.ports.ts'

/** A linked number with the state of its chatbot. */
export interface ChatbotNumber {
  readonly id: string
  readonly name: string
  readonly number: string
  /** Its phone has ended the link. */
  readonly unlinked: boolean
  readonly chatbotEnabled: boolean
  readonly sent: number
  readonly items: number
  readonly enabledItems: number
}

export function createNumbersRepository(db: Db, { rows }: Pick<ChatbotDevices, 'rows'>) {
  const selectNumbers = (workspaceId: string) =>
    db
      .selectFrom(rows.as('device'))
      .leftJoin('chatbot_numbers', 'chatbot_numbers.device_id', 'device.id')
      .leftJoin('chatbot_items', 'chatbot_items.device_id', 'device.id')
      .select(({ fn }) => [
        'device.id',
        'device.name',
        'device.number',
        'device.logged_out',
        'chatbot_numbers.chatbot_enabled',
        'chatbot_numbers.sent',
        fn.count<number>('chatbot_items.id').as('items'),
        fn.sum<number | null>('chatbot_items.enabled').as('enabled_items'),
      ])
      .where('device.user_id', '=', workspaceId)
      .where('device.removed', '=', 0)
      .groupBy([
        'device.id',
        'device.name',
        'device.number',
        'device.logged_out',
        'device.linked_at',
        'chatbot_numbers.chatbot_enabled',
        'chatbot_numbers.sent',
      ])
  type Row = Awaited<ReturnType<ReturnType<typeof selectNumbers>['executeTakeFirstOrThrow']>>

  function toNumber(row: Row): ChatbotNumber {
    return {
      id: row.id,
      name: row.name,
      number: row.number,
      unlinked: row.logged_out === 1,
      chatbotEnabled: row.chatbot_enabled === 1,
      sent: row.sent ?? 0,
      items: Number(row.items),
      enabledItems: Number(row.enabled_items ?? 0),
    }
  }

  async function find(workspaceId: string, deviceId: string): Promise<ChatbotNumber | null> {
    const row = await selectNumbers(workspaceId)
      .where('device.id', '=', deviceId)
      .executeTakeFirst()
    return row ? toNumber(row) : null
  }

  return {
    find,

    /** Throws `device_not_found`. */
    async require(workspaceId: string, deviceId: string): Promise<ChatbotNumber> {
      const number = await find(workspaceId, deviceId)
      if (!number) throw new DomainError('device_not_found')
      return number
    },

    /**
     * Those that are seen, in the order they were first linked, including numbers that need a new
     * scan: their items are kept.
     */
    async list(sight: Sight): Promise<ChatbotNumber[]> {
      const rows = await selectNumbers(sight.workspaceId)
        .$call(onlySeen(sight, 'device.id'))
        .orderBy('device.id')
        .execute()
      return rows.map(toNumber)
    },

    async setEnabled(deviceId: string, enabled: boolean): Promise<void> {
      await db
        .insertInto('chatbot_numbers')
        .values({ device_id: deviceId, chatbot_enabled: flag(enabled), sent: 0 })
        .onConflict((conflict) =>
          conflict.column('device_id').doUpdateSet({ chatbot_enabled: flag(enabled) }),
        )
        .execute()
    },
  }
}

/** Locks this number's items against changes until the transaction ends. */
export async function lockNumber(tx: Db, deviceId: string): Promise<void> {
  await tx
    .insertInto('chatbot_numbers')
    .values({ device_id: deviceId, chatbot_enabled: 0, sent: 0 })
    .onConflict((conflict) =>
      conflict
        .column('device_id')
        .doUpdateSet((eb) => ({ device_id: eb.ref('excluded.device_id') })),
    )
    .execute()
}

/** The owner's number. Throws `device_not_found`. */
export type RequireNumber = ReturnType<typeof createNumbersRepository>['require']

/** The numbers among these whose chatbot is switched on. */
export async function chatbotsOn(
  db: Db,
  deviceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (deviceIds.length === 0) return new Set()
  const rows = await db
    .selectFrom('chatbot_numbers')
    .select('device_id')
    .where('device_id', 'in', deviceIds)
    .where('chatbot_enabled', '=', 1)
    .execute()
  return new Set(rows.map((row) => row.device_id))
}
