import { type AliasableExpression, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { prepared } from '../../platform/database/prepared.ts'

const namesOf = prepared(
  (db, { workspaceId, phoneNumber }: { workspaceId: string; phoneNumber: string }) =>
    db
      .selectFrom('network_names')
      .select('name')
      .where('user_id', '=', workspaceId)
      .where('phone_number', '=', phoneNumber),
)

/** The names that people use on the network, for each workspace. */
export function createNetworkNames(
  db: Db,
  devices: { readonly rows: AliasableExpression<{ id: string; user_id: string }> },
) {
  return {
    async find(workspaceId: string, phoneNumber: string): Promise<string | null> {
      const [row] = await namesOf(db, { workspaceId, phoneNumber })
      return row?.name ?? null
    },

    /** What those of these numbers are called whose name is known. */
    async among(
      workspaceId: string,
      numbers: readonly string[],
    ): Promise<ReadonlyMap<string, string>> {
      if (numbers.length === 0) return new Map()
      const rows = await db
        .selectFrom('network_names')
        .select(['phone_number', 'name'])
        .where('user_id', '=', workspaceId)
        .where('phone_number', 'in', numbers)
        .execute()
      return new Map(rows.map(({ phone_number, name }) => [phone_number, name]))
    },

    /** Stores the name a person uses on the network, as seen by a linked device. */
    async keep(deviceId: string, phoneNumber: string, name: string): Promise<void> {
      await db
        .insertInto('network_names')
        .columns(['user_id', 'phone_number', 'name'])
        .expression((eb) =>
          eb
            .selectFrom(devices.rows.as('device'))
            .select([
              'user_id',
              sql<string>`${phoneNumber}`.as('number'),
              sql<string>`${name}`.as('called'),
            ])
            .where('id', '=', deviceId),
        )
        .onConflict((conflict) =>
          conflict
            .columns(['user_id', 'phone_number'])
            .doUpdateSet((eb) => ({ name: eb.ref('excluded.name') }))
            // Every message contains a name; only a changed one is written.
            .whereRef('network_names.name', '<>', 'excluded.name'),
        )
        .execute()
    },
  }
}
