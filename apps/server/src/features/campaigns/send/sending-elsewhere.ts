import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'

/** What a device sends. */
export interface Sending {
  /** The campaign; null while it sends none. */
  readonly campaign: { readonly id: string; readonly name: string } | null
  /** When its next message is due, in epoch milliseconds; null when nothing is. */
  readonly nextAt: number | null
  /** Whom it is about to write to: no other device begins with them. */
  readonly person: string | null
  /** It cannot, while the storage of media is away. A node of an older version does not say it. */
  readonly lacksMedia?: boolean | undefined
  /** The campaign that waits, as the network takes no files; nor does such a node say this. */
  readonly waitsForHost?: string | null | undefined
}

const id = z.string().max(64)

const SendingValue: z.ZodType<Sending> = z.object({
  campaign: z.nullable(z.object({ id, name: z.string().max(NAME_MAX_LENGTH) })),
  nextAt: z.nullable(z.number()),
  person: z.nullable(id),
  lacksMedia: z.optional(z.boolean()),
  waitsForHost: z.optional(z.nullable(id)),
})

/** Which devices this node has, each under the number of its lease. */
export interface DevicesHere {
  all(): Iterable<string>
  of(deviceId: string): number | null
}

/** What the devices of other nodes send. */
export function createSendingElsewhere(deps: {
  readonly bus: NodeBus
  readonly clock: Clock
  readonly devicesHere: DevicesHere
  here(deviceId: string): Sending
}) {
  return createMirror<Sending>({
    ...deps,
    topic: 'sending_here',
    value: SendingValue,
    keys: deps.devicesHere.all,
    rankOf: deps.devicesHere.of,
    valueOf: deps.here,
    onHeard: () => {},
  })
}

/** As the dispatcher reads it. */
export interface SendingElsewhere {
  of(deviceId: string): Sending | null
  all(): Iterable<Sending>
  /** Of a device that is here. */
  changed(deviceId: string): void
}
