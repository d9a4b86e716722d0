import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/database/database.ts'
import type { StoredContent } from '../../../platform/message-content.ts'
import type { SentMessages, StoredPoll } from '../messages.ports.ts'
import { namesakesOf } from '../namesakes.ts'
import type { InboundVote, OpenVote } from './polls.ports.ts'

const NAME_MAX = 60
const Texts = z.array(z.string())
const Sealed = z.object({
  payload: z.string(),
  iv: z.string(),
  voters: Texts,
  creators: Texts,
})

/** An option of a poll with those who chose it. */
export interface CountedOption {
  readonly name: string
  readonly votes: number
  /** Their names; of the owner and of people without a name it is empty. */
  readonly voters: readonly string[]
}

interface PollVotesDeps {
  readonly sent: Pick<SentMessages, 'pollOf'>
  readonly openVote: OpenVote
}

/**
 * Votes in received and sent polls. A vote that comes before its poll is opened when it is read.
 */
export function createPollVotes(db: Db, { sent, openVote }: PollVotesDeps) {
  /**
   * Received polls with this id, of which several people may have chosen the same, or the sent one.
   */
  async function pollsWithId(deviceId: string, pollId: string): Promise<StoredPoll[]> {
    const rows = await namesakesOf(db, { deviceId, messageId: pollId })
    const received = rows.flatMap(({ content }) => receivedPoll(content) ?? [])
    const ours = await sent.pollOf(db, { deviceId, messageId: pollId })
    return ours ? [...received, ours] : received
  }

  return {
    /**
     * Stores a vote in place of the voter's earlier one; one that no poll's secret opens is not
     * kept.
     */
    async keep({ deviceId, pollId, sealed, ...vote }: InboundVote): Promise<boolean> {
      const polls = await pollsWithId(deviceId, pollId)
      let chosen: readonly string[] | null = null
      for (const { secret } of polls) chosen ??= await openVote(sealed, pollId, secret)
      if (polls.length > 0 && chosen === null) return false
      const row = {
        voter_name: vote.voterName.slice(0, NAME_MAX),
        at: vote.at,
        chosen: chosen && JSON.stringify(chosen),
        sealed: chosen ? null : JSON.stringify(sealed),
      }
      await db
        .insertInto('poll_votes')
        .values({ ...row, device_id: deviceId, poll_id: pollId, voter_jid: vote.voterJid })
        .onConflict((conflict) =>
          conflict
            .columns(['device_id', 'poll_id', 'voter_jid'])
            .doUpdateSet(row)
            .where('poll_votes.at', '<=', vote.at),
        )
        .execute()
      return true
    },

    /** The options of these polls with their votes, by the network's id of the poll. */
    async count(
      deviceId: string,
      polls: ReadonlyMap<string, StoredPoll>,
    ): Promise<ReadonlyMap<string, readonly CountedOption[]>> {
      if (polls.size === 0) return new Map()
      const rows = await db
        .selectFrom('poll_votes')
        .select(['poll_id', 'voter_name', 'chosen', 'sealed'])
        .where('device_id', '=', deviceId)
        .where('poll_id', 'in', [...polls.keys()])
        .orderBy('at')
        .execute()
      const counted = new Map<string, CountedOption[]>()
      for (const [pollId, poll] of polls) {
        const votes: { name: string; chosen: readonly string[] }[] = []
        for (const row of rows) {
          if (row.poll_id !== pollId) continue
          const chosen =
            row.chosen !== null
              ? Texts.parse(JSON.parse(row.chosen))
              : await openVote(Sealed.parse(JSON.parse(row.sealed ?? '{}')), pollId, poll.secret)
          votes.push({ name: row.voter_name, chosen: chosen ?? [] })
        }
        counted.set(
          pollId,
          poll.options.map((name) => countOption(name, votes)),
        )
      }
      return counted
    },
  }
}

function countOption(
  name: string,
  votes: readonly { readonly name: string; readonly chosen: readonly string[] }[],
): CountedOption {
  const hash = createHash('sha256').update(name).digest('base64')
  const forIt = votes.filter(({ chosen }) => chosen.includes(hash))
  return { name, votes: forIt.length, voters: forIt.map((vote) => vote.name) }
}

function receivedPoll(content: string | null): StoredPoll | null {
  const { special } = content === null ? {} : (JSON.parse(content) as StoredContent)
  return special?.type === 'poll' && special.secret !== '' ? special : null
}
