import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import { type WrittenFromDeps, writtenFrom } from '../rotation/written-from.ts'
import type { Campaign } from '../stored-campaign.ts'
import type { LedgerRow } from './ledger-people.repository.ts'
import { presentPerson } from './present-ledger.ts'

export interface PresentDeps extends WrittenFromDeps {
  /** The texts of messages to these devices, by their id; none where it is not kept any more. */
  textsOf(
    deviceIds: readonly string[],
    messageIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>
}

/** People of one campaign with the device of each, and with what they answered. */
export async function presentPeople(
  deps: PresentDeps,
  campaign: Campaign,
  rows: readonly LedgerRow[],
): Promise<LedgerPerson[]> {
  const from = await writtenFrom(deps, campaign, rows)
  const answers = await answersOf(deps, campaign, rows)
  return rows.map((row) => presentPerson(row, from(row), answers.get(row.answer_id ?? '')))
}

/** By message id. People answer to whichever of their owner's numbers they like. */
export async function answersOf(
  { db, devices, textsOf }: PresentDeps,
  { userId }: Pick<Campaign, 'userId'>,
  rows: readonly LedgerRow[],
): Promise<ReadonlyMap<string, string>> {
  const asked = rows.flatMap(({ answer_id }) => answer_id ?? [])
  if (asked.length === 0) return new Map()
  const numbers = await db
    .selectFrom(devices.rows.as('device'))
    .select('id')
    .where('user_id', '=', userId)
    .execute()
  return textsOf(
    numbers.map(({ id }) => id),
    asked,
  )
}
