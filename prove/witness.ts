import type { SandboxNetwork } from '@kirim/sandbox-network/network'

/** What the network saw, in order, independent of the server's own records. */
export interface Witness {
  /** The moment at which the server confirmed a contact's message; infinite when it did not. */
  confirmedAt(messageId: string): number
  /** The moments at which messages of this text first reached the contact, from any number. */
  arrivals(contact: string, isMeant: (text: string) => boolean): number[]
  /** Whether the server's message with this id has arrived. */
  hasArrived(messageId: string): boolean
  /** The number of the server's messages that have arrived. */
  arrived(): number
  /** The contact of the server's last message. */
  lastContact(): string | null
  /** Resolves when this many more messages of the server have arrived. */
  next(count: number): Promise<void>
}

/** Starts watching. A moment is a place in the order of everything that happened. */
export function watch(network: SandboxNetwork): Witness {
  const confirmed = new Map<string, number>()
  const arrived = new Map<string, { text: string; at: number }[]>()
  const ids = new Set<string>()
  let waiting: { for: number; resolve: () => void }[] = []
  let moment = 0
  let last: string | null = null
  network.events.on('message', ({ contact, message }) => {
    moment++
    if (message.direction !== 'to-contact' || message.copies > 1) return
    const known = arrived.get(contact) ?? []
    arrived.set(contact, [...known, { text: message.text, at: moment }])
    ids.add(message.id)
    last = contact
    for (const one of waiting) if (one.for <= ids.size) one.resolve()
    waiting = waiting.filter((one) => one.for > ids.size)
  })
  network.events.on('status', ({ id, direction }) => {
    moment++
    if (direction === 'from-contact' && !confirmed.has(id)) confirmed.set(id, moment)
  })
  return {
    confirmedAt: (messageId) => confirmed.get(messageId) ?? Number.POSITIVE_INFINITY,
    arrivals: (contact, isMeant) =>
      (arrived.get(contact) ?? []).filter(({ text }) => isMeant(text)).map(({ at }) => at),
    hasArrived: (messageId) => ids.has(messageId),
    arrived: () => ids.size,
    lastContact: () => last,
    next: (count) => new Promise((resolve) => waiting.push({ for: ids.size + count, resolve })),
  }
}
