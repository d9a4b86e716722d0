import type { ChatFilesStore } from '../features/chats/files/chat-files.ports.ts'
import { createFileFetching } from '../features/messages/files/fetch-files.ts'
import {
  createInboxFiles,
  inboundNeedsMedia,
} from '../features/messages/files/inbox-files.repository.ts'
import type { ChatNotice } from '../features/messages/messages.ports.ts'
import type { Base } from './base.ts'
import type { Devices } from './devices.ts'
import type { Media } from './media.ts'
import type { Messages } from './messages.ts'
import type { Network } from './network.ts'

interface ChatFilesNeeds {
  readonly media: Media
  readonly messages: Messages
  readonly network: Network
  readonly devices: Devices
}

/** Wires files of chats: those that came in are fetched on the node that has their number. */
export function connectChatFiles(
  { db, bus, uploads, reserve, clock, log }: Base,
  { media, messages, network, devices }: ChatFilesNeeds,
  announce: (notice: ChatNotice) => void,
) {
  const files = createInboxFiles(db)
  const { library } = media
  const fetching = createFileFetching({
    files,
    network,
    keepReceived: media.keepReceived,
    releaseUnused: library.releaseUnused,
    admit: reserve.admit,
    folder: uploads.path,
    onSettled: (workspaceId, { deviceId, messageId }) =>
      announce({ workspaceId, deviceId, entryIds: [messageId] }),
    clock,
    log,
  })
  media.addNeed(inboundNeedsMedia)
  messages.onFile(fetching.wake)
  devices.onConnected(fetching.wake)
  bus.on('files_of', fetching.wake)
  bus.onMissed(() => {
    for (const deviceId of network.openDevices()) fetching.wake(deviceId)
  })
  const store: ChatFilesStore = {
    received: {
      among: files.among,
      ask: files.ask,
      wake(deviceId) {
        fetching.wake(deviceId)
        bus.publish('files_of', deviceId)
      },
    },
    media: { find: library.findToSend, localPath: library.localPath },
  }
  return { part: fetching.part, store }
}
