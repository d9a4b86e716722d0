import type { Part } from '../lifecycle.ts'

/** What nodes tell each other; each names what it is about, by an id where nothing else is said. */
export interface NodeTopics {
  /** Devices are free to be taken, or another node is to have them. */
  devices_free: ''
  /** A node that is gone has left work to be finished. */
  work_left: ''
  /** A device's campaigns have changed: its dispatcher looks again. */
  campaigns_of: string
  /** A number's items, its switch or its name have changed. */
  items_of: string
  /** How the devices of a node stand, as its mirror writes it. */
  devices_here: string
  /** What the devices of a node send, as its mirror writes it. */
  sending_here: string
  /** Which users link a number over a node, as its mirror writes it. */
  links_here: string
  /** A piece of what one node asks another, or of its answer. */
  calls: string
  /** A user was deleted: what is open of theirs is closed. */
  user_gone: string
  /** A user has another plan. */
  plan_of: string
  /** Whoever has something of this mirror tells all of it. */
  who_has: MirrorTopic
}
export type NodeTopic = keyof NodeTopics
export type MirrorTopic = 'devices_here' | 'sending_here' | 'links_here'

/** Of what is told about at once, in UTF-8. */
export const ABOUT_MAX_BYTES = 5000

/**
 * Tells the other nodes what has changed, after the commit that changed it. A node that was cut off
 * meanwhile hears that it may have missed something, and then takes everything as changed.
 */
export interface NodeBus {
  readonly part: Part
  /** Whether there may be other nodes. */
  readonly isShared: boolean
  tell<T extends NodeTopic>(topic: T, about: NodeTopics[T]): void
  /** `from` is the node that tells. */
  on(topic: NodeTopic, hear: (about: string, from: string) => void): void
  onMissed(hear: () => void): void
}

/** Of the only node: there is nobody to tell. */
export const NO_OTHERS: NodeBus = {
  part: { name: 'node bus', start: async () => {}, stop: async () => {} },
  isShared: false,
  tell: () => {},
  on: () => {},
  onMissed: () => {},
}
