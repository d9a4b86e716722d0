import { ledgerText } from '@kirim/contract/ledger-texts'
import { BYTE_ORDER_MARK, csvRecords } from '../../../platform/csv.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
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
  'Failed or skipped',
  'What happened',
  'Wording',
]

/**
 * The people of a campaign as CSV, in the order they are written to, a page at a time: a long list
 * takes no more memory than a short one. Times are ISO 8601 in UTC.
 */
export async function* exportLedger(
  people: LedgerPeopleRepository,
  campaign: Campaign,
  filter: LedgerFilter,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvRecords([HEADINGS])
  const read = (after: number | null, limit: number) => people.list(filter, after ?? -1, limit)
  for await (const page of inPages(read, ({ position }) => position)) {
    if (page.length > 0) yield csvRecords(page.map((row) => recordOf(row, campaign)))
  }
}

function recordOf(row: LedgerRow, campaign: Campaign): string[] {
  const { name, phoneNumber, state, sentence, variant } = presentPerson(row, campaign)
  const times = [row.sent_at, row.delivered_at, row.read_at, row.settled_at]
  return [
    name,
    phoneNumber,
    state,
    ...times.map((at) => (at === null ? '' : new Date(at).toISOString())),
    ledgerText(sentence),
    variant ?? '',
  ]
}
