import * as z from 'zod/mini'
import { call } from './call.ts'
import { Moment } from './fields.ts'
import { PhoneParams } from './sandbox.ts'

/** When the weather ends by itself; never without it. */
const until = z.optional(Moment)
const Seed = z.int().check(z.gte(0), z.lte(2_147_483_647))
const Share = z.number().check(z.gte(0), z.lte(1))
const MS_MAX = 3_600_000
const Ms = z.int().check(z.gte(0), z.lte(MS_MAX))
const Few = z.int().check(z.gte(0), z.lte(5))
const Many = z.int().check(z.gte(0), z.lte(10_000))

/** What the sandbox network does to one virtual phone. */
export const SandboxWeather = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calm') }),
  /** Refuses every connection with 503. */
  z.object({ kind: z.literal('outage'), until }),
  /** Refuses every login with 405. */
  z.object({ kind: z.literal('old_client'), until }),
  /**
   * First chats beyond a daily number are refused with 463; `untold`: the devices learn of it only
   * by a query. `unanswered`: chats in which the contact has never written are refused, too.
   */
  z.object({
    kind: z.literal('limited'),
    until,
    newADay: z.optional(Many),
    untold: z.optional(z.boolean()),
    unanswered: z.optional(z.boolean()),
  }),
  /** Refuses logins with 402 until its end, or 406 without one; `code` is the cause. */
  z.object({
    kind: z.literal('banned'),
    until,
    code: z.optional(z.int().check(z.gte(100), z.lte(199))),
  }),
  /** Logins fail with a code, or open connections end with it after some time. */
  z.object({
    kind: z.literal('closed'),
    until,
    code: z.int().check(z.gte(400), z.lte(599)),
    when: z.enum(['login', 'open']),
    afterMs: z.optional(Ms),
  }),
  /**
   * Uploads and downloads take long, are never answered, or break off; or the query of upload
   * hosts is refused, or answered with none.
   */
  z.object({
    kind: z.literal('slow_media'),
    until,
    how: z.optional(z.enum(['trickle', 'silence', 'cut', 'refused', 'no_hosts'])),
    forMs: z.optional(Ms),
  }),
  /** A share of the contacts is reached only by LID; `own`: whether this account has moved. */
  z.object({
    kind: z.literal('migrated'),
    until,
    own: z.optional(z.boolean()),
    share: z.optional(Share),
    seed: z.optional(Seed),
  }),
  /** Contacts have further devices with receipts of their own. */
  z.object({
    kind: z.literal('companions'),
    until,
    devices: z.optional(z.int().check(z.gte(1), z.lte(4))),
    asks: z.optional(z.boolean()),
  }),
  /** A share of the contacts' messages cannot be decrypted, at first or ever. */
  z.object({
    kind: z.literal('undecryptable'),
    until,
    share: z.optional(Share),
    seed: z.optional(Seed),
    lasting: z.optional(z.boolean()),
    withholds: z.optional(z.boolean()),
  }),
  /** Receipts come late, repeated or out of order; messages are requested again. */
  z.object({
    kind: z.literal('receipts'),
    until,
    delayMs: z.optional(Ms),
    repeat: z.optional(Few),
    reorder: z.optional(z.boolean()),
    retries: z.optional(Few),
  }),
  /** Lookups above a rate a minute, and optionally messages, are refused with 429. */
  z.object({
    kind: z.literal('rate_overlimit'),
    until,
    perMinute: z.optional(Many),
    messages: z.optional(z.boolean()),
  }),
  /** Account numbers in Brazil, Mexico and Argentina differ from the written ones. */
  z.object({ kind: z.literal('variants'), until }),
  /** The settings of the phone cannot be synchronised. */
  z.object({
    kind: z.literal('app_state'),
    until,
    how: z.optional(z.enum(['error', 'garbage'])),
  }),
  /** Linking a device requires a passkey first. */
  z.object({ kind: z.literal('passkey'), until }),
  /** A device that is linked gets the history of a large account, in chunks. */
  z.object({
    kind: z.literal('history'),
    until,
    chats: z.int().check(z.gte(1), z.lte(50_000)),
    messages: z.int().check(z.gte(0), z.lte(500_000)),
    chunks: z.optional(z.int().check(z.gte(1), z.lte(1000))),
    files: z.optional(z.boolean()),
  }),
  /** Other kinds in turn, in an order that follows from the seed. */
  z.object({
    kind: z.literal('mixed'),
    until,
    seed: Seed,
    everyMs: z.optional(z.int().check(z.gte(1000), z.lte(MS_MAX))),
  }),
])
export type SandboxWeather = z.infer<typeof SandboxWeather>

export const SandboxWeatherReport = z.object({
  /** The weather as it was set; calm after its end. */
  weather: SandboxWeather,
  /** The current kind; while the weather is mixed, the one whose turn it is. */
  now: z.string(),
  /** When the weather was set; null if it was never changed. */
  since: z.nullable(Moment),
  /** How many failures it has caused since then. */
  struck: z.int(),
  /** The latest changes, oldest first. */
  changes: z.array(z.object({ at: Moment, kind: z.string() })),
})
export type SandboxWeatherReport = z.infer<typeof SandboxWeatherReport>

export const getWeather = call({
  method: 'GET',
  path: '/sandbox/phones/:phoneNumber/weather',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'How hostile the sandbox network is to a virtual phone',
  params: PhoneParams,
  status: 200,
  response: SandboxWeatherReport,
})

export const setWeather = call({
  method: 'PUT',
  path: '/sandbox/phones/:phoneNumber/weather',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'Make the sandbox network hostile to a virtual phone, or calm again',
  params: PhoneParams,
  body: z.object({ weather: SandboxWeather }),
  status: 200,
  response: SandboxWeatherReport,
})

/** The sandbox network's weather for everybody, before login. */
export const SandboxNetworkWeather = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calm') }),
  /** Connections are answered with this status, or never; open ones are cut. */
  z.object({ kind: z.literal('outage'), answer: z.literal([403, 503, 'silence']) }),
  /** Every login and linking answers 405. */
  z.object({ kind: z.literal('old_client') }),
  /** Every login and linking fails with a code. */
  z.object({ kind: z.literal('closed'), code: z.int().check(z.gte(400), z.lte(599)) }),
])
export type SandboxNetworkWeather = z.infer<typeof SandboxNetworkWeather>

export const getNetworkWeather = call({
  method: 'GET',
  path: '/sandbox/weather',
  needs: 'numbers:write',
  shows: ['chats', 'phone numbers', 'all numbers'],
  summary: 'How hostile the sandbox network is to everybody',
  status: 200,
  response: SandboxNetworkWeather,
})

export const setNetworkWeather = call({
  method: 'PUT',
  path: '/sandbox/weather',
  access: 'admin',
  summary: 'Make the sandbox network hostile to everybody on this server, or calm again',
  body: z.object({ weather: SandboxNetworkWeather }),
  status: 200,
  response: SandboxNetworkWeather,
})
