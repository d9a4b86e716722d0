import { LedgerPerson } from '@kirim/contract/campaign-ledger'
import type { RecipientState } from '@kirim/contract/campaigns'
import { ledgerText } from '@kirim/contract/ledger-texts'
import type { ErrorParams } from '@kirim/contract/refusals'
import { z } from 'zod'
import type { Caller } from '../../../platform/caller.ts'
import { inPages } from '../../../platform/database/in-pages.ts'
import {
  type ExportedTable,
  PHONE_NUMBER,
  tableFor,
} from '../../../platform/export/exported-table.ts'
import { localMoment } from '../../../platform/export/local-moment.ts'
import { shownTo } from '../../../platform/hidden-numbers/shown-to.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LedgerFilter, LedgerPeopleRepository, LedgerRow } from './ledger-people.repository.ts'
import { type PresentDeps, presentPeople } from './present-people.ts'

const LedgerPeople = z.array(LedgerPerson)

const HEADINGS = [
  'Name',
  PHONE_NUMBER,
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

interface ExportDeps extends PresentDeps {
  readonly people: LedgerPeopleRepository
  readonly caller: Caller
}

/** The people of a campaign in the order they are written to. Times are those of the time zone. */
export function ledgerTable(
  deps: ExportDeps,
  campaign: Campaign,
  filter: LedgerFilter,
  timeZone: string,
): ExportedTable {
  const pages = recordsOf(deps, campaign, filter, timeZone)
  return tableFor(deps.caller, { name: 'campaign', headings: HEADINGS, pages })
}

async function* recordsOf(
  deps: ExportDeps,
  campaign: Campaign,
  filter: LedgerFilter,
  timeZone: string,
): AsyncGenerator<string[][]> {
  const read = (after: number | null, limit: number) => deps.people.list(filter, after ?? -1, limit)
  for await (const page of inPages(read, ({ position }) => position)) {
    const people = await presentPeople(deps, deps.caller, campaign, page)
    const shown = shownTo(deps.caller, LedgerPeople, people)
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
