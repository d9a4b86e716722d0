import type { Part } from '../lifecycle.ts'

/** The topics of messages between nodes. The text of a message is an id, unless noted otherwise. */
export interface NodeTopics {
  /** Devices are free, or have to move to another node. */
  devices_free: ''
  /** A node has gone, and may have left unfinished work. */
  work_left: ''
  /** A device's campaigns have changed: its dispatcher checks them again. */
  campaigns_of: string
  /** A message of the team waits on this device. */
  messages_on: string
  /** Who has a chat open on a node, in JSON. */
  watchers_of: string
  /** The chatbot items, the switch or the name of a number have changed. */
  items_of: string
  /** Files wait to be fetched on this device. */
  files_of: string
  /** The standings of the devices of a node, as its mirror writes them. */
  devices_here: string
  /** What the devices of a node are sending, as its mirror writes it. */
  sending_here: string
  /** The workspaces that are linking a number on a node, as its mirror writes them. */
  links_here: string
  /** A piece of a call to another node, or of its answer. */
  calls: string
  /** A workspace was deleted: its open connections are closed. */
  user_gone: string
  /** A workspace has another plan. */
  plan_of: string
  /** Asks every node to publish all its entries of a mirror. */
  who_has: MirrorTopic
}
export type NodeTopic = keyof NodeTopics
export type MirrorTopic = 'devices_here' | 'sending_here' | 'links_here'

/** The size of one message, in UTF-8. */
export const ABOUT_MAX_BYTES = 5000

/**
 * Publishes changes to the other nodes, after the commit that made them. A node that was cut off
 * calls its `onMissed` listeners, which then treat everything as changed.
 */
export interface NodeBus {
  readonly part: Part
  /** Whether there may be other nodes. */
  readonly isShared: boolean
  publish<T extends NodeTopic>(topic: T, about: NodeTopics[T]): void
  /** `from` is the node that published it. */
  on(topic: NodeTopic, listener: (about: string, from: string) => void): void
  onMissed(listener: () => void): void
}

/** The bus of a server without other nodes. */
export const NO_OTHERS: NodeBus = {
  part: { name: 'node bus', start: async () => {}, stop: async () => {} },
  isShared: false,
  publish: () => {},
  on: () => {},
  onMissed: () => {},
}
