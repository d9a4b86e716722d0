import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { LedgerDeps } from '../campaigns.ports.ts'
import { writtenFrom } from '../rotation/written-from.ts'
import type { Campaign } from '../stored-campaign.ts'
import type { LedgerRow } from './ledger-people.repository.ts'
import { presentPerson } from './present-ledger.ts'

export interface PresentDeps extends Pick<LedgerDeps, 'db' | 'devices'> {
  /** The texts of messages that came in, by their id; none where it is not kept any more. */
  textsOf(deviceId: string, messageIds: readonly string[]): Promise<ReadonlyMap<string, string>>
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

/** By message id. */
async function answersOf(
  { textsOf }: PresentDeps,
  { deviceId }: Campaign,
  rows: readonly LedgerRow[],
): Promise<ReadonlyMap<string, string>> {
  const asked = new Map<string, string[]>()
  for (const { answer_id, device_id } of rows) {
    if (answer_id === null) continue
    const device = device_id ?? deviceId
    asked.set(device, [...(asked.get(device) ?? []), answer_id])
  }
  const texts = await Promise.all([...asked].map(([device, ids]) => textsOf(device, ids)))
  return new Map(texts.flatMap((ofDevice) => [...ofDevice]))
}
