import type { Part } from '../lifecycle.ts'

/** What nodes tell each other; each names what it is about by an id, which may be empty. */
export interface NodeTopics {
  /** Devices are free to be taken. */
  devices_free: ''
  /** A node that is gone has left work to be finished. */
  work_left: ''
  /** A device's campaigns have changed: its dispatcher looks again. */
  campaigns_of: string
  /** A number's items, its switch or its name have changed. */
  items_of: string
}
export type NodeTopic = keyof NodeTopics

/**
 * Tells the other nodes what has changed, after the commit that changed it. A node that was cut off
 * meanwhile hears that it may have missed something, and then takes everything as changed.
 */
export interface NodeBus {
  readonly part: Part
  tell(topic: NodeTopic, about: string): void
  on(topic: NodeTopic, hear: (about: string) => void): void
  onMissed(hear: () => void): void
}

/** Of the only node: there is nobody to tell. */
export const NO_OTHERS: NodeBus = {
  part: { name: 'node bus', start: async () => {}, stop: async () => {} },
  tell: () => {},
  on: () => {},
  onMissed: () => {},
}
