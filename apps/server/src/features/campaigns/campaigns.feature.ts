import type { Sight } from '../../platform/caller.ts'
import type { Db } from '../../platform/database/database.ts'
import { createFairQueue } from '../../platform/fair-queue.ts'
import type { Route } from '../../platform/http/routes.ts'
import type { Part } from '../../platform/lifecycle.ts'
import type { NodeBus } from '../../platform/nodes/node-bus.ts'
import type { Whereabouts } from '../../platform/nodes/serve-calls.ts'
import type { Work } from '../../platform/nodes/work.ts'
import { createCampaignAccess } from './actions/campaign-access.ts'
import { campaignActionsRoutes } from './actions/campaign-actions.routes.ts'
import { createFinishStarted } from './actions/finish-started.ts'
import { removePerson } from './actions/remove-person.ts'
import type { PossibleAnswer } from './answers/hear-answer.ts'
import { hearMessage } from './answers/hear-message.ts'
import { freezeDependents } from './audience/freeze-people.ts'
import { createCampaignsRepository } from './campaign/campaigns.repository.ts'
import type { Campaign } from './campaign/stored-campaign.ts'
import type { CampaignDevices } from './campaign-devices.ports.ts'
import type { CampaignOutgoing, LeftAloneSince } from './campaigns.ports.ts'
import { campaignsRoutes } from './campaigns.routes.ts'
import { restOfCampaign } from './estimate/estimate-course.ts'
import { type LedgerRoutesDeps, ledgerRoutes } from './ledger/ledger.routes.ts'
import { createLedgerPeopleRepository } from './ledger/ledger-people.repository.ts'
import { campaignsOfPerson } from './ledger/present-people.ts'
import { createCampaignListsRepository } from './list/campaign-lists.repository.ts'
import { createCampaignUses } from './list/campaign-uses.ts'
import { campaignListsRoutes } from './list/list-campaigns.ts'
import { createPreflight, type PreflightFeatureDeps } from './preflight/preflight.feature.ts'
import type { TestOutgoing } from './preflight/preflight.ports.ts'
import type { LiveState } from './progress/campaign-progress.ts'
import { type CampaignEventsDeps, createCampaignsEvents } from './progress/campaigns.events.ts'
import { createCampaignOrigin, isCampaignOff } from './recipients/campaign-origin.ts'
import type { SaveDeps } from './save/save-with-people.ts'
import { createDispatcher, type DispatcherDeps } from './send/dispatcher.ts'
import { createHeldPeopleRepository } from './send/held-people.repository.ts'
import type { KnownPeopleRooms } from './send/known-people.repository.ts'
import { createLedgerRepository } from './send/ledger.repository.ts'
import { removeDevice } from './send/remove-device.ts'
import { requeueFromOffline } from './send/requeue.ts'
import {
  createSendingElsewhere,
  type DevicesHere,
  liveSending,
  type Runner,
  sendingOf,
} from './send/sending.ts'

export interface CampaignsDeps
  extends Omit<PreflightFeatureDeps, 'tests' | 'where'>,
    Pick<KnownPeopleRooms, 'heardIn' | 'calledByNetwork'>,
    Pick<LedgerRoutesDeps, 'textsOf' | 'leftAloneAmong' | 'messagesOf' | 'namesOf'>,
    Pick<SaveDeps, 'quotas' | 'isBeingRemoved'>,
    Pick<DispatcherDeps, 'onLimit' | 'wakeElsewhere'>,
    Pick<CampaignEventsDeps, 'summaryChanged'>,
    Pick<LiveState, 'storageIsFull'> {
  readonly outgoing: CampaignOutgoing & TestOutgoing
  readonly devices: CampaignDevices
  readonly leftAloneSince: LeftAloneSince
  readonly work: Work
  readonly bus: NodeBus
  readonly devicesHere: DevicesHere & { readonly where: Whereabouts }
}

