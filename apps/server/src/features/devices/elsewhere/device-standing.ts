import { z } from 'zod'
import { CLOSES, type Close, type CloseCause } from '../closes.ports.ts'
import type { ConnectionState } from '../connection-state.ts'
import type { Health } from '../health/health.ts'
import type { Asked } from '../plan-limit.ts'

/** What the node that has a device knows of it beside what is written down. */
export interface DeviceStanding {
  readonly userId: string
  readonly connection: ConnectionState
  /** How a person asked for its connection, until it is admitted. */
  readonly asked: Asked | null
  /** Until when it sends nothing because it asked too much of the network; null otherwise. */
  readonly restsUntil: number | null
  readonly isQuiet: boolean
  readonly isBeingRemoved: boolean
  readonly health: Health
}

const moment = z.nullable(z.number())

const AnyClose: z.ZodType<Close> = z.object({
  cause: z.enum(Object.keys(CLOSES) as CloseCause[]),
  code: z.nullable(z.number()),
  until: moment,
})

const tries = { attempt: z.number(), close: z.nullable(AnyClose) }

const Connection: z.ZodType<ConnectionState> = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('idle') }),
  z.object({ kind: z.literal('connecting'), ...tries }),
  z.object({ kind: z.literal('connected'), attempt: z.number(), since: z.number() }),
  z.object({ kind: z.literal('waiting'), ...tries, nextTryAt: z.optional(z.number()) }),
  z.object({ kind: z.literal('stopped'), close: AnyClose }),
  z.object({ kind: z.literal('logged_out') }),
])

export const StandingElsewhere: z.ZodType<DeviceStanding> = z.object({
  userId: z.string().max(64),
  connection: Connection,
  asked: z.nullable(z.enum(['new_link', 'new_scan', 'reconnect'])),
  restsUntil: moment,
  isQuiet: z.boolean(),
  isBeingRemoved: z.boolean(),
  health: z.object({
    lastInAt: moment,
    lastOutAt: moment,
    unreadable: z.number(),
    unreadableSince: moment,
    preKeysLeft: moment,
    latencyMs: moment,
  }),
})

/** Whether its owner sees it at once; how well it works is shown when a page asks. */
export function looksDifferent(now: DeviceStanding | null, before: DeviceStanding | null): boolean {
  return JSON.stringify({ ...now, health: null }) !== JSON.stringify({ ...before, health: null })
}
