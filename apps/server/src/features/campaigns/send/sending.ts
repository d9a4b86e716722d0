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
  readonly campaign: Pick<Campaign, 'id' | 'workspaceId'>
  readonly until: number
  readonly times: number
}

/** The state of one device's sending loop. */
export interface Runner {
  readonly deviceId: string
  stopped: boolean
  /** Aborted to make the loop check again at once. */
  nap: AbortController
  /** The campaign being sent; null while there is none. */
  campaign: Pick<Campaign, 'id' | 'name' | 'workspaceId'> | null
  nextAt: number | null
  /** Its last attempt failed because the media storage was unreachable. */
  lacksMedia: boolean
  /** The network accepts no files: campaigns with files wait. */
  filesRest: FilesRest | null
  /** The end of its limit of new chats, as of its last step. */
  limitedUntil: number | null
  /** The person it is about to write to: reserved for it. */
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

const id = z.string().max(64)

/** What a device is sending. */
const Sending = z.object({
  /** The campaign; null while it sends none. */
  campaign: z.nullable(z.object({ id, name: z.string().max(NAME_MAX_LENGTH) })),
  /** When its next message is due, in epoch milliseconds; null when nothing is. */
  nextAt: z.nullable(z.number()),
  /** The person it is about to write to: reserved for it. */
  person: z.nullable(id),
  /** The media storage is unreachable. Nodes of an older version omit it. */
  lacksMedia: z.optional(z.boolean()),
  /** The campaign that waits because the network accepts no files; older nodes omit it. */
  waitsForHost: z.optional(z.nullable(id)),
})
export type Sending = Readonly<z.infer<typeof Sending>>

/** The devices of this node, each with the number of its lease. */
export interface DevicesHere {
  all(): Iterable<string>
  of(deviceId: string): number | null
}

/** What the devices of other nodes are sending. */
export function createSendingElsewhere(deps: {
  readonly bus: NodeBus
  readonly clock: Clock
  readonly devicesHere: DevicesHere
  here(deviceId: string): Sending
}) {
  return createMirror<Sending>({
    ...deps,
    topic: 'sending_here',
    value: Sending,
    keys: deps.devicesHere.all,
    rankOf: deps.devicesHere.of,
    valueOf: deps.here,
    onRemoteChange: () => {},
  })
}

/** What the dispatcher needs of it. */
export interface SendingElsewhere {
  of(deviceId: string): Sending | null
  all(): Iterable<Sending>
  /** Call when a device of this node sends something else. */
  changed(deviceId: string): void
}

/** What a device of this node is sending. */
export function sendingOf(runner: Runner | undefined): Sending {
  const { campaign = null, nextAt = null, person = null, lacksMedia = false } = runner ?? {}
  const current = campaign && { id: campaign.id, name: campaign.name }
  const waitsForHost = runner?.filesRest?.campaign.id ?? null
  return { campaign: current, nextAt, person, lacksMedia, waitsForHost }
}

/** How campaigns are being sent now, by the devices of all nodes. */
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
