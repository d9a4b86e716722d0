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
  /** Since when those of these numbers are left alone who are. */
  leftAloneAmong(
    userId: string,
    phoneNumbers: readonly string[],
  ): Promise<ReadonlyMap<string, number>>
}

/** People of one campaign with the device of each, and with what they answered or asked for. */
export async function presentPeople(
  deps: PresentDeps,
  campaign: Campaign,
  rows: readonly LedgerRow[],
): Promise<LedgerPerson[]> {
  const from = await writtenFrom(deps, campaign, rows)
  const answers = await answersOf(deps, campaign, rows)
  const reached = rows.filter(({ delivered_at, read_at }) => (delivered_at ?? read_at) !== null)
  const leftAlone = await deps.leftAloneAmong(
    campaign.userId,
    reached.map(({ phone_number }) => phone_number),
  )
  return rows.map((row) =>
    presentPerson(row, from(row), {
      answer: answers.get(row.answer_id ?? ''),
      leftAloneSince: leftAlone.get(row.phone_number),
    }),
  )
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
