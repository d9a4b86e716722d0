/** The parts of WhatsApp Web's version, as in 2.3000.1027934701. */
export type ClientVersion = readonly [number, number, number]

export interface Calm {
  kind: 'calm'
}

/** The version of a client is too old: 405. */
export interface OldClient {
  kind: 'old_client'
  /** The oldest version that is accepted. Default: every version is too old. */
  version?: ClientVersion
}

/** The connections of the phone's devices are cut, and its logins answered 503. */
export interface Outage {
  kind: 'outage'
  until?: number
}

/** First chats are refused with 463; known chats go on. */
export interface Limited {
  kind: 'limited'
  until?: number
  /**
   * How many first chats a day are accepted before they are refused. Default 0: the account is
   * time-locked, and none is.
   */
  newADay?: number
}

/** Devices are disconnected and refused: 402 when it ends some time, otherwise 406. */
export interface Banned {
  kind: 'banned'
  until?: number
  /** The network's number for its cause; default 101, sent to too many strangers. */
  code?: number
}

/** Devices are refused, or disconnected, with a code of the network. */
export interface Closed {
  kind: 'closed'
  code: number
  /** `login`: every login fails with it. `open`: open connections end with it. */
  when: 'login' | 'open'
  /** For `open`: how long a connection lasts; default 0. */
  afterMs?: number
}

/** What the network does to one phone. Moments are epoch milliseconds. */
export type Weather = Calm | Outage | OldClient | Limited | Banned | Closed

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
  /** What it is at the moment. */
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

const ends = (weather: Weather): number | undefined =>
  'until' in weather ? weather.until : undefined

export const CALM: Calm = { kind: 'calm' }

/** What set weather is at a moment: calm once it has ended. */
export function weatherAt(set: Weather, now: number): Weather {
  return now >= (ends(set) ?? Number.POSITIVE_INFINITY) ? CALM : set
}

/** When the weather changes next by itself. */
export function nextChange(set: Weather, now: number): number | undefined {
  const end = ends(set)
  return end !== undefined && end > now ? end : undefined
}
