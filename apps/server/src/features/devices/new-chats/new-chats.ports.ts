/** How many chats the network still lets a device begin. */
export interface NewChatQuota {
  readonly left: number
  /** 0 where the network does not say. */
  readonly of: number
  /** The time that it is for, in epoch milliseconds; null where the network does not say. */
  readonly from: number | null
  readonly until: number | null
}

/** What the network says of the chats that a device may begin; what is left out, it did not say. */
export interface NewChatNews {
  /** It may begin none until then, or until a time that is not said; null when it may. */
  readonly lock?: { readonly until: number | null } | null
  /** Null when they are not counted. */
  readonly quota?: NewChatQuota | null
}
