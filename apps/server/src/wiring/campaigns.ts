import { CampaignChanged } from '@kirim/contract/realtime'
import { createJudgeHost } from '../adapters/web-call/judge-host.ts'

import {
  campaignIdsOf,
  campaignsAmong,
  campaignsOf,
  campaignTotalsOf,
  campaignUsesMedia,
  peopleWaitingOf,
  recipientsOf,
} from '../features/campaigns/campaign/campaign-facts.ts'
import { createCampaignsFeature } from '../features/campaigns/campaigns.feature.ts'
import { lastMoments, personConditions } from '../features/campaigns/recipients/contact-history.ts'
import { createGroupPeople } from '../features/contacts/group-people.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Accounts } from './accounts.ts'
import type { Analytics } from './analytics.ts'
import type { Base } from './base.ts'
import type { Cluster } from './cluster.ts'
import type { Contacts } from './contacts.ts'
import type { Devices } from './devices.ts'
import type { Media } from './media.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'
import type { OptOuts } from './opt-outs.ts'
import type { Quotas } from './quotas.ts'

interface CampaignsNeeds {
  readonly accounts: Pick<Accounts, 'namesOf'>
  readonly quotas: Quotas
  readonly analytics: Analytics
  readonly cluster: Cluster
  readonly contacts: Contacts
  readonly delivery: Delivery
  readonly devices: Devices
  readonly media: Media
  readonly messages: Messages
  readonly network: Network
  readonly optOuts: OptOuts
}

/** Wires campaigns: one message to everybody in a group. */
export function wireCampaigns(base: Base, needs: CampaignsNeeds) {
  const {
    accounts,
    quotas,
    analytics,
    cluster,
    contacts,
    delivery,
    devices,
    media,
    messages,
    network,
    optOuts,
  } = needs
  const campaigns = createCampaignsFeature({
    ...base,
    outgoing: delivery,
    groups: createGroupPeople(base.db, contacts.filling.refresh),
    devices: createKnownDevices(base.db),
    media: media.library,
    namesOf: accounts.namesOf,
    quotas,
    fieldKeysOf: contacts.fields.keys,
    leftAlone: { numbersAmong: optOuts.outAmong, lidsAmong: optOuts.lidsOutAmong },
    lookUp: network,
    learnResolved: contacts.learnResolved,
    judgeHost: createJudgeHost(base.clock),
    fileOf: delivery.fileOf,
    heardIn: messages.inbox.heardIn,
    calledByNetwork: contacts.networkNumbers.calledByNetwork,
    textsOf: messages.inbox.textsOf,
    networkNames: messages.names,
    leftAloneAmong: optOuts.outSinceAmong,
    leftAloneSince: optOuts.leftAloneSince,
    connectionOf: devices.connectionOf,
    isExpected: devices.isExpected,
    restsUntil: devices.restsUntil,
    isBeingRemoved: devices.isBeingRemoved,
    devicesHere: cluster.leases,
    wakeElsewhere: (deviceId) => base.bus.publish('campaigns_of', deviceId),
    onLimit: devices.newChatsLimited,
    storageIsFull: base.room.isFull,
    messagesOf: analytics.messagesOf,
    summaryChanged: analytics.summaryChanged,
  })
  campaigns.routes(base.route)
  base.room.onChanged(campaigns.storageChanged)
  base.bus.on('campaigns_of', campaigns.changedElsewhere)
  base.bus.onMissed(() => campaigns.changedElsewhere(null))
  base.realtimeServer.onElsewhere('campaign_changed', {
    onEvent(told) {
      const read = CampaignChanged.safeParse(told)
      if (read.success) campaigns.toldElsewhere(read.data)
    },
    onMissed: campaigns.toldUnheard,
  })
  delivery.addOrigin('campaign', campaigns.origin)
  delivery.addOrigin('test', campaigns.testOrigin)
  delivery.addCheck(campaigns.mayLeave)
  delivery.onRest(campaigns.restChanged)
  delivery.onMoved((moves) => {
    for (const { message, holder: campaignId } of moves) {
      if (campaignId !== null) campaigns.changed({ campaignId, workspaceId: message.workspaceId })
    }
  })
  devices.onConnected(campaigns.deviceConnected)
  devices.onDisconnected(campaigns.deviceDisconnected)
  devices.onLeft(campaigns.deviceLeft)
  devices.onLimitsChanged(campaigns.limitsChanged)
  devices.onRemoved(campaigns.deviceRemoved)
  cluster.isSending.set(campaigns.isSending)
  cluster.onHeld(campaigns.sendingChanged)
  cluster.onGone(campaigns.forgetNodes)
  contacts.dependents.leave.set(campaigns.leaveGroup)
  contacts.dependents.settled.set(campaigns.groupSettled)
  contacts.routes({
    uses: campaigns.uses,
    changeOptOuts: optOuts.changeByHand,
    leaveCampaigns: campaigns.takeOut,
    history: { campaignsOf: campaigns.ofPerson, optOutChanges: optOuts.changesOf },
    outAmong: optOuts.outAmong,
    lastMoments: (...asked) => lastMoments(base.db, ...asked),
    campaignsAmong: (...asked) => campaignsAmong(base.db, ...asked),
  })
  contacts.conditions.isWrittenTo.set(personConditions.isWrittenTo)
  contacts.conditions.hasAnswered.set(personConditions.hasAnswered)
  contacts.conditions.isInCampaign.set(personConditions.isInCampaign)
  media.addNeed(campaignUsesMedia)
  media.routes(campaigns.uses.ofMedia)
  quotas.amounts.campaigns.set(campaignsOf)
  quotas.amounts.peopleWaiting.set(peopleWaitingOf)
  quotas.amounts.recipients.set(recipientsOf)
  analytics.ofNumbers.campaignTotalsOf.set((seen) => campaignTotalsOf(base.db, seen))
  analytics.ofNumbers.campaignIdsOf.set(campaignIdsOf)
  optOuts.lastCampaign.set(campaigns.lastWrittenBy)
  return campaigns
}

export type Campaigns = ReturnType<typeof wireCampaigns>
