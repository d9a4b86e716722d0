/** A vote as it came, with the addresses it may be sealed for; bytes are in base64. */
export interface SealedVote {
  readonly payload: string
  readonly iv: string
  readonly voters: readonly string[]
  readonly creators: readonly string[]
}

/** Somebody's vote in a poll, which replaces their earlier one. */
export interface InboundVote {
  readonly deviceId: string
  /** The network's id of the poll. */
  readonly pollId: string
  /** Empty for a vote of the owner. */
  readonly voterJid: string
  readonly voterName: string
  /** When it was made, according to the network. */
  readonly at: number
  readonly sealed: SealedVote
}

/** Resolves once the vote is stored. Only then is its receipt sent to the network. */
export type KeepVote = (vote: InboundVote) => Promise<void>

/** The hashes of what a vote chooses, in base64; null when the poll's secret does not open it. */
export type OpenVote = (
  sealed: SealedVote,
  pollId: string,
  secret: string,
) => Promise<readonly string[] | null>
