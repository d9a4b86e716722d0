import { ledgerText } from '@kirim/contract/ledger-texts'
import { inPages } from '../../../platform/database/in-pages.ts'
import type { ExportedTable } from '../../../platform/export/exported-table.ts'
import type { CampaignDevices } from '../campaigns.ports.ts'
import { writtenFrom } from '../rotation/written-from.ts'
import type { Campaign } from '../stored-campaign.ts'
import type { LedgerFilter, LedgerPeopleRepository, LedgerRow } from './ledger-people.repository.ts'
import { presentPerson } from './present-ledger.ts'

const HEADINGS = [
  'Name',
  'Phone number',
  'State',
  'Sent',
  'Delivered',
  'Read',
  'Answered',
  'Failed or skipped',
  'What happened',
  'Wording',
  'Written from',
]

/** The people of a campaign in the order they are written to. Times are ISO 8601 in UTC. */
export function ledgerTable(
  people: LedgerPeopleRepository,
  devices: Pick<CampaignDevices, 'nameOf'>,
  campaign: Campaign,
  filter: LedgerFilter,
): ExportedTable {
  return {
    name: 'campaign',
    headings: HEADINGS,
    pages: recordsOf(people, devices, campaign, filter),
  }
}

async function* recordsOf(
  people: LedgerPeopleRepository,
  devices: Pick<CampaignDevices, 'nameOf'>,
  campaign: Campaign,
  filter: LedgerFilter,
): AsyncGenerator<string[][]> {
  const read = (after: number | null, limit: number) => people.list(filter, after ?? -1, limit)
  for await (const page of inPages(read, ({ position }) => position)) {
    const from = await writtenFrom(devices, campaign, page)
    yield page.map((row) => recordOf(row, from(row)))
  }
}

function recordOf(row: LedgerRow, campaign: Campaign): string[] {
  const { name, phoneNumber, state, sentence, variant, from } = presentPerson(row, campaign)
  const times = [row.sent_at, row.delivered_at, row.read_at, row.answered_at, row.settled_at]
  return [
    name,
    phoneNumber,
    state,
    ...times.map((at) => (at === null ? '' : new Date(at).toISOString())),
    ledgerText(sentence),
    variant ?? '',
    from ?? '',
  ]
}
