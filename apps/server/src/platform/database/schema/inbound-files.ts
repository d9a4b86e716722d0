import type { Flag } from './flag.ts'

export interface InboundFilesTables {
  inbox_files: InboxFileTable
  poll_votes: PollVoteTable
}

/** What became of the file of an inbound message; without a row it is with the network. */
export interface InboxFileTable {
  device_id: string
  /** The key of the message in `inbox`. */
  message_id: string
  /** `asked` waits to be fetched, by the node that has the number. */
  state: 'asked' | 'here' | 'away' | 'gone' | 'too_large' | 'refused'
  /** The file, once it is here. */
  media_id: string | null
  /** A small picture of it. */
  preview_id: string | null
  /** 1: asked for by a person, who may have what is not fetched by itself. */
  clicked: Flag
  /** Attempts that failed since it was asked for. */
  attempts: number
  /** When it is tried next. */
  next_at: number
}

/** Somebody's last vote in a poll. */
export interface PollVoteTable {
  device_id: string
  /** The network's id of the poll. */
  poll_id: string
  /** Empty for a vote of the owner. */
  voter_jid: string
  voter_name: string
  /** When it was made, according to the network. */
  at: number
  /** JSON: the hashes of what it chooses, in base64; null while it is sealed. */
  chosen: string | null
  /** JSON: a `SealedVote` of a poll that is not known; null once it is opened. */
  sealed: string | null
}
