import type { OutgoingState } from '@kirim/contract/outgoing'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { CampaignOutgoing } from '../campaigns.ports.ts'
import type { CampaignsEvents } from '../progress/campaigns.events.ts'
import { HELD_UNSETTLED } from '../recipients/reasons.ts'

const DAY_MS = 86_400_000
/** Later messages do not count as an answer. */
export const ANSWER_WITHIN_MS = 7 * DAY_MS
/** The network's clock may differ from ours, and its timestamps are whole seconds. */
const CLOCKS_DIFFER_MS = 60_000

/** The network has accepted the message; the person may have it. */
const ON_ITS_WAY: ReadonlySet<OutgoingState> = new Set(['sent', 'delivered', 'read'])

/** The facts of an inbound message that decide whether it is an answer. */
export interface PossibleAnswer {
  readonly deviceId: string
  readonly messageId: string
  readonly fromMe: boolean
  readonly chat: 'individual' | 'group'
  readonly chatLid: string | null
  readonly senderNumber: string | null
  readonly sentAt: number
}

interface RecordedAnswer {
  write(tx: Db): Promise<void>
  /** Called after the commit. */
  written(): void
}

/**
 * When a message was or may have been sent to a recipient: an answer proves that it arrived, even
 * if the network's confirmation was lost. Null while nothing can have arrived.
 */
const WRITTEN_AT = sql<number | null>`coalesce(recipients.sent_at, case
  when recipients.state = 'failed' and recipients.reason <> 'not_on_whatsapp'
    and recipients.reason not like 'refused%' then recipients.settled_at end)`

/** The message may have arrived although the network has not confirmed it; includes held people. */
const IS_UNSETTLED = sql<SqlBool>`(recipients.state = 'sending'
  or recipients.reason = ${sql.lit(HELD_UNSETTLED)})`

export interface HearAnswerDeps {
  readonly db: Db
  readonly events: Pick<CampaignsEvents, 'changed'>
  readonly outgoing: Pick<CampaignOutgoing, 'allOf'>
}

/**
 * Returns how to record a message as the answer to a campaign; null when it is none. An answer
 * comes within seven days of a campaign message from any of the owner's numbers. It belongs to the
 * last message of the number it was sent to, or else of another number. Only a person's first
 * answer to a campaign counts.
 */
export async function hearAnswer(
  { db, events, outgoing }: HearAnswerDeps,
  workspaceId: string,
  message: PossibleAnswer,
): Promise<RecordedAnswer | null> {
  if (message.fromMe || message.chat === 'group') return null
  const recipient = await lastWrittenTo({ db, outgoing }, workspaceId, message)
  if (!recipient || recipient.answered_at !== null) return null
  const { id, campaign_id: campaignId } = recipient
  return {
    async write(tx) {
      await lockCampaign(tx, campaignId)
      const answered = await tx
        .updateTable('recipients')
        .set({ answered_at: message.sentAt, answer_id: message.messageId })
        .where('id', '=', id)
        .where('answered_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      if (!answered) return
      await tx
        .updateTable('campaigns')
        .set((eb) => ({ answered: eb('answered', '+', 1) }))
        .where('id', '=', campaignId)
        .execute()
    },
    written: () => events.changed({ campaignId, workspaceId }),
  }
}

/** Campaigns of one person that are checked. */
const CANDIDATES = 10

async function lastWrittenTo(
  { db, outgoing }: Pick<HearAnswerDeps, 'db' | 'outgoing'>,
  workspaceId: string,
  message: PossibleAnswer,
) {
  const { senderNumber, chatLid, sentAt, deviceId } = message
  if (senderNumber === null && chatLid === null) return null
  const latest = sentAt + CLOCKS_DIFFER_MS
  const when = { workspaceId, earliest: sentAt - ANSWER_WITHIN_MS, latest }
  const rows =
    senderNumber === null
      ? await writtenToLid(db, { ...when, lid: chatLid ?? '' })
      : await writtenToNumber(db, { ...when, phoneNumber: senderNumber })
  for (const row of likeliestFirst(rows, deviceId).slice(0, CANDIDATES)) {
    const isSettled = row.state !== 'sending' && row.state !== 'held'
    if (isSettled || (await mayHaveReached(outgoing, row.id, latest))) return row
  }
  return null
}

/** Messages of this number first, then unconfirmed ones, then the latest. */
function likeliestFirst(rows: readonly WrittenTo[], deviceId: string): WrittenTo[] {
  const rank = (row: WrittenTo) =>
    (row.from_device === deviceId ? 0 : 2) + (row.is_unsettled === 1 ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b) || (b.written_at ?? 0) - (a.written_at ?? 0))
}

type WrittenTo = Awaited<ReturnType<typeof writtenToNumber>>[number]

interface When {
  readonly workspaceId: string
  readonly earliest: number
  readonly latest: number
}

const writtenToNumber = prepared((db, when: When & { readonly phoneNumber: string }) =>
  writtenTo(db, when).where('recipients.phone_number', '=', when.phoneNumber),
)

const writtenToLid = prepared((db, when: When & { readonly lid: string }) =>
  writtenTo(db, when)
    .where('campaigns.user_id', '=', when.workspaceId)
    .where('recipients.jid', '=', when.lid),
)

function writtenTo(db: Db, { workspaceId, earliest, latest }: When) {
  return db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.id', 'recipients.campaign_id', 'recipients.answered_at'])
    .select(['recipients.state', WRITTEN_AT.as('written_at')])
    .select((eb) => [
      eb.fn.coalesce('recipients.device_id', 'campaigns.device_id').as('from_device'),
      eb.case().when(IS_UNSETTLED).then(1).else(0).end().as('is_unsettled'),
    ])
    .where('recipients.user_id', '=', workspaceId)
    .where((eb) => eb.or([IS_UNSETTLED, eb.between(WRITTEN_AT, earliest, latest)]))
    .where('campaigns.erasing', '=', 0)
}

/** Whether a message to a recipient who is still being written to may have arrived. */
async function mayHaveReached(
  outgoing: HearAnswerDeps['outgoing'],
  recipientId: string,
  latest: number,
): Promise<boolean> {
  const written = await outgoing.allOf('campaign', recipientId)
  return written.some(
    ({ state, mayHaveLeft, createdAt }) =>
      createdAt <= latest && (state === 'pending' ? mayHaveLeft : ON_ITS_WAY.has(state)),
  )
}
