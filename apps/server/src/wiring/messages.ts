import { createKnownDevices } from '../features/devices/store/known-devices.ts'
import { createMessages } from '../features/messages/messages.feature.ts'
import type {
  Answers,
  ChatNotice,
  Listener,
  NotedEntries,
  SentMessages,
} from '../features/messages/messages.ports.ts'
import { createListeners } from '../platform/upward-calls.ts'
import type { Base } from './base.ts'
import type { Contacts } from './contacts.ts'
import type { Network } from './network.ts'

interface MessagesNeeds {
  readonly contacts: Contacts
  readonly network: Network
  readonly answers: Answers
}

/** Wires inbound messages; `listeners.ts` wires their listeners. */
export function wireMessages(base: Base, { contacts, network, answers }: MessagesNeeds) {
  const listeners: Listener[] = []
  const onChanged = createListeners<[notice: ChatNotice]>()
  const onFile = createListeners<[deviceId: string]>()
  const sent = {
    joinSent: base.upward.one('a chat has become part of another'),
    entriesOf: base.upward.one('the sent messages of a chat'),
    chatless: base.upward.one('sent messages without a chat'),
    pollOf: base.upward.one('a sent poll'),
    place: base.upward.one('sent messages are given their chat'),
  } satisfies SentMessages
  const noted = {
    joinNoted: base.upward.one('the notes of a chat join those of another'),
  } satisfies NotedEntries
  const messages = createMessages({
    ...base,
    devices: createKnownDevices(base.db),
    ofSender: contacts.networkNumbers.ofSender,
    listeners,
    onChanged,
    onFile,
    answers,
    sent,
    noted,
    openVote: network.openVote,
  })
  network.onInbound.set(messages.keepInbound)
  network.onInboundChange.set(messages.keepInboundChange)
  network.onVote.set(messages.keepVote)
  network.onName.set(messages.names.keep)
  const { keeper } = messages.history
  network.history.addPart.set(keeper.addPart)
  network.history.partsOf.set(keeper.partsOf)
  network.history.keptSince.set(keeper.keptSince)
  network.history.keep.set(keeper.keep)
  network.history.partRead.set(keeper.partRead)
  network.history.partFailed.set(keeper.partFailed)
  return {
    ...messages,
    sent,
    noted,
    /** Chats have changed: in memory, after the commit, lost with a server that is killed. */
    onChanged: onChanged.add,
    onFile: onFile.add,
    /** In the order in which they see a message. */
    addListeners: (added: readonly Listener[]): void => void listeners.push(...added),
  }
}

export type Messages = ReturnType<typeof wireMessages>
