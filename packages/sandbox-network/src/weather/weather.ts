/** The parts of WhatsApp Web's version, as in 2.3000.1027934701. */
export type ClientVersion = readonly [number, number, number]

export interface Calm {
  kind: 'calm'
}

/** Weather that may end by itself, at a moment in epoch milliseconds. */
interface Passing {
  until?: number
}

/** The version of a client is too old: 405. */
export interface OldClient extends Passing {
  kind: 'old_client'
  /** The oldest version that is accepted. Default: every version is too old. */
  version?: ClientVersion
}

/** The connections of the phone's devices are cut, and its logins answered 503. */
interface Outage extends Passing {
  kind: 'outage'
}

/** First chats are refused with 463; known chats go on. */
export interface Limited extends Passing {
  kind: 'limited'
  /**
   * How many first chats a day are accepted before they are refused. Default 0: the account is
   * time-locked, and none is.
   */
  newADay?: number
  /** Whether its devices learn of it only by a query. */
  untold?: boolean
  /** Whether chats in which the contact has never written are refused like first ones. */
  unanswered?: boolean
}

/** Devices are disconnected and refused: 402 when it ends some time, otherwise 406. */
interface Banned extends Passing {
  kind: 'banned'
  /** The network's number for its cause; default 101, sent to too many strangers. */
  code?: number
}

/** Devices are refused, or disconnected, with a code of the network. */
interface Closed extends Passing {
  kind: 'closed'
  code: number
  /** `login`: every login fails with it. `open`: open connections end with it. */
  when: 'login' | 'open'
  /** For `open`: how long a connection lasts; default 0. */
  afterMs?: number
}

/** Uploads and downloads of media make no progress. */
export interface SlowMedia extends Passing {
  kind: 'slow_media'
  /**
   * They take long, are never answered, or break off halfway; or the query of upload hosts is
   * refused, or answered with none. Default: they take long.
   */
  how?: 'trickle' | 'silence' | 'cut' | 'refused' | 'no_hosts'
  /** How long they take; default 40 s. */
  forMs?: number
}

/** Accounts that have moved from numbers to LIDs. */
export interface Migrated extends Passing {
  kind: 'migrated'
  /** Whether the phone's own account has moved: if not, LIDs are answered 400. Default true. */
  own?: boolean
  /** The share of contacts that have moved: their numbers are answered 463. Default 1. */
  share?: number
  seed?: number
}

/** Contacts have more devices, each with receipts of its own. */
export interface Companions extends Passing {
  kind: 'companions'
  /** How many each has beside the phone; default 2. */
  devices?: number
  /** Whether the first of them cannot decrypt the first copy and requests another. */
  asks?: boolean
}

/** What contacts write cannot be decrypted. */
export interface Undecryptable extends Passing {
  kind: 'undecryptable'
  /** The share of messages; default 1. */
  share?: number
  seed?: number
  /** Whether requested copies cannot be decrypted either. */
  lasting?: boolean
  /**
   * Whether a device that refuses a message, instead of acknowledging it, gets nothing more until
   * its next login.
   */
  withholds?: boolean
}

/** Receipts come late, repeated or in another order, and messages are requested again. */
export interface LateReceipts extends Passing {
  kind: 'receipts'
  delayMs?: number
  /** How often each receipt is repeated. */
  repeat?: number
  /** Whether the read receipt comes before the delivered one. */
  reorder?: boolean
  /** How often a contact requests each message again before reading it. */
  retries?: number
}

/** Lookups and group metadata are refused with 429, rate-overlimit. */
export interface RateOverlimit extends Passing {
  kind: 'rate_overlimit'
  /** How many are answered each minute; default 0. */
  perMinute?: number
  /** Whether messages are refused with 429 as well. */
  messages?: boolean
}

/** In Brazil, Mexico and Argentina accounts have another number than people write down. */
interface Variants extends Passing {
  kind: 'variants'
}

/** The settings of the phone cannot be synchronised. */
export interface AppStateFaults extends Passing {
  kind: 'app_state'
  /** `error`: collections answer an error. `garbage`: with patches that cannot be read. */
  how?: 'error' | 'garbage'
}

/** Linking a device requires a passkey first. */
interface Passkey extends Passing {
  kind: 'passkey'
}

/** A device that is linked gets the history of a large account. */
export interface LargeHistory extends Passing {
  kind: 'history'
  chats: number
  messages: number
  /** The number of parts; default 10. */
  chunks?: number
  /** Whether each part is a file on the media host, as on the real network; default no. */
  files?: boolean
}

/** Other kinds in turn, in an order that follows from the seed. */
export interface Mixed extends Passing {
  kind: 'mixed'
  seed: number
  /** How long each lasts; default a minute. */
  everyMs?: number
}

/** What the network does to one phone. */
export type Weather =
  | Calm
  | Outage
  | OldClient
  | Limited
  | Banned
  | Closed
  | SlowMedia
  | Migrated
  | Companions
  | Undecryptable
  | LateReceipts
  | RateOverlimit
  | Variants
  | AppStateFaults
  | Passkey
  | LargeHistory
  | Mixed

/** What the network does to everybody, before it knows who it is. */
export type NetworkWeather =
  | Calm
  | OldClient
  /** WebSocket upgrades are answered with this status, or never. Open connections are cut. */
  | { kind: 'outage'; answer: 403 | 503 | 'silence' }
  /** Every login and linking fails with this code. */
  | { kind: 'closed'; code: number }

/** The weather of a phone as users see it. */
export interface WeatherReport {
  /** The weather as set; calm after its end. */
  set: Weather
  /** What it is at the moment; never mixed. */
  now: Weather
  /** When it was set. */
  since: number
  /** How often it has caused a failure since. */
  struck: number
}

export interface WeatherChange {
  at: number
  kind: Weather['kind']
}

export const CALM: Calm = { kind: 'calm' }
