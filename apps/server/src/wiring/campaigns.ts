import { CampaignChanged } from '@kirim/contract/realtime'
import { createJudgeHost } from '../adapters/web-call/judge-host.ts'
import { createCampaignsFeature } from '../features/campaigns/campaigns.feature.ts'
import { createGroupPeople } from '../features/contacts/group-people.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import type { DeviceLeases } from '../features/devices/leases/device-leases.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import type { Messages } from '../features/messages/messages.feature.ts'
import type { Accounts } from './accounts.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Media } from './media.ts'
import type { Network } from './outgoing.ts'
import type { Rooms } from './rooms.ts'

interface CampaignsNeeds
  extends Pick<Accounts, 'quotas'>,
    Pick<Contacts, 'fields' | 'filling' | 'learnResolved' | 'networkNumbers'>,
    Pick<Media, 'library'> {
  readonly messages: Messages
  readonly outgoing: Delivery
  readonly network: Network
  readonly leases: DeviceLeases
}

/** Wires campaigns: one message to everybody in a group. */
export function wireCampaigns(base: Base, needs: CampaignsNeeds, rooms: Rooms) {
  const {
    messages,
    outgoing,
    network,
    quotas,
    fields,
    filling,
    learnResolved,
    networkNumbers,
    library,
  } = needs
  const campaigns = createCampaignsFeature({
    ...base,
    outgoing,
    groups: createGroupPeople(base.db, filling.refresh),
    devices: createKnownDevices(base.db),
    media: library,
    quotas,
    fieldKeysOf: fields.keys,
    leftAlone: {
      numbersAmong: (...asked) => rooms.optOuts().outAmong(...asked),
      lidsAmong: (...asked) => rooms.optOuts().lidsOutAmong(...asked),
    },
    lookUp: network,
    learnResolved,
    judgeHost: createJudgeHost(base.clock),
    fileOf: outgoing.fileOf,
    heardIn: messages.inbox.heardIn,
    calledByNetwork: networkNumbers.calledByNetwork,
    textsOf: messages.inbox.textsOf,
    networkNames: messages.names,
    leftAloneAmong: (...asked) => rooms.optOuts().outSinceAmong(...asked),
    leftAloneSince: (...asked) => rooms.optOuts().leftAloneSince(...asked),
    connectionOf: (deviceId) => rooms.devices().connectionOf(deviceId),
    isExpected: (deviceId) => rooms.devices().isExpected(deviceId),
    restsUntil: (deviceId) => rooms.devices().restsUntil(deviceId),
    isBeingRemoved: (deviceId) => rooms.devices().isBeingRemoved(deviceId),
    devicesHere: needs.leases,
    wakeElsewhere: (deviceId) => base.bus.tell('campaigns_of', deviceId),
    onLimit: (deviceId) => rooms.devices().newChatsLimited(deviceId),
    storageIsFull: base.room.isFull,
    messagesOf: (...asked) => rooms.analytics().messagesOf(...asked),
    summaryChanged: (userId) => rooms.analytics().summaryChanged(userId),
  })
  campaigns.routes(base.route)
  base.room.onChanged(campaigns.storageChanged)
  base.bus.on('campaigns_of', campaigns.changedElsewhere)
  base.bus.onMissed(() => campaigns.changedElsewhere(null))
  base.realtimeServer.onElsewhere('campaign_changed', {
    heard(told) {
      const read = CampaignChanged.safeParse(told)
      if (read.success) campaigns.toldElsewhere(read.data)
    },
    missed: campaigns.toldUnheard,
  })
  return campaigns
}