/** Assembles the feature; `wiring/` connects it to devices, the network and the media library. */
export function createCampaignsFeature(deps: CampaignsDeps) {
  const { db, devices, clock, log } = deps
  const campaigns = createCampaignsRepository(db, devices)
  const lists = createCampaignListsRepository(db, devices)
  const ledger = createLedgerRepository(db, deps)
  const held = createHeldPeopleRepository(db, deps)
  const preflight = createPreflight({
    ...deps,
    where: deps.devicesHere.where,
    tests: deps.outgoing,
  })
  const copies = createFairQueue()
  const runners = new Map<string, Runner>()
  const elsewhere = createSendingElsewhere({
    ...deps,
    here: (deviceId) => sendingOf(runners.get(deviceId)),
  })
  const live: LiveState = {
    ...liveSending(runners, elsewhere),
    restsUntil: deps.restsUntil,
    connectionOf: deps.connectionOf,
    storageIsFull: deps.storageIsFull,
    dayOf: devices.dayOf,
  }
  const events = createCampaignsEvents({
    ...deps,
    campaigns,
    live,
    onFault: (err) => log.error({ err }, 'campaign event failed'),
  })
  const dispatcher = createDispatcher({
    ...deps,
    runners,
    elsewhere,
    campaigns,
    ledger,
    checks: preflight.checks,
    held,
    events,
    requeueFromOffline: (campaignId, isHere) => {
      const isAtWork = (id: string) => isHere(id) || deps.connectionOf(id) === 'connected'
      return requeueFromOffline(deps, campaignId, isAtWork)
    },
    onFault: (deviceId, err) => log.warn({ err, deviceId }, 'sending rests after a fault'),
  })

  const unfinished = createFinishStarted({
    ...deps,
    async onReady(campaignId) {
      const campaign = await campaigns.findById(campaignId)
      if (!campaign) return
      dispatcher.wakeFor(campaign)
      events.changed({ campaignId, workspaceId: campaign.workspaceId })
    },
    onFault: (campaignId, err) => log.error({ err, campaignId }, 'a campaign stays unfinished'),
  })

  const part: Part = {
    name: 'campaigns',
    async start() {
      await elsewhere.part.start()
      await preflight.part.start()
      await dispatcher.part.start()
      await unfinished.start()
    },
    async stop() {
      await unfinished.stop()
      await Promise.all([dispatcher.part.stop(), preflight.part.stop()])
      await elsewhere.part.stop()
      await events.stop()
    },
  }

  return {
    part,
    uses: createCampaignUses({ ...deps, campaigns, live }),
    /** Removes a person from all campaigns that have not written to them. */
    takeOut: (workspaceId: string, phoneNumber: string) =>
      removePerson({ db, ledger, events, clock }, workspaceId, phoneNumber),
    /** Resolves once no campaign needs the members of a group any more. */
    groupSettled: (groupId: string, signal?: AbortSignal) =>
      freezeDependents(deps, { groupId }, signal),
    /** Called in the transaction that deletes a group: its campaigns keep their people. */
    leaveGroup: (tx: Db, groupId: string) =>
      createCampaignsRepository(tx, devices).forgetGroup(groupId),
    routes(route: Route): void {
      const access = createCampaignAccess({ ...deps, campaigns, dispatcher, live, events })
      campaignsRoutes(route, { ...deps, copies, campaigns, access })
      campaignActionsRoutes(route, { ...deps, access })
      preflight.routes(route)
      const endOf = async (campaign: Campaign, now: number) =>
        (await restOfCampaign(deps, campaign, now))?.endsAt ?? null
      campaignListsRoutes(route, { ...deps, lists, live, endOf })
      ledgerRoutes(route, {
        ...deps,
        campaigns,
        live,
        people: createLedgerPeopleRepository(db),
        writtenTo: deps.outgoing.allOf,
        restsUntil: live.restsUntil,
        changesOf: events.changesOf,
        textsOf: deps.textsOf,
      })
    },
    /** Returns how to record an inbound message; null when it means nothing to campaigns. */
    hear: (workspaceId: string, message: PossibleAnswer) =>
      hearMessage({ ...deps, held, events, wake: dispatcher.wake }, workspaceId, message),
    storageChanged: dispatcher.allChanged,
    /** A rate limit of a device began or ended. */
    restChanged: dispatcher.restChanged,
    /** The cap or the limit of a number changed. */
    async limitsChanged(workspaceId: string, deviceId: string): Promise<void> {
      dispatcher.wake(deviceId)
      for (const { id } of await campaigns.listOpen(deviceId)) {
        events.changed({ campaignId: id, workspaceId })
      }
    },
    deviceConnected(deviceId: string): void {
      dispatcher.connected(deviceId)
      preflight.deviceConnected(deviceId)
    },
    deviceDisconnected(deviceId: string): void {
      dispatcher.disconnected(deviceId)
      preflight.deviceDisconnected(deviceId)
    },
    /** Resolves once a disconnected device has finished its current person, or after a timeout. */
    deviceLeft: (deviceId: string): Promise<void> => dispatcher.left(deviceId),
    /** A removed device sends nothing more, even when it is linked again. */
    async deviceRemoved(workspaceId: string, deviceId: string): Promise<void> {
      // Messages in flight get their answer; otherwise they would fail as possibly sent.
      await dispatcher.left(deviceId)
      await removeDevice({ ...deps, campaigns, dispatcher, events }, workspaceId, deviceId)
      await preflight.deviceRemoved(workspaceId, deviceId)
    },
    testOrigin: preflight.testOrigin,
    /** Campaigns as an origin of outgoing messages. */
    origin: createCampaignOrigin(deps),
    mayLeave: isCampaignOff,
    /** A message has moved, and with it a recipient of this campaign. */
    changed: events.changed,
    toldElsewhere: events.noteRemoteChange,
    toldUnheard: events.noteMissedChanges,
    /** Another node has changed a device's campaigns, or may have changed any. */
    changedElsewhere: (deviceId: string | null): void =>
      deviceId === null ? dispatcher.wakeAll() : dispatcher.wakeHere(deviceId),
    /** Whether one of its campaigns is being sent. */
    isSending: (deviceId: string): boolean => live.currentOf(deviceId) !== null,
    /** A device has come to this node, or has left it. */
    sendingChanged: elsewhere.changed,
    forgetNodes: elsewhere.forget,
    /** How many people of a device's campaigns wait until it may begin new chats. */
    heldOn: campaigns.heldOn,
    /** The newest campaigns of a person with their outcomes, and the number of campaigns. */
    ofPerson: (sight: Sight, phoneNumber: string, limit: number) =>
      campaignsOfPerson({ ...deps, ...live, campaigns }, sight, phoneNumber, limit),
    /** The name of the last campaign that wrote to a person; null without one. */
    lastWrittenBy: ledger.lastWrittenBy,
  }
}
