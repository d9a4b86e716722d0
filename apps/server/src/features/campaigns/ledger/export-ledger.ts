import type { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { RecipientState } from '@kirim/contract/campaigns'
import { ledgerText } from '@kirim/contract/ledger-texts'
import type { ErrorParams } from '@kirim/contract/refusals'
import { inPages } from '../../../platform/database/in-pages.ts'
import type { ExportedTable } from '../../../platform/export/exported-table.ts'
import { localMoment } from '../../../platform/export/local-moment.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
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
  'Variation',
  'Written from',
]

/** As on the page of the campaign. */
const STATES: Readonly<Record<RecipientState, string>> = {
  queued: 'Queued',
  held: 'On hold',
  sending: 'Sending',
  sent: 'Sent',
  delivered: 'Delivered',
  read: 'Read',
  failed: 'Failed',
  skipped: 'Skipped',
}

/** The people of a campaign in the order they are written to. Times are those of the time zone. */
export function ledgerTable(
  people: LedgerPeopleRepository,
  deps: PresentDeps,
  campaign: Campaign,
  filter: LedgerFilter,
  timeZone: string,
): ExportedTable {
  return {
    name: 'campaign',
    headings: HEADINGS,
    pages: recordsOf(people, deps, campaign, filter, timeZone),
  }
}

async function* recordsOf(
  people: LedgerPeopleRepository,
  deps: PresentDeps,
  campaign: Campaign,
  filter: LedgerFilter,
  timeZone: string,
): AsyncGenerator<string[][]> {
  const read = (after: number | null, limit: number) => people.list(filter, after ?? -1, limit)
  for await (const page of inPages(read, ({ position }) => position)) {
    const shown = await presentPeople(deps, campaign, page)
    yield page.flatMap((row, place) => {
      const person = shown[place]
      return person ? [recordOf(row, person, timeZone)] : []
    })
  }
}

function recordOf(row: LedgerRow, person: LedgerPerson, timeZone: string): string[] {
  const { name, phoneNumber, state, sentence, variant, from } = person
  const times = [row.sent_at, row.delivered_at, row.read_at, row.answered_at, row.settled_at]
  return [
    name,
    phoneNumber,
    row.answered_at === null ? STATES[state] : 'Answered',
    ...times.map((at) => (at === null ? '' : localMoment(at, timeZone))),
    ledgerText({ ...sentence, params: withLocalTime(sentence.params, timeZone) }),
    variant ?? '',
    from ?? '',
  ]
}

/** Formats the moment in a sentence the same way. */
function withLocalTime(params: ErrorParams, timeZone: string): ErrorParams {
  const { at } = params
  return typeof at === 'string' ? { ...params, at: localMoment(Date.parse(at), timeZone) } : params
}
