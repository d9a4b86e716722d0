import type { RecipientState } from '@kirim/contract/campaigns'
import type { Db } from '../../../platform/database/database.ts'
import { type Recipient, toRecipient } from '../people/recipient-moves.ts'
import type { Campaign } from '../stored-campaign.ts'

/** Which people of a campaign one of its devices may take. */
export interface Share {
  readonly deviceId: string
  readonly runsOn: Campaign['runsOn']
  /** People whom other devices are about to claim. */
  readonly taken: readonly string[]
}

/** The first person of a campaign in this state, of those that the device may take. */
export async function firstIn(
  db: Db,
  campaignId: string,
  state: RecipientState,
  share?: Share,
): Promise<Recipient | null> {
  const { deviceId, runsOn, taken = [] } = share ?? {}
  const row = await db
    .selectFrom('recipients')
    .selectAll()
    .where('campaign_id', '=', campaignId)
    .where('state', '=', state)
    .$if(state === 'queued' && taken.length > 0, (query) => query.where('id', 'not in', taken))
    .$if(state !== 'queued' && deviceId !== undefined, (query) =>
      query.where((eb) =>
        eb.or([
          eb('device_id', '=', deviceId ?? ''),
          ...(runsOn === 'own' ? [eb('device_id', 'is', null)] : []),
        ]),
      ),
    )
    .orderBy('position')
    .limit(1)
    .executeTakeFirst()
  return row ? toRecipient(row) : null
}
