import type { OutgoingState } from '@kirim/contract/outgoing'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { prepared } from '../../../platform/database/prepared.ts'
import { lockCampaign } from '../campaign/campaigns.repository.ts'
import type { CampaignOutgoing } from '../campaigns.ports.ts'
import type { CampaignsEvents } from '../progress/campaigns.events.ts'
import { HELD_UNSETTLED } from '../recipients/reasons.ts'

const DAY_MS = 86_400_000
/** A message this long after the one that was sent to them is no answer to it any more. */
export const ANSWER_WITHIN_MS = 7 * DAY_MS
/** The network's clock and ours may differ, and it counts in seconds. */
const CLOCKS_DIFFER_MS = 60_000

/** The network has it, and its person perhaps. */
const ON_ITS_WAY: ReadonlySet<OutgoingState> = new Set(['sent', 'delivered', 'read'])

/** A message that came in, as far as it may be an answer. */
export interface PossibleAnswer {
  readonly deviceId: string
  readonly messageId: string
  readonly fromMe: boolean
  readonly chat: 'individual' | 'group'
  readonly chatLid: string | null
  readonly senderNumber: string | null
  readonly sentAt: number
}

interface HeardAnswer {
  write(tx: Db): Promise<void>
  /** It is committed. */
  written(): void
}

/**
 * When somebody was written to, or may have been: who answers after the network's word was lost has
 * the message. Null while nothing can have reached them.
 */
const WRITTEN_AT = sql<number | null>`coalesce(recipients.sent_at, case
  when recipients.state = 'failed' and recipients.reason <> 'not_on_whatsapp'
    and recipients.reason not like 'refused%' then recipients.settled_at end)`

/** They may have the message before the network's word on it is here, also while they are held. */
const IS_UNSETTLED = sql<SqlBool>`(recipients.state = 'sending'
  or recipients.reason = ${sql.lit(HELD_UNSETTLED)})`

export interface HearAnswerDeps {
  readonly db: Db
  readonly events: Pick<CampaignsEvents, 'changed'>
  readonly outgoing: Pick<CampaignOutgoing, 'allOf'>
}

/**
 * Whether a message answers a campaign: it comes from somebody to whom any of the owner's numbers
 * has written within seven days, and answers what that number sent to them last; what another
 * number did, where it sent nothing. Their first answer is remembered. Null when it is none.
 */
export async function hearAnswer(
  { db, events, outgoing }: HearAnswerDeps,
  userId: string,
  message: PossibleAnswer,
): Promise<HeardAnswer | null> {
  if (message.fromMe || message.chat === 'group') return null
  const asked = await lastWrittenTo({ db, outgoing }, userId, message)
  if (!asked || asked.answered_at !== null) return null
  const { id, campaign_id: campaignId } = asked
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
    written: () => events.changed({ campaignId, userId }),
  }
}

/** The most campaigns of one person that are looked at: those that write to them just now. */
const CANDIDATES = 10

async function lastWrittenTo(
  { db, outgoing }: Pick<HearAnswerDeps, 'db' | 'outgoing'>,
  userId: string,
  message: PossibleAnswer,
) {
  const { senderNumber, chatLid, sentAt, deviceId } = message
  if (senderNumber === null && chatLid === null) return null
  const latest = sentAt + CLOCKS_DIFFER_MS
  const when = { userId, earliest: sentAt - ANSWER_WITHIN_MS, latest }
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

/** What this number wrote, then what is on its way, then the last. Nearly always there is one. */
function likeliestFirst(rows: readonly WrittenTo[], deviceId: string): WrittenTo[] {
  const rank = (row: WrittenTo) =>
    (row.from_device === deviceId ? 0 : 2) + (row.is_unsettled === 1 ? 0 : 1)
  return rows.toSorted((a, b) => rank(a) - rank(b) || (b.written_at ?? 0) - (a.written_at ?? 0))
}

type WrittenTo = Awaited<ReturnType<typeof writtenToNumber>>[number]

interface When {
  readonly userId: string
  readonly earliest: number
  readonly latest: number
}

const writtenToNumber = prepared((db, when: When & { readonly phoneNumber: string }) =>
  writtenTo(db, when).where('recipients.phone_number', '=', when.phoneNumber),
)

const writtenToLid = prepared((db, when: When & { readonly lid: string }) =>
  writtenTo(db, when)
    .where('campaigns.user_id', '=', when.userId)
    .where('recipients.jid', '=', when.lid),
)

function writtenTo(db: Db, { userId, earliest, latest }: When) {
  return db
    .selectFrom('recipients')
    .innerJoin('campaigns', 'campaigns.id', 'recipients.campaign_id')
    .select(['recipients.id', 'recipients.campaign_id', 'recipients.answered_at'])
    .select(['recipients.state', WRITTEN_AT.as('written_at')])
    .select((eb) => [
      eb.fn.coalesce('recipients.device_id', 'campaigns.device_id').as('from_device'),
      eb.case().when(IS_UNSETTLED).then(1).else(0).end().as('is_unsettled'),
    ])
    .where('recipients.user_id', '=', userId)
    .where((eb) => eb.or([IS_UNSETTLED, eb.between(WRITTEN_AT, earliest, latest)]))
    .where('campaigns.erasing', '=', 0)
}

/**
 * Who is being written to may have a message before the network's word is here, and one of several
 * before the next has left.
 */
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
