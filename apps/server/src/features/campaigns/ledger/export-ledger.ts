import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import { ledgerText } from '@kirim/contract/ledger-texts'
import { inPages } from '../../../platform/database/in-pages.ts'
import type { ExportedTable } from '../../../platform/export/exported-table.ts'
import type { Campaign } from '../stored-campaign.ts'
import type { LedgerFilter, LedgerPeopleRepository, LedgerRow } from './ledger-people.repository.ts'
import { type PresentDeps, presentPeople } from './present-people.ts'

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
  deps: PresentDeps,
  campaign: Campaign,
  filter: LedgerFilter,
): ExportedTable {
  return {
    name: 'campaign',
    headings: HEADINGS,
    pages: recordsOf(people, deps, campaign, filter),
  }
}

async function* recordsOf(
  people: LedgerPeopleRepository,
  deps: PresentDeps,
  campaign: Campaign,
  filter: LedgerFilter,
): AsyncGenerator<string[][]> {
  const read = (after: number | null, limit: number) => people.list(filter, after ?? -1, limit)
  for await (const page of inPages(read, ({ position }) => position)) {
    const shown = await presentPeople(deps, campaign, page)
    yield page.flatMap((row, place) => {
      const person = shown[place]
      return person ? [recordOf(row, person)] : []
    })
  }
}

function recordOf(row: LedgerRow, person: LedgerPerson): string[] {
  const { name, phoneNumber, state, sentence, variant, from } = person
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
