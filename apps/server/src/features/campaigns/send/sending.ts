import { NAME_MAX_LENGTH } from '@kirim/contract/limits'
import { z } from 'zod'
import type { Clock } from '../../../platform/clock.ts'
import type { NodeBus } from '../../../platform/nodes/node-bus.ts'
import { createMirror } from '../../../platform/nodes/node-mirror.ts'
import type { Campaign } from '../campaign/stored-campaign.ts'
import type { LiveState } from '../progress/campaign-progress.ts'

/** A device's rest from uploading files. */
export interface FilesRest {
  /** The campaign whose file was tried last. */
  readonly campaign: Pick<Campaign, 'id' | 'userId'>
  readonly until: number
  readonly times: number
}

/** What one device is doing. */
export interface Runner {
  readonly deviceId: string
  stopped: boolean
  /** Aborted to make the runner check again at once. */
  nap: AbortController
  /** The campaign being sent; null while there is none. */
  campaign: Pick<Campaign, 'id' | 'name' | 'userId'> | null
  nextAt: number | null
  /** Its last try failed for the storage of media, which was away. */
  lacksMedia: boolean
  /** The network takes no files: campaigns with files wait. */
  filesRest: FilesRest | null
  /** Until then it writes to nobody new, as of its last step. */
  limitedUntil: number | null
  /** Whom it is about to write to: no other device begins with them. */
  person: string | null
  /** The gap drawn for a person, stored so that checking again does not draw again. */
  gap: { recipientId: string; ms: number } | null
  finished: Promise<void>
}

export function createRunner(deviceId: string): Runner {
  return {
    deviceId,
    stopped: false,
    nap: new AbortController(),
    campaign: null,
    nextAt: null,
    lacksMedia: false,
    filesRest: null,
    limitedUntil: null,
    person: null,
    gap: null,
    finished: Promise.resolve(),
  }
}

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

/** What a device that is here sends. */
export function sendingOf(runner: Runner | undefined): Sending {
  const { campaign = null, nextAt = null, person = null, lacksMedia = false } = runner ?? {}
  const named = campaign && { id: campaign.id, name: campaign.name }
  const waitsForHost = runner?.filesRest?.campaign.id ?? null
  return { campaign: named, nextAt, person, lacksMedia, waitsForHost }
}

/** How campaigns are being sent at this moment, by the devices of all nodes. */
export function liveSending(
  runners: ReadonlyMap<string, Runner>,
  elsewhere: SendingElsewhere,
): Omit<LiveState, 'connectionOf' | 'storageIsFull' | 'dayOf' | 'restsUntil'> {
  const all = () => [...[...runners.values()].map(sendingOf), ...elsewhere.all()]
  const sendersOf = (campaignId: string) =>
    all().filter(({ campaign }) => campaign?.id === campaignId)
  return {
    isCurrent: (campaignId) => sendersOf(campaignId).length > 0,
    currentOf: (deviceId) =>
      (elsewhere.of(deviceId) ?? runners.get(deviceId))?.campaign?.name ?? null,
    lacksMedia: (campaignId) => {
      const senders = sendersOf(campaignId)
      return senders.length > 0 && senders.every(({ lacksMedia }) => lacksMedia)
    },
    waitsForHost: (campaignId) => {
      const isWaiting = ({ waitsForHost }: Sending) => waitsForHost === campaignId
      return all().some(isWaiting) && sendersOf(campaignId).every(isWaiting)
    },
    nextMessageAt: (campaignId) => {
      const due = sendersOf(campaignId).flatMap(({ nextAt }) => nextAt ?? [])
      return due.length > 0 ? Math.min(...due) : null
    },
  }
}
