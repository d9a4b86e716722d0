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
  /** Whether its devices are told only when they ask. */
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

/** Uploads and downloads of media do not get on. */
export interface SlowMedia extends Passing {
  kind: 'slow_media'
  /**
   * They take long, are never answered, or break off halfway; or whoever asks where to upload is
   * refused, or told of no host. Default: they take long.
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

/** Contacts have further devices, which say receipts of their own. */
export interface Companions extends Passing {
  kind: 'companions'
  /** How many each has beside the phone; default 2. */
  devices?: number
  /** Whether the first of them cannot read what it gets first, and asks for it again. */
  asks?: boolean
}

/** What contacts write cannot be decrypted. */
export interface Undecryptable extends Passing {
  kind: 'undecryptable'
  /** The share of messages; default 1. */
  share?: number
  seed?: number
  /** Whether copies that are asked for cannot be decrypted either. */
  lasting?: boolean
  /**
   * Whether a device that refuses a message, instead of acknowledging it, gets nothing more until
   * its next login.
   */
  withholds?: boolean
}

/** Receipts come late, repeated or in another order, and messages are asked for again. */
export interface LateReceipts extends Passing {
  kind: 'receipts'
  delayMs?: number
  /** How often each receipt is repeated. */
  repeat?: number
  /** Whether that a message was read is said before that it was delivered. */
  reorder?: boolean
  /** How often a contact asks for each message again before it reads it. */
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

/** Devices that are to be linked are asked for a passkey first. */
interface Passkey extends Passing {
  kind: 'passkey'
}

/** A device that is linked gets the history of a large account. */
export interface LargeHistory extends Passing {
  kind: 'history'
  chats: number
  messages: number
  /** In how many parts it comes; default 10. */
  chunks?: number
  /** Whether each is a file at the media host, as the network's are; default no. */
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
  /** What was set, and calm again after its end. */
  set: Weather
  /** What it is at the moment; never mixed. */
  now: Weather
  /** When it was set. */
  since: number
  /** How often it has struck since. */
  struck: number
}

export interface WeatherChange {
  at: number
  kind: Weather['kind']
}

export const CALM: Calm = { kind: 'calm' }
