import type { Refusal } from '@kirim/contract/outgoing'
import type { ErrorParams } from '@kirim/contract/refusals'
import type { Db } from '../../../platform/database/database.ts'
import type { LeftAloneSince } from '../campaigns.ports.ts'
import type { Recipient, TransitionColumns } from '../people/recipient-moves.ts'

/** What is written down of somebody whom the gate refuses for good. */
export async function reasonOf(
  tx: Db,
  refusal: Refusal,
  leftAloneSince: LeftAloneSince,
  { userId, phoneNumber, jid }: Recipient,
): Promise<TransitionColumns> {
  if (refusal !== 'opted_out') return { reason: refusal }
  const lid = jid?.endsWith('@lid') ? jid : null
  const since = await leftAloneSince({ userId, phoneNumber, lid }, tx)
  if (since === null) return { reason: refusal }
  return { reason: refusal, ...paramsColumn({ at: new Date(since).toISOString() }) }
}

export function paramsColumn(params: ErrorParams): TransitionColumns {
  return { reason_params: JSON.stringify(params) }
}
