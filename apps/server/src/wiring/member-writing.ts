import { z } from 'zod'
import type { MemberWritingDeps } from '../features/chats/write/member-writing.ts'
import { readPhoneNumber } from '../features/contacts/numbers/phone-number.ts'
import type { Delivery } from '../features/delivery/delivery.feature.ts'
import { sentInChats } from '../features/delivery/timeline-half.ts'
import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { lastHeardIn, wasReceivedIn, wroteFromPhone } from '../features/messages/own-changes.ts'
import type { Db } from '../platform/database/database.ts'
import { serveCalls } from '../platform/nodes/serve-calls.ts'
import type { Base } from './base.ts'
import type { Cluster } from './cluster.ts'
import type { Contacts } from './contacts.ts'
import type { Devices } from './devices.ts'
import type { Media } from './media.ts'
import type { Network } from './network.ts'
import type { OptOuts } from './opt-outs.ts'
import type { Workspaces } from './workspaces.ts'

/** How long a limit of new chats is assumed to last when the network names no end. */
const LIMIT_REST_MS = 3_600_000

interface WritingNeeds {
  readonly workspaces: Pick<Workspaces, 'countryOf'>
  readonly cluster: Pick<Cluster, 'leases'>
  readonly contacts: Contacts
  readonly delivery: Delivery
  readonly devices: Devices
  readonly media: Media
  readonly network: Network
  readonly optOuts: OptOuts
}

export type MemberWriting = Pick<
  MemberWritingDeps,
  | 'outgoing'
  | 'answers'
  | 'numbers'
  | 'files'
  | 'askedIn'
  | 'isNew'
  | 'asWritten'
  | 'isStorageFull'
  | 'readNumber'
  | 'asNetwork'
  | 'lookUp'
  | 'wakeElsewhere'
>

/** Calls that only the node with the device can do. */
const LOOK_UPS = {
  look_up: {
    input: z.object({ deviceId: z.string().max(64), phoneNumber: z.string().max(20) }),
    output: z.nullable(z.string().max(200)),
  },
}

/** Wires what people write in chats to the rooms below. */
export function wireMemberWriting(base: Base, needs: WritingNeeds): MemberWriting {
  const { delivery, optOuts, network, contacts, workspaces } = needs
  const { networkNumbers } = contacts
  const at = serveCalls(
    { calls: base.calls, where: needs.cluster.leases.where, log: base.log },
    'chats',
    LOOK_UPS,
    { look_up: ({ deviceId, phoneNumber }) => network.resolve(deviceId, phoneNumber) },
  )
  return {
    outgoing: delivery,
    answers: optOuts.answers,
    numbers: chatNumbers(base, needs),
    files: {
      typesOf: async (workspaceId, ids) => {
        const found = await needs.media.library.find(workspaceId, ids)
        return new Map(found.map(({ _id, fileType }) => [_id, fileType]))
      },
      keepUpload: needs.media.library.keepUpload,
      waveformOf: needs.media.library.waveformOf,
      releaseUnused: needs.media.library.releaseUnused,
    },
    async askedIn(tx, chatId, before, except = '') {
      const heard = await lastHeardIn(tx, chatId)
      if (!heard) return null
      const between = { after: heard.at, before, except }
      const isAnswered =
        (await sentInChats.isWrittenIn(tx, chatId, between)) ||
        (await wroteFromPhone(tx, chatId, between))
      return { ...heard, isAnswered }
    },
    isNew: async (tx, chatId) => !(await hasWords(tx, chatId)),
    asWritten: networkNumbers.asWritten,
    isStorageFull: base.room.isFull,
    readNumber: async (workspaceId, written) =>
      readPhoneNumber(written, await workspaces.countryOf(workspaceId)),
    async asNetwork(workspaceId, phoneNumber) {
      const names = await networkNumbers.calledByNetwork(workspaceId, [phoneNumber])
      return names.get(phoneNumber)?.find((name) => !name.includes('@')) ?? phoneNumber
    },
    async lookUp(workspaceId, deviceId, phoneNumber) {
      const jid = await at(deviceId, 'look_up', { deviceId, phoneNumber })
      if (jid !== null) await contacts.learnResolved({ workspaceId, phoneNumber, jid })
      return jid
    },
    wakeElsewhere: (deviceId) => base.bus.publish('messages_on', deviceId),
  }
}

/** Whether anything was ever written in a chat, by whom ever. */
async function hasWords(tx: Db, chatId: string): Promise<boolean> {
  const ever = { after: 0, before: Number.MAX_SAFE_INTEGER }
  return (await wasReceivedIn(tx, chatId)) || sentInChats.isWrittenIn(tx, chatId, ever)
}

function chatNumbers({ db }: Base, { devices }: WritingNeeds): MemberWriting['numbers'] {
  const known = createKnownDevices(db)
  return {
    ownerOf: async (deviceId) => (await known.listed(deviceId))?.workspaceId ?? null,
    nameOf: async (deviceId) => (await known.listed(deviceId))?.name ?? null,
    isAway: (deviceId) => devices.connectionOf(deviceId) !== 'connected',
    newChatsFrom: known.newChatsFrom,
    beginChat: known.beginChat,
    async limited(deviceId, now) {
      await known.limitNewChats(db, deviceId, now + LIMIT_REST_MS, now, false)
      devices.newChatsLimited(deviceId)
    },
    async begun(deviceId, now) {
      const until = await known.limitedUntil(deviceId)
      if (until === null || until > now) return
      await known.endLimit(deviceId, now)
      devices.newChatsLimited(deviceId)
    },
  }
}
