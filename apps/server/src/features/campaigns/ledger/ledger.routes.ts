import type { QueryOf } from '@kirim/contract/call'
import {
  campaignMessages,
  campaignReport,
  exportLedger,
  exportLedgerWorkbook,
  listLedger,
} from '@kirim/contract/campaign-ledger'
import { type LedgerMessage, ledgerPerson } from '@kirim/contract/ledger-person'
import { type Caller, type Sight, seesNumber } from '../../../platform/caller.ts'
import { iso } from '../../../platform/clock.ts'
import { DomainError } from '../../../platform/errors.ts'
import { exportTable } from '../../../platform/export/export-table.ts'
import { searchedBy } from '../../../platform/hidden-numbers/searched-by.ts'
import type { Route } from '../../../platform/http/routes.ts'
import type { CampaignsRepository } from '../campaign/campaigns.repository.ts'
import { seenNames } from '../campaign/seen-names.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type {
  CampaignMediaLibrary,
  MessagesOfCampaign,
  MessagesToPerson,
} from '../campaigns.ports.ts'
import { restOfCampaign } from '../estimate/estimate-course.ts'
import { ledgerTable } from './export-ledger.ts'
import type { LedgerFilter, LedgerRow } from './ledger-people.repository.ts'
import { positionIn, presentDetails } from './present-ledger.ts'
import { answersOf, type PresentDeps, presentPeople, withSeenNames } from './present-people.ts'
import { createCampaignReports, type ReportDeps } from './report-campaign.ts'
import { writtenFrom } from './written-from.ts'

const PAGE_DEFAULT = 100

export interface LedgerRoutesDeps extends ReportDeps, PresentDeps {
  readonly campaigns: CampaignsRepository
  readonly media: Pick<CampaignMediaLibrary, 'find'>
  readonly writtenTo: MessagesToPerson
  readonly messagesOf: MessagesOfCampaign
}

/** The outcome of each person of a campaign. */
export function ledgerRoutes(route: Route, deps: LedgerRoutesDeps): void {
  const { campaigns, people, media } = deps
  const report = createCampaignReports(deps)

  /** A campaign belongs to its own number, whichever others send it as well. */
  async function require(sight: Sight, id: string): Promise<Campaign> {
    const campaign = await campaigns.findById(id)
    if (campaign?.workspaceId !== sight.workspaceId || !seesNumber(sight, campaign.deviceId)) {
      throw new DomainError('campaign_not_found')
    }
    return campaign
  }

  /** The stored answer of a person; null if there is none, it was removed, or is not seen. */
  async function answerOf(row: LedgerRow, sight: Sight) {
    if (row.answered_at === null || row.answer_id === null) return null
    const text = (await answersOf(deps, sight, [row])).get(row.answer_id)
    return text === undefined ? null : { text, at: iso(row.answered_at) }
  }

  async function isWithheld(row: LedgerRow, sight: Sight): Promise<boolean> {
    if (sight.deviceIds === null && !sight.ownChatsOnly) return false
    return (await answerOf(row, { ...sight, deviceIds: null, ownChatsOnly: false })) !== null
  }

  route(campaignReport, async ({ caller, params }) => {
    const campaign = await require(caller, params.campaignId)
    const texts = await campaigns.textsOf(campaign.id)
    if (!texts) throw new DomainError('campaign_not_found')
    return report(caller, { ...campaign, ...texts })
  })

  route(campaignMessages, async ({ caller, params, query }) => {
    const campaign = await require(caller, params.campaignId)
    const rest = await restOfCampaign(deps, campaign, deps.clock.now())
    return deps.messagesOf(caller.workspaceId, campaign.id, query.timeZone, rest?.spans ?? [])
  })

  route(listLedger, async ({ caller, params, query }) => {
    const campaign = await require(caller, params.campaignId)
    if (query.at !== undefined) {
      const rows = await people.at(campaign, query.at.split(',').map(Number))
      return { items: await presentPeople(deps, caller, campaign, rows), next: null }
    }
    const limit = query.limit ?? PAGE_DEFAULT
    const filter = filterOf(caller, campaign, query)
    const rows = await people.list(filter, placeIn(query.cursor), limit + 1)
    const page = rows.slice(0, limit)
    const last = rows.length > limit ? page.at(-1) : undefined
    return {
      items: await presentPeople(deps, caller, campaign, page),
      next: last ? String(last.position) : null,
    }
  })

  route(ledgerPerson, async ({ caller, params }) => {
    const campaign = await require(caller, params.campaignId)
    const position = positionIn(campaign.id, params.personId)
    const [row] = position === null ? [] : await people.at(campaign, [position])
    if (!row) throw new DomainError('recipient_not_found')
    const stored = await deps.writtenTo('campaign', row.id)
    const written = stored.filter(({ text, mediaId }) => text !== '' || mediaId !== null)
    const ids = written.flatMap(({ mediaId }) => mediaId ?? [])
    const files = new Map(
      (await media.find(campaign.workspaceId, ids)).map((file) => [file._id, file]),
    )
    const messages = written.map<LedgerMessage>(({ text, mediaId, state, attempts }) => ({
      text,
      file: (mediaId && files.get(mediaId)) || null,
      state,
      attempts,
    }))
    const from = await writtenFrom(deps, campaign, [row])
    const leftAlone = await deps.leftAloneAmong(campaign.workspaceId, [row.phone_number])
    const since = leftAlone.get(row.phone_number)
    const answer = await answerOf(row, caller)
    const isKept = stored.length === written.length && (stored.length > 0 || row.sent_at === null)
    const conversation = {
      messages,
      answer,
      isWithheld: answer === null && (await isWithheld(row, caller)),
      isKept: isKept && (answer !== null || row.answer_id === null),
    }
    const names = await seenNames(deps, caller)
    const details = withSeenNames(presentDetails(row, conversation, since, from(row)), names)
    const steps = details.steps.map((step) => ({ ...step, sentence: names.in(step.sentence) }))
    return { ...details, steps }
  })

  for (const [spec, format] of [
    [exportLedger, 'csv'],
    [exportLedgerWorkbook, 'xlsx'],
  ] as const) {
    route(spec, async ({ caller, params, query, reply }) => {
      const campaign = await require(caller, params.campaignId)
      const timeZone = query.timeZone ?? campaign.timeZone
      const filter = filterOf(caller, campaign, query)
      const table = ledgerTable({ ...deps, caller }, campaign, filter, timeZone)
      return exportTable(reply, format, table)
    })
  }
}

function filterOf(
  caller: Caller,
  { id, cancelledAt }: Campaign,
  { state, reason, answered, q }: QueryOf<typeof exportLedger>,
) {
  return {
    campaignId: id,
    cancelledAt,
    state: state ?? null,
    reason: reason || null,
    answered: answered ?? null,
    typed: searchedBy(caller, q) ?? '',
  } satisfies LedgerFilter
}

/** Throws `malformed_request` for an invalid cursor. */
function placeIn(cursor: string | undefined): number {
  if (!cursor) return -1
  if (!/^\d{1,9}$/.test(cursor)) throw new DomainError('malformed_request')
  return Number(cursor)
}
