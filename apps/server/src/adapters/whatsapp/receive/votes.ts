import { decryptPollVote, type proto } from 'baileys'
import type { InboundVote, SealedVote } from '../../../features/messages/polls/polls.ports.ts'
import type { InboundMessage } from '../../../platform/inbound-message.ts'
import { storedId } from '../connection/message-id.ts'
import { doneAt, momentOf } from './content/bounds.ts'
import { layersOf } from './message-text.ts'

const IV_BYTES = 12
const PAYLOAD_MAX_BYTES = 4096
const CHOICES_MAX = 20

export type Vote = Omit<InboundVote, 'deviceId'>

/** A vote in a poll, by `voter`'s message; null for everything else. */
export function readVote(
  message: proto.IMessage,
  voter: Pick<InboundMessage, 'fromMe' | 'senderJid' | 'senderName' | 'sentAt'>,
  addresses: { readonly voters: readonly string[]; readonly others: readonly string[] },
): Vote | null {
  const {
    pollCreationMessageKey: poll,
    vote,
    senderTimestampMs,
  } = layersOf(message).at(-1)?.pollUpdateMessage ?? {}
  const { encPayload, encIv } = vote ?? {}
  if (!poll?.id || !encPayload || encIv?.length !== IV_BYTES) return null
  if (encPayload.length > PAYLOAD_MAX_BYTES) return null
  const author = poll.participant && poll.participant.length <= 128 ? [poll.participant] : []
  return {
    pollId: storedId(poll.id),
    voterJid: voter.fromMe ? '' : voter.senderJid,
    voterName: voter.senderName,
    at: doneAt(momentOf(senderTimestampMs), voter.sentAt),
    sealed: {
      payload: Buffer.from(encPayload).toString('base64'),
      iv: Buffer.from(encIv).toString('base64'),
      voters: [...new Set(addresses.voters)],
      creators: [...new Set([...author, ...addresses.others, ...addresses.voters])],
    },
  }
}

/**
 * The hashes of what a vote chooses, in base64; null when no pair of addresses opens it. Phones
 * seal it for the addresses that they know each other by.
 */
export function openVote(sealed: SealedVote, pollId: string, secret: string): string[] | null {
  const encPayload = Buffer.from(sealed.payload, 'base64')
  const encIv = Buffer.from(sealed.iv, 'base64')
  const pollEncKey = Buffer.from(secret, 'base64')
  for (const voterJid of sealed.voters) {
    for (const pollCreatorJid of sealed.creators) {
      try {
        const { selectedOptions = [] } = decryptPollVote(
          { encPayload, encIv },
          { pollCreatorJid, pollMsgId: pollId, pollEncKey, voterJid },
        )
        return (selectedOptions ?? [])
          .slice(0, CHOICES_MAX)
          .map((hash) => Buffer.from(hash).toString('base64'))
      } catch {
        // Sealed for other addresses.
      }
    }
  }
  return null
}
