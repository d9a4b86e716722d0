import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import type { CampaignDevices } from '../campaign-devices.ports.ts'

const namesOf = prepared((db, { userId, phoneNumber }: { userId: string; phoneNumber: string }) =>
  db
    .selectFrom('network_names')
    .select('name')
    .where('user_id', '=', userId)
    .where('phone_number', '=', phoneNumber),
)

/** The names that people use on the network, for each user. */
export function createNetworkNamesRepository(db: Db, devices: Pick<CampaignDevices, 'rows'>) {
  return {
    async find(userId: string, phoneNumber: string): Promise<string | null> {
      const [row] = await namesOf(db, { userId, phoneNumber })
      return row?.name ?? null
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

export type NetworkNamesRepository = ReturnType<typeof createNetworkNamesRepository>
