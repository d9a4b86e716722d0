import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { isOut, rowsOf } from './opt-outs.repository.ts'
import { lockOptOuts, recordChange } from './record-change.ts'

/**
 * Leaves somebody alone under the number they have now, who was left alone under another: with when
 * and how they asked for it.
 */
export async function carryOptOut(
  clock: Clock,
  tx: Db,
  { userId, phoneNumber }: { readonly userId: string; readonly phoneNumber: string },
  before: string,
): Promise<void> {
  await lockOptOuts(tx, userId, clock.now())
  const person = { userId, phoneNumber, lid: null }
  const [known] = await rowsOf(tx, { userId, phoneNumber: before, lid: null })
  if (!known || known.standing === 'back' || (await isOut(tx, person))) return
  const last = await tx
    .selectFrom('opt_out_changes')
    .selectAll()
    .where('id', '=', known.last_change_id)
    .executeTakeFirstOrThrow()
  await recordChange(tx, person, {
    change: 'out',
    how: last.how,
    at: last.at,
    name: known.name,
    deviceName: last.device_name,
    ...(last.message_id !== null && { messageId: last.message_id }),
    word: last.word,
    campaignName: last.campaign_name,
    reason: last.reason,
    fileName: last.file_name,
  })
}
