import type { OverallSummary } from '@kirim/contract/analytics'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { totalsOf } from '../../platform/database/user-totals.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { Log } from '../../platform/log.ts'
import type { MessageReceipt, OutgoingMedia } from '../../platform/outgoing-message.ts'
import type { Realtime } from '../../platform/realtime/realtime.ts'
import { createCampaignListsRepository } from './campaign-lists.repository.ts'
import type { Turns } from './campaign-progress.ts'
import { createCampaignUses } from './campaign-uses.ts'
import { createCampaignsEvents } from './campaigns.events.ts'
import type {
  CampaignMediaLibrary,
  CampaignQuotas,
  MessageSender,
  SentMessages,
} from './campaigns.ports.ts'
import { createCampaignsRepository } from './campaigns.repository.ts'
import { campaignsRoutes } from './campaigns.routes.ts'
import { createDispatcher } from './dispatcher.ts'
import { createFinishStarted } from './finish-started.ts'
import { freezeReadersOf } from './freeze-people.ts'
import { createLedgerRepository } from './ledger.repository.ts'
import { type CampaignQuestion, type ListedCampaigns, listCampaigns } from './list-campaigns.ts'
import { createNetworkNamesRepository } from './network-names.repository.ts'
import { createRecordReceipt } from './record-receipt.ts'
import { outgoingMedia } from './send-to-recipient.ts'
import { takeOut } from './take-out.ts'

export interface CampaignsDeps {
  readonly db: Db
  readonly sender: MessageSender
  readonly media: CampaignMediaLibrary
  readonly quotas: CampaignQuotas
  readonly realtime: Realtime
  readonly clock: Clock
  readonly log: Log
  readonly random: () => number
  /** Of a device that is neither removed nor unlinked. */
  connectionOf: Turns['connectionOf']
  isBeingRemoved(deviceId: string): boolean
}

/** Puts the feature's pieces together; app.ts connects it to devices, the network and the media library. */
export function createCampaignsFeature(deps: CampaignsDeps) {
  const { db, clock, log } = deps
  const campaigns = createCampaignsRepository(db)
  const lists = createCampaignListsRepository(db)
  const ledger = createLedgerRepository(db)
  const networkNames = createNetworkNamesRepository(db)
  const copies = createFairQueue()
  const totals = (userId: string) => totalsOf(db, userId)
  // Events show whose turn it is, and the dispatcher tells of events: each asks the other when called.
  const turns: Turns = {
    isCurrent: (id) => dispatcher.turns.isCurrent(id),
    currentOf: (deviceId) => dispatcher.turns.currentOf(deviceId),
    nextMessageAt: (id) => dispatcher.turns.nextMessageAt(id),
    connectionOf: deps.connectionOf,
  }
  const events = createCampaignsEvents({
    ...deps,
    campaigns,
    totals,
    turns,
    onFault: (err) => log.error({ err }, 'campaign event failed'),
  })
  const receipts = createRecordReceipt({ ledger, events, clock })
  const dispatcher = createDispatcher({
    ...deps,
    campaigns,
    ledger,
    networkNames,
    events,
    recordReceipt: receipts.record,
    onFault: (deviceId, err) => log.warn({ err, deviceId }, 'sending rests after a fault'),
  })

  const sentMessages: SentMessages = {
    async find(deviceId, messageId) {
      const sent = await ledger.findSent(deviceId, messageId)
      if (!sent) return null
      const { mediaId, userId, ...message } = sent
      if (!mediaId) return { ...message, media: null }
      const media = (await outgoingMedia(deps.media, userId, [mediaId])).get(mediaId)
      return media ? { ...message, media } : null
    },
  }

  const unfinished = createFinishStarted({
    db,
    media: deps.media,
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
      await receipts.drained()
      await events.stop()
    },
  }

  return {
    part,
    sentMessages,
    uses: createCampaignUses({ ...deps, campaigns, turns }),
    /** Somebody is not to be written to any more by what is waiting. */
    takeOut: (userId: string, phoneNumber: string) =>
      takeOut({ db, ledger, events, clock }, userId, phoneNumber),
    /** Resolves once no campaign needs the members of a group to be where they are. */
    groupSettled: (groupId: string, signal?: AbortSignal) =>
      freezeReadersOf(db, { groupId }, signal),
    routes: (route: Route) =>
      campaignsRoutes(route, { ...deps, copies, campaigns, dispatcher, turns, events }),
    deviceConnected: dispatcher.connected,
    deviceDisconnected: dispatcher.disconnected,
    /** A removed device sends nothing more, also not when it is linked again. */
    async deviceRemoved(userId: string, deviceId: string): Promise<void> {
      for (const campaignId of await campaigns.disableOfDevice(deviceId, clock.now())) {
        events.changed({ campaignId, userId })
      }
      dispatcher.wake(deviceId)
    },
    receipt: (receipt: MessageReceipt) => receipts.record(receipt),
    /** What a person was sent by campaigns, newest first. */
    saidTo: ledger.saidTo,
    /** What somebody calls themselves on the network, as a user's devices heard it; null when they have not. */
    nameOnNetwork: networkNames.find,
    networkName(deviceId: string, phoneNumber: string, name: string): void {
      networkNames
        .keep(deviceId, phoneNumber, name)
        .catch((err: unknown) => log.error({ err, deviceId }, 'name not kept'))
    },
    /** One file as it is sent; null when it is gone, from the library or from the disk. */
    async outgoingMedia(userId: string, mediaId: string): Promise<OutgoingMedia | null> {
      return (await outgoingMedia(deps.media, userId, [mediaId])).get(mediaId) ?? null
    },
    /** Something outside campaigns has changed a user's overall summary. */
    summaryChanged: events.summaryChanged,
    bulkCampaigns: (userId: string, question: CampaignQuestion): Promise<ListedCampaigns> =>
      listCampaigns({ lists, turns, clock }, userId, question),
    async overall(userId: string): Promise<OverallSummary> {
      const { total, sent, failed } = await totals(userId)
      return { totalMessages: total, sentMessages: sent, failedMessages: failed }
    },
  }
}
