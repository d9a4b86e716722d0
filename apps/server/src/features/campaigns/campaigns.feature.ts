import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createCampaignsEvents } from './campaigns.events.ts'
import type {
  CampaignDevices,
  CampaignGroups,
  CampaignMediaLibrary,
  CampaignOutgoing,
  CampaignQuotas,
} from './campaigns.ports.ts'
import { createCampaignsRepository } from './campaigns.repository.ts'
import { campaignsRoutes } from './campaigns.routes.ts'
import { createCampaignListsRepository } from './list/campaign-lists.repository.ts'
import { campaignListsRoutes } from './list/campaign-lists.routes.ts'
import type { LiveState } from './list/campaign-progress.ts'
import { createCampaignUses } from './list/campaign-uses.ts'
import { freezeDependents } from './people/freeze-people.ts'
import { takeOut } from './people/take-out.ts'
import { createFinishStarted } from './save/finish-started.ts'
import { createCampaignOrigin, isCampaignOff } from './send/campaign-origin.ts'
import { createDispatcher } from './send/dispatcher.ts'
import { createLedgerRepository } from './send/ledger.repository.ts'
import { createNetworkNamesRepository } from './send/network-names.repository.ts'

export interface CampaignsDeps {
  readonly db: Db
  readonly outgoing: CampaignOutgoing
  readonly groups: CampaignGroups
  readonly devices: CampaignDevices
  readonly media: CampaignMediaLibrary
  readonly quotas: CampaignQuotas
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  /** Of a device that is neither removed nor unlinked. */
  connectionOf: LiveState['connectionOf']
  storageIsFull: LiveState['storageIsFull']
  isBeingRemoved(deviceId: string): boolean
  /** What a campaign does may move the overall summary of its owner. */
  summaryChanged(userId: string): void
}

/**
 * Puts the feature's pieces together; `wiring/` connects it to devices,
 * the network and the media library.
 */
export function createCampaignsFeature(deps: CampaignsDeps) {
  const { db, devices, clock, log } = deps
  const campaigns = createCampaignsRepository(db, devices)
  const lists = createCampaignListsRepository(db, devices)
  const ledger = createLedgerRepository(db, deps)
  const networkNames = createNetworkNamesRepository(db, devices)
  const copies = createFairQueue()
  // Events show which campaign is being sent, and the dispatcher tells of events:
  // each asks the other when called.
  const live: LiveState = {
    isCurrent: (id) => dispatcher.live.isCurrent(id),
    currentOf: (deviceId) => dispatcher.live.currentOf(deviceId),
    nextMessageAt: (id) => dispatcher.live.nextMessageAt(id),
    connectionOf: deps.connectionOf,
    storageIsFull: deps.storageIsFull,
  }
  const events = createCampaignsEvents({
    ...deps,
    campaigns,
    live,
    onFault: (err) => log.error({ err }, 'campaign event failed'),
  })
  const dispatcher = createDispatcher({
    ...deps,
    campaigns,
    ledger,
    networkNames,
    events,
    onFault: (deviceId, err) => log.warn({ err, deviceId }, 'sending rests after a fault'),
  })

  const unfinished = createFinishStarted({
    ...deps,
    async onReady(campaignId) {
      const campaign = await campaigns.findById(campaignId)
      if (!campaign) return
      dispatcher.wake(campaign.deviceId)
      events.changed({ campaignId, userId: campaign.userId })
    },
    onFault: (campaignId, err) => log.error({ err, campaignId }, 'a campaign stays unfinished'),
  })

  const part: Part = {
    name: 'campaigns',
    async start() {
      await dispatcher.part.start()
      await unfinished.start()
    },
    async stop() {
      await unfinished.stop()
      await dispatcher.part.stop()
      await events.stop()
    },
  }

  return {
    part,
    uses: createCampaignUses({ ...deps, campaigns, live }),
    /** Somebody is not to be written to any more by what is waiting. */
    takeOut: (userId: string, phoneNumber: string) =>
      takeOut({ db, ledger, events, clock }, userId, phoneNumber),
    /** Resolves once no campaign needs the members of a group to be where they are. */
    groupSettled: (groupId: string, signal?: AbortSignal) =>
      freezeDependents(deps, { groupId }, signal),
    /** A group is being deleted, in this transaction: its campaigns keep the people they have. */
    leaveGroup: (tx: Db, groupId: string) =>
      createCampaignsRepository(tx, devices).forgetGroup(groupId),
    routes(route: Route): void {
      campaignsRoutes(route, { ...deps, copies, campaigns, dispatcher, live, events })
      campaignListsRoutes(route, { lists, live, clock })
    },
    storageChanged: dispatcher.allChanged,
    deviceConnected: dispatcher.connected,
    deviceDisconnected: dispatcher.disconnected,
    /** A removed device sends nothing more, also not when it is linked again. */
    async deviceRemoved(userId: string, deviceId: string): Promise<void> {
      for (const campaignId of await campaigns.disableOfDevice(deviceId, clock.now())) {
        events.changed({ campaignId, userId })
      }
      dispatcher.wake(deviceId)
    },
    /** What makes campaigns' messages leave, as the room for what leaves is told. */
    origin: createCampaignOrigin(deps),
    mayLeave: isCampaignOff,
    /** Somebody's message has moved, and with it their place in this campaign. */
    changed: events.changed,
    /** What a person was sent by campaigns, newest first. */
    saidTo: ledger.saidTo,
    /**
     * What somebody calls themselves on the network,
     * as a user's devices heard it; null when they have not.
     */
    nameOnNetwork: networkNames.find,
    networkName(deviceId: string, phoneNumber: string, name: string): void {
      networkNames
        .keep(deviceId, phoneNumber, name)
        .catch((err: unknown) => log.error({ err, deviceId }, 'name not kept'))
    },
  }
}

export type CampaignsFeature = ReturnType<typeof createCampaignsFeature>
